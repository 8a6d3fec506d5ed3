import {listLevels, nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Segment} from '../../contract/segment-schemas.ts';
import {CliError} from '../../errors.ts';
import {type Column, isFigure, isRecurring, type Order, type Sorting} from '../../output/dataset.ts';
import {type Compared, comparisonColumns} from '../../output/rows/comparison-columns.ts';
import {intervalKeys, withIntervalColumns} from '../../output/rows/interval-columns.ts';
import {findColumn} from '../../output/rows/select-columns.ts';
import {findShareBase, shareColumns} from '../../output/rows/top-rows.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {withPeriodColumn} from '../caveats/period-marks.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import {withOwnTitles} from '../request/product-properties.ts';
import {canOverlap} from '../request/report-events.ts';
import type {ReportOptions} from '../request/report-options.ts';
import type {Query} from '../request/resolve-query.ts';

/** The columns of each step from the response to the output. */
export type Layout = {
	/** Those that the report reads. */
	readonly read: readonly Column[];
	/** With the product's titles, and whether each period is complete. */
	readonly own: readonly Column[];
	/** With the share. */
	readonly shared: readonly Column[];
	readonly compared: Compared;
	/** After the comparison. */
	readonly listed: readonly Column[];
	/** With the ends of intervals: all that are shown. */
	readonly columns: readonly Column[];
	/** The key of the figure that is the size of a row. */
	readonly size: string;
	readonly shareBase: Column | undefined;
};

export type RowOrder = {readonly sorting?: Sorting; readonly order?: Order};

function findSize({chart, sizes = []}: ReportDescriptor, columns: readonly Column[]): string {
	const candidates = [chart.size, ...(chart.figures ?? []), ...sizes];
	const key = candidates.find(each => columns.some(column => column.key === each));
	return key ?? columns.find(isFigure)?.key ?? '';
}

function validateCompared({compare, figures, wide}: ReportOptions): void {
	if (wide && compare !== undefined)
		throw new CliError('usage', '--wide and --compare cannot be combined', {hint: 'remove one of them'});
	if (figures && compare === undefined) {
		throw new CliError('usage', '--figures needs --compare', {
			hint: 'add --compare previous, or choose columns with --fields',
		});
	}
}

/** Throws CliError (usage) for an unknown figure. */
function findCompared(
	{chart}: ReportDescriptor,
	columns: readonly Column[],
	{compare, figures, share, interval: hasIntervals = false}: ReportOptions,
): Compared {
	const all = columns.filter(column => isFigure(column) && !column.onlyInData);
	if (figures?.length === 1 && figures[0] === 'all')
		return {keys: all.map(({key}) => key), isNamed: true, hasIntervals};
	const named = figures?.map(name => (all[findColumn(all, name, '--figures')] as Column).key);
	const main = all.filter(({key}) => chart.figures?.includes(key)).slice(0, 1);
	// Without a main figure, each column was asked for: --status new,active,lost.
	const usual = share ? [] : (main.length > 0 ? main : all).map(({key}) => key);
	const keys = [...(named ?? usual), ...(share ? ['share'] : [])];
	return {keys, isNamed: compare !== undefined && keys.length > 1, hasIntervals};
}

/** Returns the labels of a segment; undefined if they are the values in the data. */
function labelsOf(item: Segment): readonly string[] | undefined {
	if (item.segmentLabel !== undefined) return [item.segmentLabel];
	if (!('type' in item)) return [nullLabel];
	if (item.type === 'string' || item.type === 'number') return [String(item.value)];
	return item.type === 'stringArray' && item.split !== false ? item.value : undefined;
}

type LevelSort = {readonly segments?: readonly Segment[]; readonly sort?: unknown; readonly sortDirection?: unknown};

/**
 * Returns the order of a level. A requested sort keeps the order of the service, except that a sort by name compares
 * versions as versions. Otherwise segments keep the order in which they were typed.
 */
function orderOf({segments = [], sort, sortDirection}: LevelSort) {
	if (sort === 'alpha') return {isGiven: true, sortsVersions: sortDirection === 'desc' ? 'desc' : 'asc'} as const;
	if (sort !== undefined) return {isGiven: true};
	const labels = segments.map(labelsOf);
	return segments.length > 1 && labels.every(each => each !== undefined) ? {labels: labels.flat()} : {};
}

