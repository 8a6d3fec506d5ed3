import {notSentNote, runSequentially} from '../../client/request-printed.ts';
import {isMap} from '../../contract/json-values.ts';
import type {Endpoint, Input} from '../../contract/operations/endpoint.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import {CliError} from '../../errors.ts';
import type {Column, Dataset, Mark, Range, Row} from '../../output/dataset.ts';
import {compareRows} from '../../output/rows/compare-rows.ts';
import {printRange} from '../../output/rows/range-columns.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {counted} from '../../text/wording.ts';
import {type Caveats, createCaveats} from '../caveats/caveats.ts';
import {withLossMarks, withLossTitle} from '../caveats/loss-marks.ts';
import {withPeriodColumn, withPeriodMarks} from '../caveats/period-marks.ts';
import {type QuotaCheck, startQuotaCheck} from '../caveats/quota-caveat.ts';
import {getRequestCaveats, getReturnNotes, getScope, type Scope} from '../caveats/request-caveats.ts';
import {createRowCaveats, type RowCaveats} from '../caveats/row-caveats.ts';
import {createIsShown, withSmallCells} from '../caveats/small-cells.ts';
import {resolveComparedRange} from '../compare/compared-range.ts';
import {createSide} from '../compare/comparison-side.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getKnownProduct, readProductProperties} from '../request/product-properties.ts';
import type {ReportOptions} from '../request/report-options.ts';
import {validateStarts} from '../request/report-range.ts';
import {getSegmentLimits, getTopValuesProperty, type ReportRequest, toDates} from '../request/report-request.ts';
import {type Query, resolveQuery} from '../request/resolve-query.ts';
import {describeReport} from './about-report.ts';
import {explainRejectedEvents, explainZero} from './explain-zero.ts';
import {arrangeReport, getPivot, planRows, type RowPlan} from './plan-rows.ts';
import {fetchAnswers, readAnswers, readRowBlocks, resultsOf} from './report-answers.ts';

type Run = {
	readonly report: ReportDescriptor;
	readonly options: ReportOptions;
	readonly query: Query;
	readonly requests: readonly Input<Endpoint>[];
	readonly endpoint: Endpoint;
	readonly caveats: Caveats;
	readonly context: ReportPorts;
	readonly plan: RowPlan;
};

/** Creates one request, or one for every few events. `--raw` prints one response, so it sends one request. */
async function createRequests(
	{request, eventsPerRequest = Number.POSITIVE_INFINITY}: ReportDescriptor,
	{options, query}: Pick<Run, 'options' | 'query'>,
	{globals, detail}: ReportPorts,
): Promise<readonly Input<Endpoint>[]> {
	const {events} = query;
	if (globals.raw || events.length <= eventsPerRequest) return [request(options, query)];
	const count = Math.ceil(events.length / eventsPerRequest);
	await detail(`${counted(events.length, 'event')} in ${counted(count, 'request')}`);
	return Array.from({length: count}, (_, at) =>
		request(options, {...query, events: events.slice(at * eventsPerRequest, (at + 1) * eventsPerRequest)}),
	);
}

const getFirst = (requests: readonly object[]) => requests[0] as ReportRequest;

const createRowCaveatsOf = ({query, context}: Run, columns: readonly Column[], request: ReportRequest): RowCaveats =>
	createRowCaveats(columns, {
		first: request.startDate,
		last: request.stopDate !== undefined && request.stopDate < context.today ? request.stopDate : undefined,
		limits: getSegmentLimits(request),
		topValuesOf: getTopValuesProperty(request),
		// The response to a request for one event does not name it.
		events: 'events' in request ? query.events : [],
	});

/**
 * Yields the rows, then adds their caveats. Holds leading blocks of zeros back, because a result of only zeros may be omitted.
 */
async function* withCaveats(blocks: Iterable<readonly Row[]>, rowCaveats: RowCaveats, run: Run) {
	let zeros: (readonly Row[])[] | undefined = [];
	for (const rows of blocks) {
		rowCaveats.add(rows);
		if (zeros && rows.every(hasNoFigure)) {
			zeros.push(rows);
			continue;
		}
		yield* zeros ?? [];
		zeros = undefined;
		yield rows;
	}
	if (zeros && !((await noteUnknown(run)) && areLeftOut(zeros, run.context.globals))) yield* zeros;
	await run.caveats.addForRows(rowCaveats.list(), {isCut: rowCaveats.isCut()});
}

