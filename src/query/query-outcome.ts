import {RequestPrinted, runSequentially} from '../client/request-printed.ts';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {CliError} from '../errors.ts';
import type {CheckedLine, OpenedLine} from '../lines/checked-line.ts';
import {formatCommandLine, serviceWords} from '../lines/line-words.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import {type Column, type Dataset, dataset, type Row} from '../output/dataset.ts';
import {
	checkForViews,
	createPorts,
	getWords,
	type Open,
	type SqlContext,
	type SqlRequest,
	splitReport,
	validateArchives,
} from './query-ports.ts';

/** A typed --timeout also limits the statement. */
function limitTime({globals: {timeout}, settings, signal}: SqlContext): AbortSignal {
	if (settings.values.timeout?.origin !== 'flag') return signal;
	const controller = new AbortController();
	const error = new CliError('network', `the result was not complete within ${timeout / 1000} s`, {
		hint: 'raise --timeout, or request less',
		code: 'timeout',
	});
	setTimeout(() => controller.abort(error), timeout).unref();
	return AbortSignal.any([signal, controller.signal]);
}

/** Runs SQL over the views that it names. The exit code is that of the first view that is not complete. */
export async function runSql(
	request: SqlRequest,
	context: SqlContext,
): Promise<{readonly dataset: Dataset; readonly exit: () => number}> {
	const {runQuery} = await import('./run-query.ts');
	await validateArchives(request, context);
	const opened: OpenedLine[] = [];
	const open: Open = async line => {
		const lines = await runSequentially(line.products, product => line.open(product));
		opened.push(...lines);
		return lines;
	};
	const data = await runQuery(request, createPorts(request, {...context, signal: limitTime(context)}, open));
	const exitOf = ({exit}: OpenedLine) => (typeof exit === 'function' ? exit() : (exit ?? 0));
	return {dataset: data, exit: () => opened.map(exitOf).find(code => code !== 0) ?? 0};
}

const explainColumns: readonly Column[] = [
	{key: 'view', title: 'View', kind: 'text'},
	{key: 'from', title: 'From', kind: 'text', layout: sentenceLayout},
	{key: 'request', title: 'First request', kind: 'text', layout: sentenceLayout},
];

/** Returns the request that reading the rows of a line would send first; undefined if there is none. */
async function findRequest(line: CheckedLine, product: number | undefined): Promise<string | undefined> {
	let request: string | undefined;
	const end = async (endpoint: Endpoint, input: object): Promise<never> => {
		request ??= `POST ${endpoint.path} ${JSON.stringify(input)}`;
		throw new RequestPrinted();
	};
	try {
		const {data} = await line.open(product, {
			call: end,
			raw: end,
			download: async () => Promise.reject(new RequestPrinted()),
			serviceDay: () => undefined,
		});
		for await (const _ of data.blocks) break;
	} catch (error) {
		if (!(error instanceof RequestPrinted)) throw error;
	}
	return request;
}

/** Shows the views that a statement would read, and the first request of each. Sends nothing. */
export async function explainSql(request: SqlRequest, context: SqlContext): Promise<{readonly dataset: Dataset}> {
	const {findQueryViews} = await import('./run-query.ts');
	const {statement, views} = await findQueryViews(
		request,
		createPorts(request, context, async () => []),
	);
	const rows: Row[] = [];
	const addLine = async (name: string, words: readonly string[], isInSql = false) => {
		const line = await checkForViews(words, context, isInSql);
		for (const product of line.products)
			rows.push([
				name,
				formatCommandLine([...serviceWords(context), ...words]),
				(await findRequest(line, product)) ?? null,
			]);
	};
	for (const view of views) {
		if (view.source.kind === 'line') await addLine(view.name, getWords(view, statement, request));
		else rows.push([view.name, view.origin, null]);
	}
	for (const line of statement.reports) await addLine('report', await splitReport(line), true);
	return {dataset: dataset(explainColumns, rows)};
}
