import type {ColumnSort, Sort} from '../../contract/reports.ts';
import {parseDateWord} from '../../language/values/date-words.ts';
import type {About, Range} from '../../output/dataset.ts';
import {printRange} from '../../output/rows/range-columns.ts';
import {counted, enumeration} from '../../text/wording.ts';
import {getRequestCaveats, getReturnNotes} from '../caveats/request-caveats.ts';
import {findRowCaveats} from '../caveats/row-caveats.ts';
import {createIsShown, getSmallCellCaveats} from '../caveats/small-cells.ts';
import {segmentColumn} from '../report-columns.ts';
import type {Fact} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getOwnTitle} from '../request/product-properties.ts';
import {getSegmentLimits, getTopValuesProperty, type ReportRequest} from '../request/report-request.ts';
import type {ExpressionTexts} from '../request/resolve-query.ts';
import type {Table} from './arrange-report.ts';
import type {Answers} from './fetch-report.ts';
import type {Plan, PlannedSide} from './plan-report.ts';

export type Message = {readonly kind: 'note' | 'caveat'; readonly text: string};

/** The texts that stand beside the figures. The marks of rows are in the columns with `marksIncomplete`. */
export type Told = {
	readonly about: About;
	/** A sentence above the rows of a comparison. */
	readonly heading: string | undefined;
	/** The days of a period that the user named. */
	readonly range: Range | undefined;
	/** True if rows may be missing because of a limit. */
	readonly isCut: boolean;
	readonly beforeRows: readonly Message[];
	readonly afterRows: readonly Message[];
};

const lowerCase = (title: string) => title.replace(/\b[A-Z](?=[a-z])/g, letter => letter.toLowerCase());

const units: Readonly<Record<string, string>> = {d: 'days', w: 'weeks', mo: 'months', y: 'years'};

/** Describes the range as `--from` was typed: `-30d` is `last 30 days and today`, unless the start was moved. */
export function describeRange(
	{first, last}: Range,
	{today, from}: {readonly today: string; readonly from?: string},
): string {
	if (last !== today || first >= today) return `${first} to ${last}`;
	const [word, count = '1', unit = ''] = /^(?:today|now)?-(\d+)(d|w|mo|y)?$/i.exec(from ?? '') ?? [];
	const isMoved = word === undefined || parseDateWord({name: '--from', text: word}, {today, edge: 'first'}) !== first;
	// "last month" would read as the calendar month.
	if (isMoved || Number(count) < 2) return `since ${first}`;
	return `last ${Number(count)} ${units[unit.toLowerCase()] ?? 'days'} and today`;
}

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

const longestEvents = 60;

/** Returns `Installations by product edition and OS version, last 90 days`, `Events over time: Files/Open, last 90 days`. */
function getTitle(
	{report: {chart}, resolved: {query, from}, before}: Plan,
	{names, today, events}: Pick<Answers, 'names'> & {readonly today: string; readonly events: string | undefined},
): string {
	const by = query.properties.map(property => getOwnTitle(names, property) ?? lowerCase(segmentColumn(property).title));
	const what =
		by.length === 0 ? chart.title : `${chart.title}${chart.title.includes(',') ? ',' : ''} by ${enumeration(by)}`;
	const compared = before ? [`compared with ${describeRange(before.range, {today})}`] : [];
	const whole = events === undefined || events.length > longestEvents ? what : `${what}: ${events}`;
	return [whole, describeRange(query.range, {today, from}), ...compared].join(', ');
}

/** Tests whether a caveat gives the number for this note about installations without a value. */
function isInCaveats(note: string, caveats: readonly string[]): boolean {
	const [property, ...rest] = note.split(': installations without a value');
	return rest.length > 0 && caveats.some(text => text.includes(`${property} leaves out installations without a value`));
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

/** Lists all caveats, those about the rows last. */
function findCaveats(plan: Plan, answers: Answers, table: Table, {globals}: ReportPorts) {
	const {report, resolved, now, before} = plan;
	const own = findSideCaveats(plan, answers, now, answers.now);
	const baseline = before && answers.before && findSideCaveats(plan, answers, before, answers.before);
	const isShown = createIsShown(globals, {pivot: table.pivot, rule: report.chart});
	return {
		response: answers.caveats,
		request: [
			...resolved.basisNotes,
			...getRequestCaveats(now.scope, {isCompared: before !== undefined, isNamed: resolved.isNamed}),
		],
		quota: answers.quotaCaveats,
		rows: [
			...own.texts,
			...(baseline?.texts ?? []).map(text => `baseline: ${text}`),
			...getSmallCellCaveats(table, isShown),
		],
		isCut: own.isCut || (baseline?.isCut ?? false),
	};
}

const toMessages = (kind: Message['kind'], texts: readonly string[]): readonly Message[] =>
	texts.map(text => ({kind, text}));

/** The one place that decides what is told beside the figures. */
export async function tellReport(plan: Plan, answers: Answers, table: Table, ports: ReportPorts): Promise<Told> {
	const {report, options, resolved, marks, now, before} = plan;
	const {today, globals} = ports;
	const product = await ports.product();
	const caveats = findCaveats(plan, answers, table, ports);
	const returnNotes = getReturnNotes(now.scope, {isCompared: before !== undefined});
	// The messages of several products name their product by themselves.
	const prefix = globals.products.length > 1 ? `product ${product}: ` : '';
	const [response = [], quota = [], rows = []] = [caveats.response, caveats.quota, caveats.rows].map(texts =>
		texts.map(text => prefix + text),
	);
	const all = [...response, ...caveats.request, ...quota, ...rows];
	const facts = getFacts(now.first, resolved.texts, options.sort);
	const events = facts.find(([name]) => name === 'Events')?.[1];
	return {
		about: {
			title: getTitle(plan, {names: answers.names, today, events}),
			isCompared: before !== undefined,
			products: [product],
			facts: [
				['Report', report.row.command],
				...facts,
				...(report.facts?.(options) ?? []),
				...(before ? [['Compared with', `${before.range.first} to ${before.range.last}`] as const] : []),
			],
			notes: [...resolved.notes, ...answers.notes, ...returnNotes].filter(text => !isInCaveats(text, all)),
			caveats: all,
			marks,
		},
		heading: before && `${printRange(now.range)}, compared with ${printRange(before.range)}`,
		range: resolved.isNamed ? now.range : undefined,
		isCut: caveats.isCut,
		beforeRows: [
			...toMessages('caveat', caveats.response),
			...toMessages('note', answers.notes),
			...toMessages('caveat', [...caveats.request, ...caveats.quota]),
			...toMessages('note', returnNotes),
		],
		afterRows: [...toMessages('note', answers.zeroNotes), ...toMessages('caveat', caveats.rows)],
	};
}
