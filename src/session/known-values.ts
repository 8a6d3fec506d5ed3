import {join} from 'node:path';
import {createCacheFile} from './cache-file.ts';

/**
 * Names that answers of the service contained: properties, their values, files. Shell completion reads them from here and never
 * asks the service. Kept in the state folder, by address of the service and product.
 */
export type KnownValues = {
	/** Under a heading such as `properties`, `values os.version` or `files exceptions`; empty when nothing is known. */
	readonly find: (service: string, product: number | undefined, heading: string) => Promise<readonly string[]>;
	readonly put: (service: string, product: number, found: Found) => Promise<void>;
};
export type Found = {readonly heading: string; readonly values: readonly string[]};

type Entry = Found & {readonly service: string; readonly product: number};

/** Limits that keep the file small; a shell lists no more values. */
const maxValues = 500;
const maxEntries = 200;

const isEntry = (item: Partial<Entry> | null): item is Entry =>
	typeof item?.service === 'string' &&
	typeof item.product === 'number' &&
	typeof item.heading === 'string' &&
	Array.isArray(item.values) &&
	item.values.every(value => typeof value === 'string');

export function createKnownValues({stateDir}: {readonly stateDir: string}): KnownValues {
	const file = createCacheFile(join(stateDir, 'known-values.json'), isEntry);
	return {
		find: async (service, product, heading) => {
			const entries = (await file.read()).filter(item => item.service === service && item.heading === heading);
			const own = entries.filter(item => product === undefined || item.product === product);
			return [...new Set(own.flatMap(({values}) => values))];
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
	readonly properties?: readonly {readonly name: string}[];
};
const itemsOf = (list: unknown): readonly Item[] => (Array.isArray(list) ? (list as Item[]) : []);

const fileNames = (kind: string) => (_: unknown, answer: unknown) => ({
	heading: `files ${kind}`,
	values: ['openDailyFiles', 'dailyFiles', 'monthlyFiles'].flatMap(list =>
		itemsOf((answer as Record<string, unknown>)[list]).flatMap(({fileName}) => fileName ?? []),
	),
});

/** How to read the names from the answer of an operation, by its path. */
const readers: Readonly<Record<string, (input: unknown, answer: unknown) => Found>> = {
	'/meta/productProperties': (_, answer) => ({
		heading: 'properties',
		values: itemsOf((answer as Answer).results).flatMap(({properties = []}) => properties.map(({name}) => name)),
	}),
	'/meta/propertyValues': (input, answer) => {
		const {property, granularity} = input as {readonly property: string; readonly granularity?: string};
		const name = granularity === undefined ? property : `${property}.${granularity}`;
		return {heading: `values ${name}`, values: itemsOf((answer as Answer).results).flatMap(({value}) => value ?? [])};
	},
	'/exceptionTracking/listFiles': fileNames('exceptions'),
	'/customEventTracking/listFiles': fileNames('events'),
};

/** The names in an answer; undefined for operations whose answers contain none. */
export const findNames = (path: string, input: unknown, answer: unknown): Found | undefined => {
	const found = readers[path]?.(input, answer);
	return found && found.values.length > 0 ? found : undefined;
};
