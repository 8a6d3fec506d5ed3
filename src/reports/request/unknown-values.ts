import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import {getProperty, levelsOf} from '../../contract/properties.ts';
import type {Segment} from '../../contract/segment-schemas.ts';
import {CliError} from '../../errors.ts';
import {distinctBy} from '../../text/group-by.ts';
import {didYouMean, nearNames} from '../../text/near-names.ts';
import type {ReportPorts} from '../report-ports.ts';

/** After an empty result, names the requested values that no installation has, and the nearest values that some have. */

export type NamedValue = {
	readonly property: string;
	readonly granularity?: string;
	readonly type: 'string' | 'regex';
	readonly value: string;
};

/** Each value costs a request. */
const maxLookups = 5;

type Matched = {readonly type?: unknown; readonly value?: unknown};

function textsOf({type, value}: Matched): readonly Pick<NamedValue, 'type' | 'value'>[] {
	const texts = [value].flat().filter(text => typeof text === 'string');
	if (type === 'regex') return texts.map(text => ({type, value: text}));
	return type === 'string' || type === 'stringArray' ? texts.map(text => ({type: 'string', value: text})) : [];
}

export const listFilterValues = (filters: GlobalFilters): readonly NamedValue[] =>
	Object.entries(filters as Readonly<Record<string, Matched>>).flatMap(([property, filter]) => {
		const granularities = levelsOf(property);
		if (granularities.length === 0) return textsOf(filter).map(text => ({property, ...text}));
		const levels = filter as Readonly<Record<string, unknown>>;
		return granularities.flatMap(granularity => {
			const level = levels[granularity];
			const value = typeof level === 'object' && level !== null && 'value' in level ? level.value : level;
			return textsOf({type: levels.type, value}).map(text => ({property, granularity, ...text}));
		});
	});

export function listSegmentValues(name: string, segments: readonly Segment[] = []): readonly NamedValue[] {
	const [property = '', granularity] = name.split('.');
	const target = granularity === undefined ? {property} : {property, granularity};
	return segments.flatMap(segment => ('value' in segment ? textsOf(segment) : [])).map(text => ({...target, ...text}));
}

const nameOf = ({property, granularity}: NamedValue) =>
	granularity === undefined ? property : `${property}.${granularity}`;

/** Suggests values: a pattern for the versions below a number, the same text in another case, near names, values that contain it. */
export function nearValues(value: string, values: readonly string[], takesPatterns: boolean): readonly string[] {
	const low = value.toLowerCase();
	if (takesPatterns && values.some(item => item.startsWith(`${value}.`))) return [`${value}.*`];
	const same = values.filter(item => item.toLowerCase() === low);
	if (same.length > 0) return same;
	const near = nearNames(value, values);
	return near.length > 0 ? near : values.filter(item => low !== '' && item.toLowerCase().includes(low)).slice(0, 3);
}

type ValueQuery = Parameters<typeof import('../../client/value-pages.ts')['readValuePages']>[1];

async function readValues(query: ValueQuery, {connect, signal}: ReportPorts): Promise<string[]> {
	// Loaded only for an empty result, since schemas take long to load.
	const {readValuePages} = await import('../../client/value-pages.ts');
	for await (const page of readValuePages(await connect(), query, {signal}).pages) return page.map(({value}) => value);
	return [];
}

/** Returns undefined if some installation has the value. */
async function explainValue(named: NamedValue, context: ReportPorts): Promise<string | undefined> {
	const {property, granularity, type, value} = named;
	const target = granularity === undefined ? {property} : {property, granularity};
	const name = nameOf(named);
	const listValues = `to list the values: usagectl props values ${name}`;
	// docs/service.md#property-values: the values of geography cannot be narrowed, and no code is near another.
	if (property === 'geography') {
		if (type === 'regex') return undefined;
		const isKnown = (await readValues(target, context)).includes(value);
		return isKnown ? undefined : `no installation has ${name} ${value}; ${listValues}`;
	}
	if ((await readValues({...target, filter: {type, value}}, context)).length > 0) return undefined;
	if (type === 'regex') return `no installation has a value of ${name} that matches ${value}; ${listValues}`;
	const near = nearValues(value, await readValues(target, context), getProperty(property)?.kind === 'text');
	const advice = near.length > 0 ? didYouMean(near) : listValues;
	return `no installation has ${name} ${value === '' ? "''" : value}; ${advice}`;
}

/** Runs a request that is needed only for a note. If it fails, the note is omitted. */
export async function emptyOnFailure<T>(ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof CliError && ['refused', 'usage', 'auth', 'network'].includes(error.kind)) return [];
		throw error;
	}
}

/** Returns a sentence for each value that no installation has. Calls the service, unless the flags forbid further calls. */
export async function explainUnknownValues(
	named: readonly NamedValue[],
	context: ReportPorts,
): Promise<readonly string[]> {
	const {raw, dryRun, printRequest, quiet} = context.globals;
	if (raw || dryRun || printRequest || quiet) return [];
	return emptyOnFailure(async () => {
		const sentences: string[] = [];
		for (const each of distinctBy(named, JSON.stringify).slice(0, maxLookups))
			sentences.push(...[(await explainValue(each, context)) ?? []].flat());
		return sentences;
	});
}
