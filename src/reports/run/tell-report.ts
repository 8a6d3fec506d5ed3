import {addDays} from '../../calendar.ts';
import type {ColumnSort, Sort} from '../../contract/reports.ts';
import type {About, Range, Row} from '../../output/dataset.ts';
import type {Footnote} from '../../output/footnotes.ts';
import {addUpByDate} from '../../output/rows/top-rows.ts';
import {counted, enumeration, lowerCaseWords} from '../../text/wording.ts';
import {getRequestCaveats} from '../caveats/request-caveats.ts';
import {findRowCaveats} from '../caveats/row-caveats.ts';
import {createIsShown, getSmallCellCaveats} from '../caveats/small-cells.ts';
import {getPerDayCaveats} from '../compare/change-per-day.ts';
import {segmentColumn} from '../report-columns.ts';
import type {Fact} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getOwnTitle} from '../request/product-properties.ts';
import {getSegmentLimits, getTopValuesProperty, hasOwnSegments, type ReportRequest} from '../request/report-request.ts';
import type {ExpressionTexts} from '../request/resolve-query.ts';
import {findOverlap, type Table} from './arrange-report.ts';
import type {Answers} from './fetch-report.ts';
import type {Plan, PlannedSide} from './plan-report.ts';
import {getTitle} from './report-title.ts';

/** The texts that stand beside the figures. The marks of rows are in the columns with `marksIncomplete`. */
export type Told = {
	readonly about: About;
	/** The days of a period that the user named. */
	readonly range: Range | undefined;
	/** True if rows may be missing because of a limit. */
	readonly isCut: boolean;
	readonly footnotes: readonly Footnote[];
};

const lossDates: Readonly<Record<string, string>> = {
	dateLastSeen: 'last day seen',
	dateDeclaredLost: 'day declared lost',
};

const describeSort = (sort: Sort | ColumnSort) =>
	'sort' in sort ? Object.values(sort).join(' ') : `${sort.column}${sort.isDescending ? ' desc' : ''}`;

function getFacts(
	request: ReportRequest,
	texts: ExpressionTexts,
	sort: Sort | ColumnSort | undefined,
): readonly Fact[] {
	const {startDate, stopDate, clientStatus, daysUntilDeclaredLost: days, dateReportedLost, dateSplit} = request;
	const facts: readonly (readonly [string, string | null | undefined])[] = [
		['From', startDate],
		['To', stopDate ?? 'now'],
		['Installations', clientStatus?.join(', ')],
		['Lost after', days === undefined ? undefined : `${counted(days, 'day')} of inactivity`],
		['Date of a loss', dateReportedLost && lossDates[dateReportedLost]],
		['Split by', dateSplit],
		['Filter', texts.filter],
		['Segments', texts.segments.join('; ')],
		['Events', texts.events.join(', ')],
		['Sorted by', sort && describeSort(sort)],
	];
	return facts.flatMap(([name, value]): readonly Fact[] => (value ? [[name, value]] : []));
}

/** Caveats about the rows of one side; each row of a comparison says itself that its losses are incomplete. */
function findSideCaveats(plan: Plan, {layout}: Answers, {first, scope}: PlannedSide, rows: Answers['now']) {
	const columns = plan.before ? layout.read.filter(({marksIncomplete}) => !marksIncomplete) : layout.read;
	return findRowCaveats(
		{columns, rows},
		{
			first: first.startDate,
			last: first.stopDate !== undefined && first.stopDate < scope.today ? first.stopDate : undefined,
			limits: getSegmentLimits(first),
			topValuesOf: getTopValuesProperty(first),
			// The response to a request for one event does not name it.
			events: 'events' in first ? plan.resolved.query.events : [],
		},
	);
}

const toFootnotes = (kind: Footnote['kind'], texts: readonly string[]): readonly Footnote[] =>
	texts.map(text => ({kind, text}));

/** Says that the rest of the rows has no sum. */
function getOtherCaveats(plan: Plan, {columns, rows}: Table) {
	const overlap = plan.options.top === undefined ? undefined : findOverlap(plan);
	const isOther = (row: Row) => columns.some(({kind}, at) => kind === 'label' && row[at] === 'other');
	if (!overlap || !rows.some(isOther)) return [];
	const figures = overlap === 'all' ? 'figures' : 'installations';
	return [`other has no sum of ${figures}, because an installation can be in several of its rows`];
}

