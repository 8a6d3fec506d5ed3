import {listLevels, nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Segment} from '../../contract/segment-schemas.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import {CliError} from '../../errors.ts';
import {
	type Column,
	type Dataset,
	gatherRows,
	isFigure,
	isRecurring,
	type Order,
	type Pivot,
	type Row,
	type Sorting,
} from '../../output/dataset.ts';
import {type Compared, comparisonColumns} from '../../output/rows/comparison-columns.ts';
import {addIntervals, intervalKeys, withIntervalColumns} from '../../output/rows/interval-columns.ts';
import {findColumn} from '../../output/rows/select-columns.ts';
import {addShares, findShareBase, keepTop, shareColumn} from '../../output/rows/top-rows.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {groupBy} from '../../text/group-by.ts';
import {withPeriodColumn} from '../caveats/period-marks.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import {withOwnTitles} from '../request/product-properties.ts';
import type {ReportOptions} from '../request/report-options.ts';
import type {Query} from '../request/resolve-query.ts';

export type RowPlan = {
	readonly compared: Compared;
	readonly sorting?: Sorting;
	readonly order?: Order;
};

function findSize({chart, sizes = []}: ReportDescriptor, columns: readonly Column[]): string {
	const candidates = [chart.size, ...(chart.figures ?? []), ...sizes];
	const key = candidates.find(each => columns.some(column => column.key === each));
	return key ?? columns.find(isFigure)?.key ?? '';
}

/** Throws CliError (usage) for an unknown figure. */
function findCompared(
	{chart}: ReportDescriptor,
	columns: readonly Column[],
	{compare, figures, wide, interval: hasIntervals = false}: ReportOptions,
): Compared {
	const all = columns.filter(isFigure);
	if (wide && compare !== undefined)
		throw new CliError('usage', '--wide and --compare cannot be combined', {hint: 'remove one of them'});
	if (figures && compare === undefined) {
		throw new CliError('usage', '--figures needs --compare', {
			hint: 'add --compare previous, or choose columns with --fields',
		});
	}
	if (figures?.length === 1 && figures[0] === 'all')
		return {keys: all.map(({key}) => key), isNamed: true, hasIntervals};
	const named = figures?.map(name => (all[findColumn(all, name, '--figures')] as Column).key);
	const main = all.filter(({key}) => chart.figures?.includes(key)).slice(0, 1);
	// Without a main figure, each column was asked for: --status new,active,lost.
	const keys = named ?? (main.length > 0 ? main : all).map(({key}) => key);
	return {keys, isNamed: compare !== undefined && keys.length > 1, hasIntervals};
}

const isOverTime = (columns: readonly Column[]) => columns.some(({key, kind}) => key === 'date' || kind === 'bin');

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

/** Returns the default order: segments and events by size. */
function findOrder(report: ReportDescriptor, columns: readonly Column[], options: ReportOptions, query: Query) {
	const {sort}: ReportOptions = options;
	if (sort || isOverTime(columns)) return undefined;
	const groups = query.segmentation.segmentBy === undefined ? listLevels(query.levels) : [query.segmentation];
	const segments = columns
		.filter(({kind, key}) => kind === 'label' || (kind === 'date' && key !== 'date'))
		.map(({key, kind}, index) => ({
			keys: [key],
			...(kind === 'date' ? {isGiven: true} : orderOf(groups[index] ?? {})),
		}));
	const levels = [...segments, ...(report.ranked?.(options) ?? []).map(keys => ({keys}))];
	return levels.length > 0 ? levels : undefined;
}

function validateRanking(columns: readonly Column[], {share, top}: ReportOptions): void {
	const flag = top !== undefined ? '--top' : '--share';
	if (top === undefined && !share) return;
	const unfit = columns.find(({kind, key}) => ['date', 'bin', 'period'].includes(kind) || key === 'level');
	if (!unfit) return;
	if (unfit.key === 'level')
		throw new CliError('usage', `${flag} and --totals cannot be combined`, {hint: 'omit one of them'});
	throw new CliError('usage', `${flag} does not apply to a report with a row per ${unfit.kind}`, {
		hint: 'omit --split, --bins, or the segments by month or week',
	});
}

type ColumnInputs = {
	readonly properties: readonly string[];
	/** Absent before the request is sent. */
	readonly results?: readonly Labeled[];
	readonly events?: Query['events'];
	readonly names?: ProductProperties | undefined;
};

const getOwnColumns = (report: ReportDescriptor, options: ReportOptions, {properties, results, names}: ColumnInputs) =>
	withPeriodColumn(withOwnTitles(report.columns(options, properties, results), names));

type Shown = {
	/** All columns except the share and the ends of intervals. */
	readonly listed: readonly Column[];
	/** All columns except the ends of intervals. */
	readonly shared: readonly Column[];
	readonly columns: readonly Column[];
	readonly size: string;
	readonly shareBase: Column | undefined;
};

