import {fullListProperties, granularities, meta} from '../../contract/meta.ts';
import {getProperty, type Property, properties} from '../../contract/properties.ts';
import {CliError} from '../../errors.ts';
import {nearNames} from '../../near-names.ts';
import type {Client} from '../../ports.ts';

/** A property as propertyValues takes it: its name, and a level where it has some. */
export type NamedProperty = {readonly property: string; readonly granularity?: string};

type Named = NamedProperty & {readonly names: readonly string[]};

const hasLevels = (name: string): name is keyof typeof granularities => Object.hasOwn(granularities, name);

/** Everything a property can be called by: its name, its friendly name, and those of its levels. */
const namesOf = ({name, friendlyName, kind, parts = [], partNames = []}: Property): readonly Named[] =>
	kind === 'levels'
		? parts.map((part, at) => ({
				property: name,
				granularity: part,
				names: [`${name}.${part}`, part, partNames[at] ?? ''],
			}))
		: [{property: name, names: [name, friendlyName]}];

const catalogue = properties.flatMap(namesOf);
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The property of that name, friendly name or level; undefined when the catalogue has none. */
function findProperty(word: string): NamedProperty | undefined {
	const found =
		catalogue.find(({names: [name = '']}) => same(name, word)) ??
		catalogue.find(({names}) => names.some(name => same(name, word)));
	if (!found) return undefined;
	const {names: _, ...named} = found;
	return named;
}

const usage = (message: string, hint: string, suggest: readonly string[] = []) =>
	new CliError('usage', message, {hint, suggest});

function refuse(word: string, others: readonly string[]): never {
	const names = [...others, ...catalogue.map(({names: [name = '']}) => name)];
	const near = nearNames(word, names);
	throw usage(
		`there is no property "${word}"`,
		near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'see usagectl props list',
		near,
	);
}

/** What is named wrong whatever the service knows: a property without its level, or with one it has not. */
function validateLevel(word: string): void {
	const [head = '', level] = word.split('.');
	const name = Object.keys(granularities).find(each => same(each, head));
	if (name === undefined || !hasLevels(name)) return;
	const levels = granularities[name].map(each => `${name}.${each}`);
	if (level === undefined) throw usage(`${name} has levels: say which`, `one of ${levels.join(', ')}`, levels);
	if (!levels.some(each => same(each, word)))
		throw usage(`${name} has no level "${level}"`, `one of ${levels.join(', ')}`, levels);
}

/**
 * The property that was meant, by name or friendly name. What the catalogue does not hold is looked up at the service, since
 * products have properties of their own (wire-facts 1.5). Throws CliError `usage` with the nearest names.
 */
export async function resolveProperty(word: string, connect: () => Promise<Client>): Promise<NamedProperty> {
	validateLevel(word);
	const known = findProperty(word);
	if (known) return known;
	const client = await connect();
	const {results} = await client.call(meta.productProperties, {});
	const listed = results.flatMap(group => group.properties);
	const found = listed.find(({name}) => same(name, word)) ?? listed.find(({friendlyName}) => same(friendlyName, word));
	if (found) return {property: found.name};
	const others = listed.filter(({granularityLevels = []}) => granularityLevels.length === 0);
	return refuse(
		word,
		others.flatMap(({name, friendlyName}) => [name, friendlyName]),
	);
}

/** `getFullList` is for the few properties whose values the service knows by heart. */
export function validateFullList({property}: NamedProperty): void {
	const known: readonly string[] = fullListProperties;
	if (known.includes(property)) return;
	const {friendlyName = property} = getProperty(property) ?? {};
	throw usage(`--full-list is not for ${friendlyName}`, `only for ${fullListProperties.join(', ')}`);
}
