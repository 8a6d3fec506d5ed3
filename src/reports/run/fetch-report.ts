import {runSequentially} from '../../client/request-printed.ts';
import {isMap} from '../../contract/json-values.ts';
import type {Endpoint, Input, Output} from '../../contract/operations/endpoint.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import {CliError} from '../../errors.ts';
import {type Column, type Row, wholeLevel} from '../../output/dataset.ts';
import type {RowTable} from '../../output/rows/top-rows.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {withLossMarks} from '../caveats/loss-marks.ts';
import {withPeriodMarks} from '../caveats/period-marks.ts';
import {type QuotaCheck, startQuotaCheck} from '../caveats/quota-caveat.ts';
import {totalsColumn} from '../report-columns.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getFriendlyName} from '../request/product-properties.ts';
import {validateStarts} from '../request/report-range.ts';
import {completeNone} from './complete-none.ts';
import {explainRejectedEvents, explainZero} from './explain-zero.ts';
import {type Plan, type PlannedSide, withoutSegments} from './plan-report.ts';
import {readAnswers, resultsOf} from './read-answers.ts';
import {type Layout, planLayout} from './report-layout.ts';

/** The responses of the service, read into rows. */
export type Answers = {
	readonly layout: Layout;
	readonly now: readonly Row[];
	readonly before: readonly Row[] | undefined;
	/** The rows of all installations, of which shares are taken: in the range, and in the one that it is compared with. */
	readonly wholes: {readonly now: RowTable; readonly before: RowTable | undefined};
	/** The product's own names of properties, with those of the response. */
	readonly names: ProductProperties;
	readonly notes: readonly string[];
	readonly caveats: readonly string[];
	readonly quotaCaveats: readonly string[];
	/** The reasons if no row of the range has a figure other than 0. */
	readonly zeroNotes: readonly string[];
};

/** Sends the requests one by one, because the allowed number of concurrent requests is undocumented. */
async function send<E extends Endpoint>(
	requests: readonly Input<E>[],
	endpoint: E,
	{connect, signal}: ReportPorts,
): Promise<Output<E>[]> {
	const client = await connect();
	return runSequentially(requests, request => client.call(endpoint, request, {signal}));
}

/** Adds the labels that the response has for the levels, which may be the product's own (docs/service.md#current-layout). */
function withLevelLabels({names, resolved}: Plan, answers: readonly object[]): ProductProperties {
	const labels = answers.flatMap(answer => [(answer as {readonly levelLabels?: Labeled}).levelLabels].filter(isMap));
	const labeled = resolved.query.properties.flatMap((property, level) => {
		const label = labels[0]?.get(`level${level + 1}`);
		return typeof label === 'string' && label !== '' && label !== property && label !== getFriendlyName(property)
			? [[label, property] as const]
			: [];
	});
	return {...names, ownNames: new Map([...labeled, ...names.ownNames])};
}

/** Only one report has columns that depend on the response. */
function getLayout({report, options, resolved, names, layout}: Plan, answers: readonly object[]): Layout {
	const columns = report.findColumns?.(resultsOf(answers));
	return columns ? planLayout(report, options, {columns, names, events: resolved.query.events}) : layout;
}

/** Reads the requests without segments. */
async function readWhole(
	{report, options: {totals: _, ...options}, resolved}: Plan,
	{range, scope}: PlannedSide,
	{answers, endpoint}: {readonly answers: readonly object[]; readonly endpoint: Endpoint},
): Promise<RowTable> {
	const query = withoutSegments({...resolved.query, range});
	const rows = await readAnswers(answers, endpoint, results => [...report.read(results, options, query, scope)]);
	return {columns: report.columns(options, []), rows};
}

/** Returns the row of all installations, which has no label. */
function toTotalRow(columns: readonly Column[], {columns: figures, rows: [row = []]}: RowTable): Row {
	return columns.map(({key}) =>
		key === totalsColumn.key ? wholeLevel : (row[figures.findIndex(figure => figure.key === key)] ?? null),
	);
}