/** In a table, a note about the reason replaces rows of zeros. Programs and pages get all rows. */
const areLeftOut = (zeros: readonly (readonly Row[])[], {output, html}: ReportPorts['globals']) =>
	(output === 'table' || output === 'md') && html === undefined && zeros.flat().length > 1;

/** Notes which of the requested values and events do not exist. Returns false if there is nothing to note. */
async function noteUnknown({query, context}: Run): Promise<boolean> {
	const sentences = await explainZero(query, context);
	for (const text of sentences) await context.note(text);
	return sentences.length > 0;
}

/** Periods of cohorts are texts or numbers; an empty cohort has no number but 0. */
const hasNoFigure = (row: Row) => row.every(cell => typeof cell !== 'number' || cell === 0);

/** Reads rows, with marks of what is incomplete. */
function createReader({report, options, query}: Run, columns: readonly Column[], scope: Scope) {
	const markLosses = withLossMarks(columns, scope);
	const markPeriods = withPeriodMarks(columns, scope);
	return (results: readonly Labeled[]) => markPeriods(markLosses(report.read(results, options, query)));
}

async function fetchReport(run: Run) {
	const {report, options, query, requests, endpoint, caveats, context} = run;
	const answers = await fetchAnswers(requests, endpoint, context);
	const columns = report.columns(options, query.properties, resultsOf(answers));
	const request = getFirst(requests);
	const scope = getScope(request, context.today);
	const rows = await readRowBlocks(answers, endpoint, createReader(run, columns, scope));
	const found = await readAnswers(answers, endpoint, ([results = []]: readonly Labeled[]) => ({
		notes: report.notes?.(results, query) ?? [],
		caveats: report.caveats?.(results, options, query) ?? [],
	}));
	await caveats.addForRows(found.caveats);
	for (const text of found.notes) await context.note(text);
	return {answers, blocks: withCaveats(rows, createRowCaveatsOf(run, columns, request), run), notes: found.notes};
}

async function fetchComparison(run: Run, baseline: Range) {
	const {report, options, query, endpoint, caveats, context} = run;
	const baselineRequests = run.requests.map(request => ({...request, ...toDates(baseline)}));
	const [answers = [], baselineAnswers = []] = await runSequentially([run.requests, baselineRequests], requests =>
		fetchAnswers(requests, endpoint, context),
	);
	const all = [...answers, ...baselineAnswers];
	const columns = report.columns(options, query.properties, resultsOf(all));
	const readSide = async (own: readonly object[], requests: readonly object[], part?: string) => {
		const scope = getScope(getFirst(requests), context.today);
		const read = createReader(run, columns, scope);
		const rows = [...(await readRowBlocks(own, endpoint, read))].flat();
		// Each row of a comparison says itself that its losses are incomplete.
		const rowCaveats = createRowCaveatsOf(
			run,
			columns.filter(({marksIncomplete}) => !marksIncomplete),
			getFirst(requests),
		);
		rowCaveats.add(rows);
		await caveats.addForRows(rowCaveats.list(), {part, isCut: rowCaveats.isCut()});
		if (part === undefined && rows.every(hasNoFigure)) await noteUnknown(run);
		return createSide({columns: withPeriodColumn(columns), rows, scope, countsLosses: report.countsLosses});
	};
	const now = await readSide(answers, run.requests);
	const then = await readSide(baselineAnswers, baselineRequests, 'baseline');
	return {answers: all, blocks: [compareRows(now, then, run.plan.compared)], notes: []};
}

/** Checks the time since the first day of the report, or of what it is compared with. */
function startRunQuotaCheck({options, query, context}: Run, baseline: Range | undefined): QuotaCheck | undefined {
	const start = baseline && baseline.first < query.range.first ? baseline.first : query.range.first;
	return options.quotaCheck ? startQuotaCheck(start, context) : undefined;
}

