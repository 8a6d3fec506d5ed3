import {fullListProperties, granularities, meta} from '../../contract/meta.ts';
import {getProperty} from '../../contract/properties.ts';
import {CliError} from '../../errors.ts';
import {resolveProperty} from '../../language/compile.ts';
import type {Client} from '../../ports.ts';

/** A property as propertyValues takes it: its name, and a level where it has some. */
export type NamedProperty = {readonly property: string; readonly granularity?: string};

const usage = (message: string, hint: string, suggest: readonly string[] = []) =>
	new CliError('usage', message, {hint, suggest});

const levelsOf = (property: string): readonly string[] =>
	Object.hasOwn(granularities, property) ? granularities[property as keyof typeof granularities] : [];

/** As the catalogue has it, by name, alias or friendly name; a level is needed where there are levels. */
function findProperty(word: string): NamedProperty {
	const {property, level} = resolveProperty(word);
	const levels = levelsOf(property).map(each => `${property}.${each}`);
	if (levels.length === 0) return {property};
	if (level === undefined) throw usage(`${property} has levels: say which`, `one of ${levels.join(', ')}`, levels);
	return {property, granularity: level};
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The name of a property that only this product has, by what the service lists. */
async function findListed(word: string, connect: () => Promise<Client>): Promise<string | undefined> {
	const client = await connect();
	const {results} = await client.call(meta.productProperties, {});
	const listed = results.flatMap(group => group.properties);
	const found = listed.find(({name}) => same(name, word)) ?? listed.find(({friendlyName}) => same(friendlyName, word));
	return found?.name;
}

/**
 * The property that was meant, by name or friendly name. What the catalogue does not hold is looked up at the service, since
 * products have properties of their own (wire-facts 1.5). Throws CliError `usage` with the nearest names.
 */
export async function findNamed(word: string, connect: () => Promise<Client>): Promise<NamedProperty> {
	try {
		return findProperty(word);
	} catch (error) {
		if (!(error instanceof CliError) || error.details.code !== 'unknown-property') throw error;
		const property = await findListed(word, connect);
		if (property === undefined) throw error;
		return {property};
	}
}

/** `getFullList` is for the few properties whose values the service knows by heart. */
export function validateFullList({property}: NamedProperty): void {
	const known: readonly string[] = fullListProperties;
	if (known.includes(property)) return;
	const {friendlyName = property} = getProperty(property) ?? {};
	throw usage(`--full-list is not for ${friendlyName}`, `only for ${fullListProperties.join(', ')}`);
}
