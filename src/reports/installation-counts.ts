import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {current as currentOperation, dateRange} from '../contract/operations/current-report.ts';
import {reportRows, usualStart} from '../contract/reports.ts';
import type {ClientStatus, DateSplit} from '../contract/request-words.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import {CliError} from '../errors.ts';
import type {Cell, Row} from '../output/dataset.ts';
import {enumeration, lowerCaseWords} from '../text/wording.ts';
import {toDate, toFigures, toFiguresOrNone, toMap, UnknownLayout} from './answer-layout.ts';
import {getMissingValueCaveats} from './caveats/missing-values.ts';
import {count, dateColumn, keysOf, levelColumns, lossesCompleteColumn, totalsColumn} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import type {LossRule} from './request/loss-rule.ts';
import {getGiven, getGroupBy, getStatuses, type ReportOptions} from './request/report-options.ts';
import type {Query} from './request/resolve-query.ts';

export type CurrentLayout = {
	readonly statuses: readonly string[];
	/** Column names of the levels, outermost first. */
	readonly levels: readonly string[];
	readonly isSplit: boolean;
	/** Adds rows for the outer levels, and a column with the level of each row. */
	readonly totals: boolean;
};

type Rows = Generator<Row, void>;

const toCounts = (value: Labeled, {statuses}: CurrentLayout): Cell[] =>
	isMap(value) && value.has('totals') ? toFiguresOrNone(value.get('totals'), statuses) : toFigures(value, statuses);

/** Depths of segments that contain a next level, and of segments that count installations but contain none. */
type Depths = {readonly nested: Set<number>; readonly bare: Set<number>};

function segmentsInside(segment: LabelMap, depth: number, {nested, bare}: Depths, query: CurrentLayout): LabelMap {
	const next = segment.get(`level${depth + 1}`);
	if (next !== undefined) nested.add(depth);
	else if (toFiguresOrNone(segment.get('totals'), query.statuses).some(Boolean)) bare.add(depth);
	return toMap(next === undefined ? [] : next, `level${depth + 1}`);
}

function* readLevel(segments: LabelMap, outer: readonly string[], depths: Depths, query: CurrentLayout): Rows {
	const {levels, statuses, totals} = query;
	const depth = outer.length + 1;
	const isInnermost = depth === levels.length;
	const noLabels: readonly null[] = Array.from({length: levels.length - depth}, () => null);
	const behind = [...noLabels, ...(totals ? [levels[depth - 1] ?? null] : [])];
	for (const [label, segment] of segments) {
		if (!isMap(segment)) throw new UnknownLayout('a segment', 'an object with totals');
		if (isInnermost || totals) {
			yield [...outer, label, ...behind, ...toFiguresOrNone(segment.get('totals'), statuses)];
		}
		if (!isInnermost) {
			yield* readLevel(segmentsInside(segment, depth, depths, query), [...outer, label], depths, query);
		}
	}
}

function* readLevels(results: LabelMap, query: CurrentLayout): Rows {
	const level1 = results.get('level1');
	if (level1 === undefined && results.size > 0) throw new UnknownLayout('results', 'an object with level1');
	const depths: Depths = {nested: new Set(), bare: new Set()};
	yield* readLevel(toMap(level1 === undefined ? [] : level1, 'level1'), [], depths, query);
	// Some segments may be empty; if all are, the response belongs to another request.
	for (const depth of depths.bare) {
		if (!depths.nested.has(depth)) throw new UnknownLayout('results', `an object with level${depth + 1}`);
	}
}

function* readDates(results: LabelMap, query: CurrentLayout): Rows {
	for (const [date, counts] of results) yield [toDate(date), ...toCounts(counts, query)];
}

/** Reads dates inside segments, one of the two known forms. */
function* readDatesInSegments(level1: LabelMap, query: CurrentLayout): Rows {
	for (const [label, dates] of level1) {
		for (const [date, counts] of toMap(dates, 'a segment')) yield [toDate(date), label, ...toCounts(counts, query)];
	}
}

/** Reads segments inside dates, the other known form. */
function* readSegmentsInDates(results: LabelMap, query: CurrentLayout): Rows {
	for (const [date, inside] of results) {
		const day = toMap(inside, toDate(date));
		const level1 = day.get('level1');
		if (level1 === undefined && day.size > 0) throw new UnknownLayout('a date', 'an object with level1');
		for (const [label, segment] of toMap(level1 === undefined ? [] : level1, 'level1')) {
			yield [toDate(date), label, ...toCounts(segment, query)];
		}
	}
}

/**
 * Reads `results` of the current report: counts alone, nested levels, dates, and both known forms of dates with one level. Rows:
 * date if split, a label per level, `level` with totals, the requested statuses. Throws UnknownLayout
 * (docs/service.md#current-layout).
 */
