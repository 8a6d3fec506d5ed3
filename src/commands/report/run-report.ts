import {runSequentially} from '../../client/request-printed.ts';
import type {Endpoint, Input} from '../../contract/endpoint.ts';
import {getReport} from '../../contract/reports.ts';
import type {Labelled} from '../../contract/values.ts';
import {compareRows, comparisonColumns} from '../../output/comparison.ts';
import type {About, Column, Dataset, Row} from '../../output/dataset.ts';
import type {Context, Outcome} from '../command.ts';
import type {Options} from '../flag.ts';
import {fetchAnswers, readAnswers, readRowBlocks, resultsOf} from './answers.ts';
import {type Caveats, createCaveats} from './caveats/caveats.ts';
import {getRequestCaveats, getScope} from './caveats/request-caveats.ts';
import {createRowCaveats, type RowCaveats} from './caveats/row-caveats.ts';
import {createSide} from './comparison.ts';
import type {ReportDescriptor, ReportFlags} from './descriptor.ts';
import {resolveBaseline} from './request/baseline.ts';
import {getFacts} from './request/facts.ts';
import type {ReportOptions} from './request/options.ts';
import {type Query, type ResolvedQuery, resolveQuery} from './request/query.ts';
import type {Range} from './request/range.ts';
import {getSegmentLimits, type WireRequest} from './request/wire-request.ts';

/** A report whose flags are checked and whose requests are made. */
type Run = {
	readonly report: ReportDescriptor;
	readonly options: Options<ReportFlags>;
	readonly query: Query;
	readonly requests: readonly Input<Endpoint>[];
	readonly endpoint: Endpoint;
	readonly caveats: Caveats;
	readonly context: Context;
};

/** One request, or one for every few events. With `--raw` there is one answer to print, so there is one call. */
async function createRequests(
	{request, eventsPerCall = Number.POSITIVE_INFINITY}: ReportDescriptor,
	{options, query}: Pick<Run, 'options' | 'query'>,
	{globals, detail}: Context,
): Promise<readonly Input<Endpoint>[]> {
	const {events} = query;
	if (globals.raw || events.length <= eventsPerCall) return [request(options, query)];
	const calls = Math.ceil(events.length / eventsPerCall);
	await detail(`${events.length} events in ${calls} calls`);
	return Array.from({length: calls}, (_, call) =>
		request(options, {...query, events: events.slice(call * eventsPerCall, (call + 1) * eventsPerCall)}),
	);
}

const wireOf = (requests: readonly object[]) => requests[0] as WireRequest;

const createRowCaveatsOf = ({report, query, requests}: Run, columns: readonly Column[]): RowCaveats =>
	createRowCaveats(columns, {
		groupSize: report.groupSize,
		limits: getSegmentLimits(wireOf(requests)),
		// The answer to a request for one event does not name it.
		events: 'events' in wireOf(requests) ? query.events : [],
	});

/** The rows as they come, and after the last one the caveats about them. */
async function* withCaveats(blocks: Iterable<readonly Row[]>, rowCaveats: RowCaveats, caveats: Caveats) {
	for (const rows of blocks) {
		rowCaveats.add(rows);
		yield rows;
	}
	await caveats.addForRows(rowCaveats.list());
}

/** The rows for the range, and what the answer says beside them. */
async function fetchReport(run: Run) {
	const {report, options, query, requests, endpoint, caveats, context} = run;
	const answers = await fetchAnswers(requests, endpoint, context);
	const columns = report.columns(options, query.properties, resultsOf(answers));
	const rows = await readRowBlocks(answers, endpoint, results => report.read(results, options, query));
	const found = await readAnswers(answers, endpoint, ([results = []]: readonly Labelled[]) => ({
		notes: report.notes?.(results, query) ?? [],
		caveats: report.caveats?.(results, options, query) ?? [],
	}));
	await caveats.addForRows(found.caveats);
	for (const text of found.notes) await context.note(text);
	return {columns, blocks: withCaveats(rows, createRowCaveatsOf(run, columns), caveats), notes: found.notes};
}