/** Adds the labels that the response has for the levels, which may be the product's own (docs/service.md#current-layout). */
function withLevelLabels(names: ProductProperties, {properties}: Query, answers: readonly object[]): ProductProperties {
	const labels = answers.flatMap(answer => [(answer as {readonly levelLabels?: Labeled}).levelLabels].filter(isMap));
	const labeled = properties.flatMap((property, level) => {
		const label = labels[0]?.get(`level${level + 1}`);
		return typeof label === 'string' && label !== '' && label !== property ? [[label, property] as const] : [];
	});
	return {...names, ownNames: new Map([...labeled, ...names.ownNames])};
}

/** Throws the error, or a better one: the service may have rejected a start that is too early, or an event. */
async function explainRejection(
	error: unknown,
	{report, query, context}: Run,
	baseline: Range | undefined,
): Promise<never> {
	if (!(error instanceof CliError)) throw error;
	if (error.details.code === 'absent' && report.hintIfAbsent !== undefined)
		throw new CliError(error.kind, error.message, {...error.details, hint: report.hintIfAbsent});
	if (error.details.reason !== undefined && !context.globals.raw)
		await validateStarts([query.range, ...(baseline ? [baseline] : [])], context);
	throw await explainRejectedEvents(error, query, context);
}

/**
 * Runs a report. Reads the first rows before anything is written, so that an unknown layout leaves no partial table. Sends
 * nothing with `--dry-run`. Throws CliError: usage, auth, refused, network.
 */
export async function runReport(
	report: ReportDescriptor,
	{
		options,
		words,
		marks = [],
	}: {readonly options: ReportOptions; readonly words: readonly string[]; readonly marks?: readonly Mark[]},
	context: ReportPorts,
): Promise<{readonly dataset?: Dataset}> {
	report.validate?.(options);
	const resolved = await resolveQuery(report, {options, words}, context);
	const {query, basisNotes} = resolved;
	const productNames = await readProductProperties(context, await getKnownProduct(context));
	const plan = planRows(report, options, {query, names: productNames});
	const requests = await createRequests(report, {options, query}, context);
	const baseline = await resolveComparedRange(options.compare, {range: query.range, unit: resolved.unit}, context);
	if (context.globals.dryRun) {
		await context.note(notSentNote);
		return {};
	}
	const caveats = createCaveats(context);
	const run: Run = {report, options, query, plan, requests, endpoint: await report.endpoint(), caveats, context};
	const quota = startRunQuotaCheck(run, baseline);
	const fetching = baseline ? fetchComparison(run, baseline) : fetchReport(run);
	const {answers, blocks, notes} = await fetching.catch(async (error: unknown) => {
		await quota?.abort();
		return explainRejection(error, run, baseline);
	});
	const scope = getScope(getFirst(requests), context.today);
	const isCompared = baseline !== undefined;
	await caveats.add([...basisNotes, ...getRequestCaveats(scope, {isCompared, isNamed: resolved.isNamed})]);
	await caveats.addForRows((await quota?.finish()) ?? []);
	const returnNotes = getReturnNotes(scope, {isCompared});
	for (const text of returnNotes) await context.note(text);
	const names = withLevelLabels(productNames, query, answers);
	const about = await describeReport(
		{...run, request: getFirst(requests)},
		{...resolved, notes: [...resolved.notes, ...notes, ...returnNotes]},
		{baseline, names},
	);
	const planned = arrangeReport(blocks, run, {...query, results: resultsOf(answers), names});
	const arranged = {...planned, columns: withLossTitle(planned.columns, scope)};
	const pivot = getPivot(report, options, {...query, columns: arranged.columns});
	const data = withSmallCells(arranged, createIsShown(context.globals, {pivot, rule: report.chart}), caveats);
	// If the user names an end, totals include everything in the range.
	const totalsComplete = !resolved.isNamed && options.to === undefined;
	return {
		dataset: {
			...data,
			about: {...about, marks},
			isCut: caveats.isCut,
			totalsComplete,
			...(resolved.isNamed ? {range: query.range} : {}),
			...(baseline ? {heading: `${printRange(query.range)}, compared with ${printRange(baseline)}`} : {}),
			...(pivot ? {pivot} : {}),
		},
	};
}