/** Periods of cohorts are texts or numbers; an empty cohort has no number but 0. */
const hasNoFigure = (row: Row) => row.every(cell => typeof cell !== 'number' || cell === 0);

async function fetchSides(plan: Plan, endpoint: Endpoint, ports: ReportPorts): Promise<Omit<Answers, 'quotaCaveats'>> {
	const {report, options, resolved, now, before} = plan;
	const {query} = resolved;
	const sides = before ? [now, before] : [now];
	const sent = await runSequentially(sides, ({requests, whole}) => send([...requests, ...whole], endpoint, ports));
	const all = sent.flat();
	const answersOf = (at: number) => (sent[at] ?? []).slice(0, sides[at]?.requests.length);
	const wholeOf = (at: number) => (sent[at] ?? []).slice(sides[at]?.requests.length);
	const layout = getLayout(plan, all);
	/** Adds marks of what is incomplete. */
	const readSide = (
		{scope, range, completesNone}: PlannedSide,
		answers: readonly object[],
		whole: RowTable | undefined,
	) => {
		const [markLosses, markPeriods] = [withLossMarks(layout.read, scope), withPeriodMarks(layout.read, scope)];
		return readAnswers(answers, endpoint, results => {
			const rows = report.read(results, options, {...query, range}, scope);
			const completed = whole && completesNone ? completeNone({columns: layout.read, rows: [...rows]}, whole) : rows;
			return [...markPeriods(markLosses(completed))];
		});
	};
	const {own} = layout;
	/** Adds the row of all, and what shares are shares of: all rows, or those of the requests without segments. */
	const readBoth = async (at: number, side: PlannedSide) => {
		const answers = wholeOf(at);
		const whole = answers.length === 0 ? undefined : await readWhole(plan, side, {answers, endpoint});
		const rows = await readSide(side, answersOf(at), whole);
		if (!whole) return {rows, whole: {columns: own, rows}};
		return {rows: options.totals ? [...rows, toTotalRow(own, whole)] : rows, whole};
	};
	const {rows, whole} = await readBoth(0, now);
	const baseline = before && (await readBoth(1, before));
	const found = await readAnswers(answersOf(0), endpoint, ([results = []]) => ({
		notes: (!before && report.notes?.(results, query)) || [],
		caveats: (!before && report.caveats?.(results, options, query, now.scope)) || [],
	}));
	return {
		...found,
		layout,
		now: rows,
		before: baseline?.rows,
		wholes: {now: whole, before: baseline?.whole},
		names: withLevelLabels(plan, all),
		zeroNotes: rows.every(hasNoFigure) ? await explainZero(query, ports) : [],
	};
}

/** Checks the time since the first day of the report, or of what it is compared with. */
function startRunQuotaCheck({options, now, before}: Plan, ports: ReportPorts): QuotaCheck | undefined {
	const start = before && before.range.first < now.range.first ? before.range.first : now.range.first;
	return options.quotaCheck ? startQuotaCheck(start, ports) : undefined;
}

/** Throws the error, or a better one: the service may have rejected a start that is too early, or an event. */
async function explainRejection(
	error: unknown,
	{report, resolved, now, before}: Plan,
	ports: ReportPorts,
): Promise<never> {
	if (!(error instanceof CliError)) throw error;
	if (error.details.code === 'absent' && report.hintIfAbsent !== undefined)
		throw new CliError(error.kind, error.message, {...error.details, hint: report.hintIfAbsent});
	if (error.details.reason !== undefined && !ports.globals.raw)
		await validateStarts([now.range, ...(before ? [before.range] : [])], ports);
	throw await explainRejectedEvents(error, resolved.query, ports);
}

/** Throws CliError: auth, refused, network. */
export async function fetchReport(plan: Plan, ports: ReportPorts): Promise<Answers> {
	const endpoint = await plan.report.endpoint();
	const quota = startRunQuotaCheck(plan, ports);
	try {
		const answers = await fetchSides(plan, endpoint, ports);
		return {...answers, quotaCaveats: (await quota?.finish()) ?? []};
	} catch (error) {
		await quota?.abort();
		return explainRejection(error, plan, ports);
	}
}