/** The rows for the range and for the baseline, side by side. */
async function fetchComparison(run: Run, baseline: Range) {
	const {report, options, query, endpoint, caveats, context} = run;
	const baselineRequests = run.requests.map(request => ({
		...request,
		startDate: baseline.first,
		stopDate: baseline.last,
	}));
	const [answers = [], baselineAnswers = []] = await runSequentially([run.requests, baselineRequests], requests =>
		fetchAnswers(requests, endpoint, context),
	);
	const columns = report.columns(options, query.properties, resultsOf([...answers, ...baselineAnswers]));
	const createSideOf = async (own: readonly object[], requests: readonly object[], part?: string) => {
		const blocks = await readRowBlocks(own, endpoint, results => report.read(results, options, query));
		const rows = [...blocks].flat();
		const rowCaveats = createRowCaveatsOf(run, columns);
		rowCaveats.add(rows);
		await caveats.addForRows(rowCaveats.list(), part);
		const scope = getScope(wireOf(requests), context.today);
		return createSide({columns, rows, scope, countsLosses: report.countsLosses ?? false});
	};
	const now = await createSideOf(answers, run.requests);
	const then = await createSideOf(baselineAnswers, baselineRequests, 'baseline');
	return {columns: comparisonColumns(columns), blocks: [compareRows(now, then)], notes: []};
}

/** What the page of `--html` says of a report. */
async function describeReport(
	{report, options, requests, caveats, context}: Run,
	{texts, notes}: Pick<ResolvedQuery, 'texts' | 'notes'>,
	baseline: Range | undefined,
): Promise<About> {
	const {sort}: ReportOptions = options;
	return {
		title: `${getReport(report.path)?.command}${baseline ? ' --compare' : ''}`,
		isCompared: baseline !== undefined,
		products: [await context.product()],
		facts: [
			...getFacts(wireOf(requests), texts, sort),
			...(report.facts?.(options) ?? []),
			...(baseline ? [['Compared with', `${baseline.first} to ${baseline.last}`] as const] : []),
		],
		notes,
		caveats: caveats.all,
	};
}

/**
 * Runs a report: checks its flags, sends its requests, reads the rows. The first rows are read before anything is written, so
 * that an unknown layout leaves no half table. Nothing is sent with `--dry-run`. Throws CliError: usage, auth, refused, network.
 */
export async function runReport(
	report: ReportDescriptor,
	{options, words}: {readonly options: Options<ReportFlags>; readonly words: readonly string[]},
	context: Context,
): Promise<Outcome> {
	report.validate?.(options);
	const {compare, wide}: ReportOptions = options;
	const resolved = await resolveQuery(report.path, {options, words}, context);
	const {query, basisNotes} = resolved;
	const requests = await createRequests(report, {options, query}, context);
	const baseline = await resolveBaseline(compare, query.range, context);
	if (context.globals.dryRun) {
		await context.note('nothing was sent: the request is in order (--print-request json shows it)');
		return {};
	}
	const caveats = createCaveats(context);
	const run: Run = {report, options, query, requests, endpoint: await report.endpoint(), caveats, context};
	const {columns, blocks, notes} = baseline ? await fetchComparison(run, baseline) : await fetchReport(run);
	const scope = getScope(wireOf(requests), context.today);
	await caveats.add([...basisNotes, ...getRequestCaveats(scope, {isCompared: baseline !== undefined})]);
	const about = await describeReport(run, {...resolved, notes: [...resolved.notes, ...notes]}, baseline);
	const dataset: Dataset = {columns, blocks, about};
	const pivot = wide && !baseline ? report.pivot?.(query.properties) : undefined;
	return {dataset: pivot ? {...dataset, pivot} : dataset};
}