function getShown(report: ReportDescriptor, compared: Compared, options: ReportOptions, known: ColumnInputs): Shown {
	const own = getOwnColumns(report, options, known);
	const {events = []} = known;
	const size = options.compare === undefined ? findSize(report, own) : 'value';
	const listed = options.compare === undefined ? own : comparisonColumns(own, compared);
	const toColumns = options.interval ? withIntervalColumns : (columns: readonly Column[]) => columns;
	if (!options.share) return {listed, shared: listed, columns: toColumns(listed), size, shareBase: undefined};
	// An installation is in the row of each event that it used, so installations are added up only for a single event.
	const isRepeated = listed.some(isRecurring) && events.length !== 1;
	const shareBase = findShareBase(listed, size, isRepeated);
	const shared = [...listed, shareColumn(shareBase)];
	return {listed, shared, columns: toColumns(shared), size, shareBase};
}

/** Throws CliError (usage) for flags that do not fit the rows. */
function planColumns(report: ReportDescriptor, options: ReportOptions, known: ColumnInputs) {
	const own = getOwnColumns(report, options, known);
	const compared = findCompared(report, own, options);
	validateRanking(own, options);
	const shown = getShown(report, compared, options, known);
	validateInterval(shown, own, options);
	return {...shown, own, compared};
}

/** Returns the columns that follow from the flags alone. Throws CliError (usage) for flags that do not fit the rows. */
export const getColumns = (report: ReportDescriptor, options: ReportOptions, known: ColumnInputs): readonly Column[] =>
	planColumns(report, options, known).columns;

function validateInterval({columns}: Shown, own: readonly Column[], options: ReportOptions): void {
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

function findSorting(columns: readonly Column[], {sort}: ReportOptions): Sorting | undefined {
	if (!sort || 'sort' in sort) return undefined;
	const column = columns[findColumn(columns, sort.column, '--sort')] as Column;
	return {key: column.key, isDescending: sort.isDescending};
}

/** Plans the rows before anything is sent. Throws CliError (usage) for flags that do not fit them. */
export function planRows(
	report: ReportDescriptor,
	options: ReportOptions,
	{query, names}: {readonly query: Query; readonly names: ProductProperties},
): RowPlan {
	const {own, compared, columns, size} = planColumns(report, options, {...query, names});
	const sorting = findSorting(columns, options);
	const ranks = options.top === undefined ? findOrder(report, own, options, query) : undefined;
	const levels = compared.isNamed ? [{keys: ['figure'], isGiven: true}, ...(ranks ?? [])] : ranks;
	return {compared, ...(sorting ? {sorting} : {}), ...(levels ? {order: {levels, size}} : {})};
}

async function* withRanks(
	blocks: Dataset['blocks'],
	{listed, size, shareBase}: Shown,
	{share, top}: ReportOptions,
): AsyncGenerator<readonly Row[]> {
	const rows = await gatherRows(blocks);
	const figureAt = listed.findIndex(({key}) => key === 'figure');
	// Figures of a comparison are ranked separately.
	for (const own of groupBy(rows, row => row[figureAt] ?? null).values()) {
		const kept = top === undefined ? own : keepTop(listed, own, {count: top, size});
		yield share ? addShares(listed, kept, shareBase) : kept;
	}
}

async function* withIntervals(blocks: Dataset['blocks'], {shared}: Shown): AsyncGenerator<readonly Row[]> {
	for await (const rows of blocks) yield addIntervals(shared, rows);
}

/** Returns the rows in the planned order, with shares, and with the rest summed as `other`. */
export function arrangeReport(
	blocks: Dataset['blocks'],
	{report, options, plan}: {readonly report: ReportDescriptor; readonly options: ReportOptions; readonly plan: RowPlan},
	known: ColumnInputs,
): Dataset {
	const {compared, ...order} = plan;
	const shown = getShown(report, compared, options, known);
	const isRanked = options.share || options.top !== undefined;
	const ranked = isRanked ? withRanks(blocks, shown, options) : blocks;
	return {columns: shown.columns, blocks: options.interval ? withIntervals(ranked, shown) : ranked, ...order};
}

/** Returns how `--wide` shows these columns: the figures of the report, each with its interval if there is one. */
export function getPivot(
	report: ReportDescriptor,
	options: ReportOptions,
	{properties, columns}: {readonly properties: readonly string[]; readonly columns: readonly Column[]},
): Pivot | undefined {
	if (!options.wide) return undefined;
	const plan = report.pivot?.(options, properties);
	if (!plan?.figures) return plan && {...plan, figures: columns.filter(isFigure).map(({key}) => key)};
	const shown = columns
		.filter(({key}) => plan.figures?.includes(key))
		.flatMap(column => [column.key, ...Object.values(intervalKeys(column))]);
	return {...plan, figures: shown.filter(key => columns.some(column => column.key === key))};
}
