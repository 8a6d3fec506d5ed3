import type {ColumnSort, Sort} from '../../contract/reports.ts';
import {parseDateWord} from '../../language/values/date-words.ts';
import type {About, Range} from '../../output/dataset.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {counted, enumeration} from '../../text/wording.ts';
import type {Caveats} from '../caveats/caveats.ts';
import {segmentColumn} from '../report-columns.ts';
import type {Fact, ReportDescriptor} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getOwnTitle} from '../request/product-properties.ts';
import type {ReportOptions} from '../request/report-options.ts';
import type {ReportRequest} from '../request/report-request.ts';
import type {ExpressionTexts, Query, ResolvedQuery} from '../request/resolve-query.ts';

type ReportRun = {
	readonly report: ReportDescriptor;
	readonly options: ReportOptions;
	readonly query: Query;
	readonly request: ReportRequest;
	readonly caveats: Caveats;
	readonly context: ReportPorts;
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
function describeRows(
	{chart}: ReportDescriptor,
	{properties, range}: Query,
	{
		today,
		from,
		baseline,
		names,
		events,
	}: {
		readonly today: string;
		readonly from: string;
		readonly baseline: Range | undefined;
		readonly names: ProductProperties;
		readonly events: string | undefined;
	},
): string {
	const by = properties.map(property => getOwnTitle(names, property) ?? lowerCase(segmentColumn(property).title));
	const what =
		by.length === 0 ? chart.title : `${chart.title}${chart.title.includes(',') ? ',' : ''} by ${enumeration(by)}`;
	const compared = baseline ? [`compared with ${describeRange(baseline, {today})}`] : [];
	const whole = events === undefined || events.length > longestEvents ? what : `${what}: ${events}`;
	return [whole, describeRange(range, {today, from}), ...compared].join(', ');
}

/** Tests whether a caveat gives the number for this note about installations without a value. */
function isInCaveats(note: string, caveats: readonly string[]): boolean {
	const [property, ...rest] = note.split(': installations without a value');
	return rest.length > 0 && caveats.some(text => text.includes(`${property} leaves out installations without a value`));
}

export async function describeReport(
	{report, options, query, request, caveats, context}: ReportRun,
	{texts, notes, from}: Pick<ResolvedQuery, 'texts' | 'notes' | 'from'>,
	{baseline, names}: {readonly baseline: Range | undefined; readonly names: ProductProperties},
): Promise<About> {
	const {sort}: ReportOptions = options;
	const requestFacts = getFacts(request, texts, sort);
	const events = requestFacts.find(([name]) => name === 'Events')?.[1];
	return {
		title: describeRows(report, query, {today: context.today, from, baseline, names, events}),
		isCompared: baseline !== undefined,
		products: [await context.product()],
		facts: [
			['Report', report.row.command],
			...requestFacts,
			...(report.facts?.(options) ?? []),
			...(baseline ? [['Compared with', `${baseline.first} to ${baseline.last}`] as const] : []),
		],
		notes: notes.filter(text => !isInCaveats(text, caveats.all)),
		caveats: caveats.all,
	};
}