export function* readCurrent(value: Labeled, query: CurrentLayout): Rows {
	const results = toMap(value, 'results');
	const level1 = results.get('level1');
	if (!query.isSplit && query.levels.length > 0) yield* readLevels(results, query);
	else if (!query.isSplit) {
		if (results.size > 0) yield toCounts(results, query);
	} else if (query.levels.length === 0) yield* readDates(results, query);
	else if (level1 === undefined) yield* readSegmentsInDates(results, query);
	else yield* readDatesInSegments(toMap(level1, 'level1'), query);
}

type CurrentOptions = ReportOptions & {
	readonly status: readonly ClientStatus[] | undefined;
	readonly lostAfter: number | undefined;
	readonly split: DateSplit | undefined;
	readonly totals: boolean;
	readonly wide: boolean;
};
type CurrentQuery = Query<LossRule | undefined>;

/** Throws CliError (usage) for marks of dates on a chart without dates. */
export function validateMarks({marks, split}: ReportOptions): void {
	if (marks !== undefined && split === undefined)
		throw new CliError('usage', '--marks needs a chart over time', {hint: 'add --split month'});
}

function validateShape({wide, split, level = [], totals, share, top, marks}: CurrentOptions): void {
	const other = wide ? '--wide' : split === undefined ? undefined : '--split';
	const ofLevels = getGiven({'--totals': totals, '--share': share, '--top': top});
	if (ofLevels.length > 0 && level.length === 0)
		throw new CliError('usage', `${enumeration(ofLevels)} ${ofLevels.length === 1 ? 'needs' : 'need'} --level`, {
			hint: `add --level prodEdition, or omit ${enumeration(ofLevels)}: without --level, a row is the total`,
		});
	validateMarks({marks, split});
	if (totals && other)
		throw new CliError('usage', `${other} and --totals cannot be combined`, {hint: 'remove one of them'});
	if (!wide) return;
	if (split !== undefined || level.length > 0) return;
	throw new CliError('usage', '--wide needs --split or --level', {hint: 'add --split month, or --level prodEdition'});
}

const toRequest = (options: CurrentOptions, query: CurrentQuery) => ({
	startDate: query.range.first,
	clientStatus: [...getStatuses(options)],
	...query.lossRule,
	globalFilters: query.filters,
	levels: query.levels,
	dateSplit: options.split ?? null,
	...getGroupBy(options),
});

const shared = {
	defaultStart: usualStart,
	validate: validateShape,
	/** Wide tables have no column that names the only status. */
	title: (options: CurrentOptions) => {
		const [status, ...others] = getStatuses(options);
		const {groupBy = 'clientId'} = options;
		const all = groupBy === 'clientId' ? 'Installations' : `Values of ${groupBy}`;
		return status && others.length === 0 ? `${count(status).title} ${lowerCaseWords(all)}` : all;
	},
	columns: (options: CurrentOptions, properties: readonly string[]) => [
		...(options.split ? [dateColumn(options.split)] : []),
		...levelColumns(properties),
		...(options.totals ? [totalsColumn] : []),
		...getStatuses(options).map(name => count(name, {unit: 'installations'})),
		...(options.split && getStatuses(options).includes('lost') ? [lossesCompleteColumn] : []),
	],
	read: ([results = []]: readonly Labeled[], options: CurrentOptions, {properties}: CurrentQuery) =>
		readCurrent(results, {
			statuses: getStatuses(options),
			levels: levelColumns(properties).map(({key}) => key),
			isSplit: options.split !== undefined,
			totals: options.totals,
		}),
	caveats: (results: Labeled, options: CurrentOptions, {levels}: CurrentQuery) =>
		options.split ? [] : getMissingValueCaveats(results, {levels, statuses: getStatuses(options)}),
	pivot: ({split}: CurrentOptions, properties: readonly string[]) => {
		const levels = keysOf(levelColumns(properties));
		return split ? {subject: levels, across: 'date'} : {subject: levels.slice(0, -1), across: levels.at(-1) ?? ''};
	},
	isPartition: ({groupBy = 'clientId'}: CurrentOptions) => groupBy === 'clientId',
	chart: {title: 'Installations'},
	sizes: ['active', 'new', 'lost'],
} as const;

export const range: ReportDescriptor<typeof dateRange, CurrentOptions> = {
	...shared,
	row: reportRows.range,
	hintIfAbsent:
		'--compare and ranges that end before today need a newer server; to count until now, give only a first day: --from -30d',
	endpoint: async () => (await import('../contract/operations/current-report.ts')).dateRange,
	request: (options, query) => ({...toRequest(options, query), stopDate: query.range.last}),
	countsLosses: ({key}) => key === 'lost',
};

export const current: ReportDescriptor<typeof currentOperation, CurrentOptions> = {
	...shared,
	row: reportRows.current,
	endpoint: async () => (await import('../contract/operations/current-report.ts')).current,
	request: toRequest,
	withLastDay: range as ReportDescriptor,
};
