import {isMap} from '../contract/json-values.ts';
import {type Descriptor, readListed} from '../contract/listed-properties.ts';
import {getProperty, type Property} from '../contract/properties.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import {createCacheFile} from './cache-file.ts';

/**
 * Names from earlier responses: properties, their values, events, files. Shell completion reads them from here and never calls
 * the service. Stored in the state folder, by service address and product.
 */
export type NameCache = {
	/** Finds the names under a heading such as `properties`, `values os.version`, `events` or `files exceptions`. */
	readonly find: (service: string, product: number | undefined, heading: string) => Promise<readonly string[]>;
	readonly put: (service: string, product: number, found: CachedNames) => Promise<void>;
};
export type CachedNames = {readonly heading: string; readonly values: readonly string[]};

export type ProductProperties = {
	/** Maps the product's names to those of the service: `Seat type` to `C01`. */
	readonly ownNames: ReadonlyMap<string, string>;
	readonly listed: readonly Property[];
};

const ownNamesHeading = 'own names';

const parseOwnNames = (entries: readonly string[]): ReadonlyMap<string, string> =>
	new Map(entries.map(entry => [entry.slice(entry.indexOf('=') + 1), entry.slice(0, entry.indexOf('='))]));

const listedPropertiesHeading = 'listed properties';

const parseListed = (entries: readonly string[]): readonly Property[] =>
	entries.flatMap(entry => {
		try {
			return readListed(JSON.parse(entry) as Descriptor) ?? [];
		} catch {
			return [];
		}
	});

export const findProperties = async (
	find: (heading: string) => Promise<readonly string[]>,
): Promise<ProductProperties> => ({
	ownNames: parseOwnNames(await find(ownNamesHeading)),
	listed: parseListed(await find(listedPropertiesHeading)),
});

type Entry = CachedNames & {readonly service: string; readonly product: number};

const maxValues = 500;
const maxEntries = 200;

const isEntry = (item: Partial<Entry> | null): item is Entry =>
	typeof item?.service === 'string' &&
	typeof item.product === 'number' &&
	typeof item.heading === 'string' &&
	Array.isArray(item.values) &&
	item.values.every(value => typeof value === 'string');

export function createNameCache({stateDir}: {readonly stateDir: string | undefined}): NameCache {
	const file = createCacheFile(stateDir, 'known-values.json', isEntry);
	return {
		find: async (service, product, heading) => {
			const entries = (await file.read()).filter(item => item.service === service && item.heading === heading);
			const matching = entries.filter(item => product === undefined || item.product === product);
			return [...new Set(matching.flatMap(({values}) => values))];
		},
		put: async (service, product, {heading, values}) => {
			const others = (await file.read()).filter(
				item => item.service !== service || item.product !== product || item.heading !== heading,
			);
			const entry = {service, product, heading, values: values.slice(0, maxValues)};
			await file.write([entry, ...others].slice(0, maxEntries));
		},
	};
}

type Answer = {readonly results?: unknown};
type Item = {
	readonly value?: string;
	readonly fileName?: string;
	readonly category?: string | null;
	readonly categoryEventNames?: readonly {readonly eventName: string}[];
	readonly properties?: readonly Descriptor[];
};
const toItems = (list: unknown): readonly Item[] => (Array.isArray(list) ? (list as Item[]) : []);

const fileNames = (kind: string) => (_: unknown, answer: unknown) => ({
	heading: `files ${kind}`,
	values: ['openDailyFiles', 'dailyFiles', 'monthlyFiles'].flatMap(list =>
		toItems((answer as Record<string, unknown>)[list]).flatMap(({fileName}) => fileName ?? []),
	),
});

/** Lists the events of the event table as JSON, `["Files","Open"]`, because both names may contain any character. */
const eventNames = (results: unknown): readonly string[] =>
	(Array.isArray(results) ? (results as readonly Labeled[]) : []).filter(isMap).flatMap(item => {
		const events = item.get('categoryEventsData');
		return isMap(events) ? [...events.keys()].map(name => JSON.stringify([item.get('category') ?? null, name])) : [];
	});

const nameReaders: Readonly<Record<string, (input: unknown, answer: unknown) => CachedNames | readonly CachedNames[]>> =
	{
		'/meta/productProperties': (_, answer) => {
			const properties = toItems((answer as Answer).results).flatMap(({properties: own = []}) => own);
			const renamed = properties.filter(({name, friendlyName}) => friendlyName !== getProperty(name)?.friendlyName);
			return [
				{heading: 'properties', values: properties.map(({name}) => name)},
				{
					heading: listedPropertiesHeading,
					values: properties.filter(each => readListed(each)).map(each => JSON.stringify(each)),
				},
				{heading: ownNamesHeading, values: renamed.map(({name, friendlyName}) => `${name}=${friendlyName}`)},
			];
		},
		'/meta/propertyValues': (input, answer) => {
			const {property, granularity} = input as {readonly property: string; readonly granularity?: string};
			const name = granularity === undefined ? property : `${property}.${granularity}`;
			return {heading: `values ${name}`, values: toItems((answer as Answer).results).flatMap(({value}) => value ?? [])};
		},
		'/reporting/eventTracking/basic/dataTable': (_, answer) => ({
			heading: 'events',
			values: eventNames((answer as Answer).results),
		}),
		'/eventTracking/listEventNames': (_, answer) => ({
			heading: 'events',
			values: toItems((answer as Answer).results).flatMap(({category = null, categoryEventNames = []}) =>
				categoryEventNames.map(({eventName}) => JSON.stringify([category, eventName])),
			),
		}),
		'/exceptionTracking/listFiles': fileNames('exceptions'),
		'/customEventTracking/listFiles': fileNames('events'),
	};

/** Finds the names in a response. Empty lists of a product's own names and properties count: it may have removed them. */
export const findNames = (path: string, input: unknown, answer: unknown): readonly CachedNames[] =>
	[nameReaders[path]?.(input, answer) ?? []]
		.flat()
		.filter(({heading, values}) => values.length > 0 || [ownNamesHeading, listedPropertiesHeading].includes(heading));
