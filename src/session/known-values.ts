import {join} from 'node:path';
import {readPrivateFile, writePrivateFile} from '../files/private-file.ts';

/**
 * Names that answers brought: properties, their values, files. Shells complete from here, never from the network. Kept in
 * the state folder, by address of the service and product.
 */
export type KnownValues = {
	/** Under a heading such as `properties`, `values os.version` or `files exceptions`; empty when nothing is known. */
	readonly find: (service: string, product: number | undefined, heading: string) => Promise<readonly string[]>;
	readonly put: (service: string, product: number, found: Found) => Promise<void>;
};
export type Found = {readonly heading: string; readonly values: readonly string[]};

type Entry = Found & {readonly service: string; readonly product: number};

/** A shell lists no more, and the file stays small. */
const mostValues = 500;
const mostEntries = 200;

const isEntry = (item: Partial<Entry> | null): item is Entry =>
	typeof item?.service === 'string' &&
	typeof item.product === 'number' &&
	typeof item.heading === 'string' &&
	Array.isArray(item.values) &&
	item.values.every(value => typeof value === 'string');

/** Nothing here is worth a failure: what cannot be read counts as not known. */
async function read(path: string): Promise<readonly Entry[]> {
	try {
		const items: unknown = JSON.parse((await readPrivateFile(path)) ?? '[]');
		return Array.isArray(items) ? items.filter(isEntry) : [];
	} catch {
		return [];
	}
}

export function createKnownValues({stateDir}: {readonly stateDir: string}): KnownValues {
	const path = join(stateDir, 'known-values.json');
	return {
		find: async (service, product, heading) => {
			const entries = (await read(path)).filter(item => item.service === service && item.heading === heading);
			const own = entries.filter(item => product === undefined || item.product === product);
			return [...new Set(own.flatMap(({values}) => values))];
		},
		put: async (service, product, {heading, values}) => {
			const others = (await read(path)).filter(
				item => item.service !== service || item.product !== product || item.heading !== heading,
			);
			const entry = {service, product, heading, values: values.slice(0, mostValues)};
			// Two runs at once may lose an entry: it is learned again.
			await writePrivateFile(path, `${JSON.stringify([entry, ...others].slice(0, mostEntries))}\n`).catch(() => {});
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

/** What an answer of an operation teaches, by its path. */
const lessons: Readonly<Record<string, (input: unknown, answer: unknown) => Found>> = {
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

/** What there is to learn from an answer; undefined for operations that teach nothing. */
export const learn = (path: string, input: unknown, answer: unknown): Found | undefined => {
	const found = lessons[path]?.(input, answer);
	return found && found.values.length > 0 ? found : undefined;
};