/** Says that the rows count more than there is. */
function getOverlapCaveats({layout: {own, shareBase}, now, wholes}: Answers, {share}: Plan['options']) {
	if (!share || !shareBase) return [];
	const totals = addUpByDate(wholes.now, shareBase);
	const sums = addUpByDate({columns: own, rows: now}, shareBase);
	if ([...sums].every(([date, sum]) => sum <= (totals.get(date) ?? 0))) return [];
	return ['segments overlap: an installation can be in several rows, so shares add up to more than 100 %'];
}

/** In a week, few installations change. */
const fewDays = 7;
const replaced: ReadonlySet<string> = new Set(['prodVersion', 'prodBuild', 'prodEdition', 'licenseType']);

/**
 * An installation that was updated is under its new version on all days before, too: versions have users before they are released.
 * The service does not document which value counts (docs/service.md#value-basis).
 */
function getChangedValueCaveats({report, resolved: {query}, now, before}: Plan, {names}: Answers): readonly string[] {
	const {today, split} = now.scope;
	const {first, last = today} = (before ?? now).scope;
	if (report.row.family !== 'current' || (split ? first : last) >= addDays(today, -fewDays)) return [];
	const properties = new Set([...query.properties, ...Object.keys(query.filters)]);
	const changing = [...properties].filter(name => replaced.has(name));
	if (changing.length === 0) return [];
	const titles = changing.map(name => getOwnTitle(names, name) ?? lowerCaseWords(segmentColumn(name).title));
	const others = changing.includes('prodVersion') ? '; release list counts the version of each day' : '';
	return [`installations may count under their latest ${enumeration(titles)}, not that of each day${others}`];
}

/** Lists all footnotes: why there is nothing, what the marks mean, and what may mislead. */
function findFootnotes(plan: Plan, answers: Answers, table: Table, {globals}: ReportPorts) {
	const {report, resolved, now, before} = plan;
	const own = findSideCaveats(plan, answers, now, answers.now);
	const baseline = before && answers.before && findSideCaveats(plan, answers, before, answers.before);
	const isShown = createIsShown(globals, {pivot: table.pivot, rule: report.chart});
	const request = getRequestCaveats(now.scope, {
		isCompared: before !== undefined,
		isNamed: resolved.period !== undefined,
	});
	// Those of inner levels are counted: caveats/missing-values.ts.
	const lacking = now.completesNone ? undefined : resolved.lacking.get(resolved.query.properties[0] ?? '');
	const footnotes = [
		...toFootnotes('empty', answers.zeroNotes),
		...request,
		...own.marks,
		...toFootnotes('caveat', [
			...answers.caveats,
			...resolved.basisNotes,
			...getChangedValueCaveats(plan, answers),
			...answers.quotaCaveats,
			...own.texts,
			...getOverlapCaveats(answers, plan.options),
			...getOtherCaveats(plan, table),
			...[...(baseline?.texts ?? []), ...(baseline?.marks ?? []).map(({text}) => text)].map(
				text => `baseline: ${text}`,
			),
			...(before ? getPerDayCaveats(table, {report, now, before, figures: answers.layout.own}) : []),
			...getSmallCellCaveats(table, isShown),
		]),
		...toFootnotes('note', [...answers.notes, ...(lacking === undefined ? [] : [lacking])]),
	];
	return {footnotes, isCut: own.isCut || (baseline?.isCut ?? false)};
}

/** The one place that decides what is told beside the figures. */
export async function tellReport(plan: Plan, answers: Answers, table: Table, ports: ReportPorts): Promise<Told> {
	const {report, options, resolved, marks, now, before} = plan;
	const product = await ports.product();
	const {footnotes, isCut} = findFootnotes(plan, answers, table, ports);
	return {
		about: {
			title: getTitle(plan, answers),
			isCompared: before !== undefined,
			sumDiffers:
				hasOwnSegments(now.first) ||
				(resolved.lacking.size > 0 && !now.completesNone) ||
				findOverlap(plan) !== undefined,
			products: [product],
			facts: [
				['Report', report.row.command],
				...getFacts(now.first, resolved.texts, options.sort),
				...(report.facts?.(options) ?? []),
				...(before ? [['Compared with', `${before.range.first} to ${before.range.last}`] as const] : []),
			],
			marks,
		},
		range: resolved.period ? now.range : undefined,
		isCut,
		footnotes,
	};
}
