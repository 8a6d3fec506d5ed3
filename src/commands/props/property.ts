import {meta} from '../../contract/operations/meta.ts';
import {getProperty, levelsOf} from '../../contract/properties.ts';
import {fullListProperties} from '../../contract/service-words.ts';
import {CliError} from '../../errors.ts';
import {resolveProperty} from '../../language/compile-expressions.ts';
import type {Client} from '../../ports.ts';

/** A property as propertyValues takes it: its name, and the level where it has levels. */
export type NamedProperty = {readonly property: string; readonly granularity?: string};

/** Finds a property of the catalogue by name, alias or friendly name. One with levels needs a level. */
function findProperty(word: string): NamedProperty {
	const {property, level} = resolveProperty(word);
	const levels = levelsOf(property).map(each => `${property}.${each}`);
	if (levels.length === 0) return {property};
	if (level === undefined)
		throw new CliError('usage', `${property} has levels: say which`, {
			hint: `one of ${levels.join(', ')}`,
			suggest: levels,
		});
	return {property, granularity: level};
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The name of a property of this product that is not in the catalogue. */
async function findListed(word: string, connect: () => Promise<Client>): Promise<string | undefined> {
	const client = await connect();
	const {results} = await client.call(meta.productProperties, {});
	const listed = results.flatMap(group => group.properties);
	const found = listed.find(({name}) => same(name, word)) ?? listed.find(({friendlyName}) => same(friendlyName, word));
	return found?.name;
}

/**
 * A property by name or friendly name. One that is not in the catalogue is looked up at the service, since products have
 * properties of their own (docs/service.md#properties). Throws CliError `usage` with the nearest names.
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

/** `--full-list` is for the few properties with a fixed list of values. Throws CliError `usage`. */
export function validateFullList({property}: NamedProperty): void {
	if (fullListProperties.includes(property)) return;
	const {friendlyName = property} = getProperty(property) ?? {};
	throw new CliError('usage', `--full-list is not for ${friendlyName}`, {
		hint: `only for ${fullListProperties.join(', ')}`,
	});
}
