import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {endpoints} from '../../contract/operations/endpoints.ts';
import {chartTypes} from '../../contract/service-words.ts';
import {escapeHtml} from '../../text/html-text.ts';
import type {Assumed} from '../assumptions/assumption-table.ts';
import type {Answer} from '../http/http-messages.ts';
import {reject} from '../rejection.ts';
import {type ChartRule, type ChartType, createChart} from './chart-model.ts';
import {pageAnswer} from './page-answer.ts';
import {type ResultRow, readRows} from './result-rows.ts';

/** Formatted answers: a table or a chart as an HTML page (docs/service.md#get). */
const resultFormats = ['raw', 'table', 'highcharts'] as const;

type Members = Readonly<Record<string, unknown>>;

const {reports, lost, events} = endpoints;
const all: ChartRule = {axis: 'all'};
/** How each report is drawn; others have no chart. */
const chartRules = new Map<string, ChartRule>([
	[reports.current.path, {axis: 'date'}],
	[reports.range.path, {axis: 'date'}],
	[reports.engagement.path, {axis: 'last', measure: 'engagedPercent'}],
	[lost.days.path, all],
	[lost.sessions.path, all],
	[lost.runtime.path, all],
	[lost.event.path, all],
	[lost.events.path, {axis: 'all', measure: 'eventCount'}],
	[events.table.path, {axis: 'all', measure: 'cumulativeUsageCount'}],
	[events.timeline.path, {axis: 'date', measure: 'value'}],
	[events.frequency.path, {axis: 'all', measure: 'eventCounts'}],
]);

/** Parses the chart type. `line` is for requests with a date split, the others for those without. */
function parseChartType(text: string | null, input: Members, assume: Assumed): ChartType {
	const type = chartTypes.find(item => item === text) ?? reject(`hcType: one of ${chartTypes.join(', ')} is needed`);
	const split = input.dateSplit !== undefined && input.dateSplit !== null;
	if (assume['chart-types'] === 'strict' && (type === 'line') !== split)
		reject(split ? 'hcType: with a date split it is line' : 'hcType: line needs a date split');
	return type;
}

function cell(value: unknown): string {
	const shown = value === null || value === undefined ? '' : String(value);
	return typeof value === 'number' ? `<td class="n">${shown}</td>` : `<td>${escapeHtml(shown)}</td>`;
}
const table = (names: readonly string[], rows: readonly (readonly unknown[])[]): string =>
	`<table><thead><tr>${names.map(name => `<th>${escapeHtml(name)}</th>`).join('')}</tr></thead><tbody>${rows
		.map(row => `<tr>${row.map(cell).join('')}</tr>`)
		.join('')}</tbody></table>`;

/** A table of a report: labels, then figures. A histogram has one row for each figure. */
function tableOfRows(rows: readonly ResultRow[]): string {
	const [only] = rows;
	if (only && rows.length === 1 && only.labels.length === 0) return table(['', 'installations'], [...only.figures]);
	const depth = Math.max(0, ...rows.map(row => row.labels.length));
	const names = [...new Set(rows.flatMap(row => [...row.figures.keys()]))];
	return table(
		[...Array.from({length: depth}, () => ''), ...names],
		rows.map(({labels, figures}) => [
			...Array.from({length: depth}, (_, index) => labels[index]),
			...names.map(name => figures.get(name)),
		]),
	);
}

/** The members of a record; those of nested records have dotted names. */
const flatten = (record: object, prefix = ''): readonly (readonly [string, unknown])[] =>
	Object.entries(record).flatMap(([name, value]) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? flatten(value, `${prefix}${name}.`)
			: [[`${prefix}${name}`, Array.isArray(value) ? JSON.stringify(value) : value] as const],
	);

/** A table for each list of an answer of records, and one of its other members. */
function tablesOfRecords(result: Members): string {
	const single = Object.entries(result).filter(([, value]) => !Array.isArray(value));
	const lists = Object.entries(result).flatMap(([name, value]) =>
		Array.isArray(value) ? [[name, value] as const] : [],
	);
	const parts = lists.map(([name, items]) => {
		const records = (items as readonly object[]).map(item => new Map(flatten(item)));
		const names = [...new Set(records.flatMap(record => [...record.keys()]))];
		return `<h2>${escapeHtml(name)}</h2>${table(
			names,
			records.map(record => names.map(key => record.get(key))),
		)}`;
	});
	return (
		table(
			['name', 'value'],
			single.flatMap(([name, value]) => flatten({[name]: value})),
		) + parts.join('')
	);
}

export type FormattedRequest = {
	readonly row: Endpoint;
	readonly input: Members;
	readonly parameters: URLSearchParams;
	readonly assume: Assumed;
};

/** True when the answer is formatted as a page. Throws a Rejection for an unknown format, unless it counts as raw. */
export function isFormatted(parameters: URLSearchParams, assume: Assumed): boolean {
	const format = parameters.get('resultFormat') ?? 'raw';
	const known = resultFormats.some(name => name === format);
	if (!known && assume['unknown-format'] === 'raw') return false;
	if (!known) reject(`resultFormat: one of ${resultFormats.join(', ')}`);
	return format !== 'raw';
}

/** Formats the result as a page. Throws a Rejection for a chart of an answer that has none. */
export async function formatResult(
	result: Members,
	{row, input, parameters, assume}: FormattedRequest,
): Promise<Answer> {
	const show = (body: string) => pageAnswer(200, {title: row.summary, body});
	const rows = row.reading === 'labels' ? readRows((result.results ?? {}) as object) : [];
	if (parameters.get('resultFormat') === 'table')
		return show(row.reading === 'labels' ? tableOfRows(rows) : tablesOfRecords(result));
	const rule = chartRules.get(row.path) ?? reject(`resultFormat: ${row.path} has no chart`);
	const type = parseChartType(parameters.get('hcType'), input, assume);
	const {drawChart} = await import('./chart-svg.ts');
	return show(drawChart(createChart(rows, rule), type));
}
