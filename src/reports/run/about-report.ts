import type {Context} from '../../cli/definition/command.ts';
import {getOwnTitle} from '../../cli/product/product-properties.ts';
import type {About} from '../../output/dataset.ts';
import type {ProductProperties} from '../../session/known-values.ts';
import {enumeration} from '../../text/wording.ts';
import type {Caveats} from '../caveats/caveats.ts';
import {segmentColumn} from '../report-columns.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import {getFacts} from '../request/facts.ts';
import type {ReportOptions} from '../request/report-options.ts';
import type {Range} from '../request/report-range.ts';
import type {Query, ResolvedQuery} from '../request/resolve-query.ts';
import type {WireRequest} from '../request/wire-request.ts';

/** A report that was run. */
type Described = {
	readonly report: ReportDescriptor;
	readonly options: ReportOptions;
	readonly query: Query;
	readonly wire: WireRequest;
	readonly caveats: Caveats;
	readonly context: Context;
};

/** `OS Version` → `OS version`. */
const lowerCase = (title: string) => title.replace(/\b[A-Z](?=[a-z])/g, letter => letter.toLowerCase());

const units: Readonly<Record<string, string>> = {d: 'days', w: 'weeks', mo: 'months', y: 'years'};

/** Words the range as `--from` was typed: `-6mo` is `last 6 months`. */
function describeRange({first, last}: Range, {today, from}: {readonly today: string; readonly from?: string}): string {
	if (last !== today || first >= today) return `${first} to ${last}`;
	const [, count = '1', unit = ''] = /^(?:today|now)?-(\d+)(d|w|mo|y)?$/i.exec(from ?? '') ?? [];
	// "last month" would read as the calendar month.
	return Number(count) > 1 ? `last ${Number(count)} ${units[unit.toLowerCase()] ?? 'days'}` : `since ${first}`;
}

/** The most characters of event names in a title. */
const longestEvents = 60;

/** `Installations by product edition and OS version, last 90 days`, `Events over time: Files/Open, last 90 days`. */
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

/** True for the note about installations without a value if a caveat gives their number. */
function isCounted(note: string, caveats: readonly string[]): boolean {
	const [property, ...rest] = note.split(': installations without a value');
	return rest.length > 0 && caveats.some(text => text.includes(`${property} leaves out installations without a value`));
}

/** Describes a report for the page of `--html`: title, facts, notes and caveats. */
export async function describeReport(
	{report, options, query, wire, caveats, context}: Described,
	{texts, notes, from}: Pick<ResolvedQuery, 'texts' | 'notes' | 'from'>,
	{baseline, names}: {readonly baseline: Range | undefined; readonly names: ProductProperties},
): Promise<About> {
	const {sort}: ReportOptions = options;
	const asked = getFacts(wire, texts, sort);
	const events = asked.find(([name]) => name === 'Events')?.[1];
	return {
		title: describeRows(report, query, {today: context.today, from, baseline, names, events}),
		isCompared: baseline !== undefined,
		products: [await context.product()],
		facts: [
			['Report', report.row.command],
			...asked,
			...(report.facts?.(options) ?? []),
			...(baseline ? [['Compared with', `${baseline.first} to ${baseline.last}`] as const] : []),
		],
		notes: notes.filter(text => !isCounted(text, caveats.all)),
		caveats: caveats.all,
	};
}