/** Returns the default order: segments and events by size; within dates and bins as sent, except for versions. */
function findOrder(report: ReportDescriptor, columns: readonly Column[], options: ReportOptions, query: Query) {
	if (options.sort) return undefined;
	const dates = columns.filter(({key}) => key === 'date');
	const keepsOrder = dates.length > 0 || columns.some(({kind}) => kind === 'bin');
	const groups = query.segmentation.segmentBy === undefined ? listLevels(query.levels) : [query.segmentation];
	const segments = columns
		.filter(({kind, key}) => kind === 'label' || (kind === 'date' && key !== 'date'))
		.map(({key, kind, isVersion}, index) => ({
			keys: [key],
			...(kind === 'date' || (keepsOrder && !isVersion) ? {isGiven: true} : {}),
			...(kind === 'date' ? {} : orderOf(groups[index] ?? {})),
		}));
	const ranks = keepsOrder ? [] : (report.ranked?.(options) ?? []);
	const levels = [...dates.map(({key}) => ({keys: [key]})), ...segments, ...ranks.map(keys => ({keys}))];
	return levels.length > 0 ? levels : undefined;
}

function validateRanking(columns: readonly Column[], {share, top}: ReportOptions, events: Query['events']): void {
	const flag = top !== undefined ? '--top' : '--share';
	if (top === undefined && !share) return;
	if (canOverlap(events))
		throw new CliError('usage', `${flag} cannot add up events that overlap`, {
			hint: `give each event once, and no pattern beside another event, or omit ${flag}`,
		});
	// The n largest are those of all dates. A share is of all of its date.
	const fits = ({key}: Column) => key === 'date';
	const unfit = columns.find(
		column => !fits(column) && (['date', 'bin', 'period'].includes(column.kind) || column.key === 'level'),
	);
	if (!unfit) return;
	if (unfit.key === 'level')
		throw new CliError('usage', `${flag} and --totals cannot be combined`, {hint: 'omit one of them'});
	throw new CliError('usage', `${flag} does not apply to a report with a row per ${unfit.kind}`, {
		hint: 'omit --split, --bins, or the segments by month or week',
	});
}

function validateInterval({columns, own}: Layout, options: ReportOptions): void {
	const {interval, share, compare} = options;
	if (!interval) return;
	const isPresent = (key: string) => columns.some(column => column.key === key);
	if (columns.some(column => isPresent(intervalKeys(column).low))) return;
	const percentage = compare === undefined ? undefined : own.find(({proportion}) => proportion?.part);
	const addition = percentage ? `--figures ${percentage.key}` : '--share';
	throw new CliError('usage', '--interval needs a percentage of installations', {
		hint: share ? 'request one event only, or remove --interval' : `add ${addition}, or remove --interval`,
	});
}

/** Throws CliError (usage) for flags that do not fit the columns. */
export function planLayout(
	report: ReportDescriptor,
	options: ReportOptions,
	{
		columns: read,
		names,
		events = [],
	}: {
		readonly columns: readonly Column[];
		readonly names?: ProductProperties | undefined;
		readonly events?: Query['events'];
	},
): Layout {
	const own = withPeriodColumn(withOwnTitles(read, names));
	validateRanking(own, options, events);
	validateCompared(options);
	const size = findSize(report, own);
	// An installation is in the row of each event that it used, so installations are added up only for a single event.
	const isRepeated = own.some(column => isRecurring(column) && column.key !== 'date') && events.length !== 1;
	const shareBase = options.share ? findShareBase(own, size, isRepeated) : undefined;
	const shared = options.share ? [...own, ...shareColumns(shareBase)] : own;
	const compared = findCompared(report, shared, options);
	const listed = options.compare === undefined ? shared : comparisonColumns(shared, compared);
	const columns = options.interval ? withIntervalColumns(listed) : listed;
	const layout = {read, own, shared, compared, listed, columns, size, shareBase};
	validateInterval(layout, options);
	return layout;
}

/** The service sorts segments by its keys; without segments, a key can be a column. */
function findSorting(
	columns: readonly Column[],
	{sort}: ReportOptions,
	{properties}: Pick<Query, 'properties'>,
): Sorting | undefined {
	if (!sort) return undefined;
	if ('sort' in sort) {
		const isColumn = properties.length === 0 && columns.some(({key}) => key === sort.sort);
		return isColumn ? {key: sort.sort, isDescending: sort.sortDirection === 'desc'} : undefined;
	}
	const column = columns[findColumn(columns, sort.column, '--sort')] as Column;
	return {key: column.key, isDescending: sort.isDescending};
}

/** Throws CliError (usage) for a sort by a column that there is not. */
export function planOrder(
	report: ReportDescriptor,
	options: ReportOptions,
	{layout, query}: {readonly layout: Layout; readonly query: Query},
): RowOrder {
	const {own, compared, columns} = layout;
	const size = options.compare === undefined ? layout.size : 'value';
	const sorting = findSorting(columns, options, query);
	const ranks = options.top === undefined ? findOrder(report, own, options, query) : undefined;
	const levels = compared.isNamed ? [{keys: ['figure'], isGiven: true}, ...(ranks ?? [])] : ranks;
	return {...(sorting ? {sorting} : {}), ...(levels ? {order: {levels, size}} : {})};
}
