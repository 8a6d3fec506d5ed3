import type {Members} from '../../contract/json-values.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {chartTypes} from '../../contract/request-words.ts';
import {escapeHtml} from '../../text/html-text.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {reject} from '../rejection.ts';
import {pageAnswer} from './answer-writing.ts';
import type {Answer} from './http-messages.ts';

/** Formatted responses: an HTML page with the figures in a plain table (docs/service.md#get). */

const resultFormats = ['raw', 'table', 'highcharts'] as const;

/** Throws a Rejection unless the type fits the request: `line` requires a date split, the others exclude it. */
function validateChartType(text: string | null, {dateSplit}: Members): void {
	const type = chartTypes.find(item => item === text) ?? reject(`hcType must be one of ${chartTypes.join(', ')}`);
	const split = dateSplit !== undefined && dateSplit !== null;
	if ((type === 'line') !== split)
		reject(split ? 'hcType must be line with a date split' : 'hcType line requires a date split');
}

type Leaf = readonly [path: readonly string[], value: unknown];

function listLeaves(value: unknown, path: readonly string[] = []): readonly Leaf[] {
	if (typeof value !== 'object' || value === null) return [[path, value]];
	const entries: Iterable<readonly [string, unknown]> = value instanceof Map ? value : Object.entries(value);
	return [...entries].flatMap(([name, item]) => listLeaves(item, [...path, name]));
}

function toRow([path, value]: Leaf): string {
	const name = `<td>${escapeHtml(path.join(' / '))}</td>`;
	const cell =
		typeof value === 'number' ? `<td class="n">${value}</td>` : `<td>${escapeHtml(String(value ?? ''))}</td>`;
	return `<tr>${name}${cell}</tr>`;
}

const toTable = (result: Members): string =>
	`<table><thead><tr><th>name</th><th>value</th></tr></thead><tbody>${listLeaves(result).map(toRow).join('')}</tbody></table>`;

const insteadOfChart = '<p>The sandbox does not draw charts. The table shows the figures.</p>';

export type FormattedRequest = {
	readonly row: Endpoint;
	readonly input: Members;
	readonly parameters: URLSearchParams;
};

/** Throws a Rejection for an unknown format, unless the options treat it as raw. */
export function isFormatted(parameters: URLSearchParams, options: SandboxOptions): boolean {
	const format = parameters.get('resultFormat') ?? 'raw';
	const isKnown = resultFormats.some(name => name === format);
	if (!isKnown && options['unknown-format'] === 'raw') return false;
	if (!isKnown) reject(`resultFormat must be one of ${resultFormats.join(', ')}`);
	return format !== 'raw';
}

/** Throws a Rejection if the response has no chart. */
export function formatResult(result: Members, {row, input, parameters}: FormattedRequest): Answer {
	const isChart = parameters.get('resultFormat') === 'highcharts';
	if (isChart) {
		if (row.reading !== 'labels') reject(`resultFormat: ${row.path} has no chart`);
		validateChartType(parameters.get('hcType'), input);
	}
	return pageAnswer(200, {title: row.summary, body: `${isChart ? insteadOfChart : ''}${toTable(result)}`});
}
