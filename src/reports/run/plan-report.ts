import type {Endpoint, Input} from '../../contract/operations/endpoint.ts';
import type {Mark, Range} from '../../output/dataset.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {counted} from '../../text/wording.ts';
import {getScope, type Scope} from '../caveats/request-caveats.ts';
import {resolveComparedRange} from '../compare/compared-range.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getKnownProduct, readProductProperties} from '../request/product-properties.ts';
import type {ReportOptions} from '../request/report-options.ts';
import {countsNull, type ReportRequest} from '../request/report-request.ts';
import {type Query, type ResolvedQuery, resolveQuery} from '../request/resolve-query.ts';
import {type Layout, planLayout, planOrder, type RowOrder} from './report-layout.ts';

export type GivenReport = {
	readonly options: ReportOptions;
	/** Events. */
	readonly words?: readonly string[];
	readonly marks?: readonly Mark[];
};

export type PlannedSide = {
	readonly range: Range;
	/** One request, or one for every few events. */
	readonly requests: readonly Input<Endpoint>[];
	/** The requests without segments: what shares are shares of, the row of all, and what the rows leave out. Empty if they leave nothing out. */
	readonly whole: readonly Input<Endpoint>[];
	readonly first: ReportRequest;
	/** The row without a value counts what is in no segment, too (docs/service.md#null). */
	readonly completesNone: boolean;
	readonly scope: Scope;
};

/** The requests and the layout of a run, complete before anything is sent. */
export type Plan = {
	readonly report: ReportDescriptor;
	readonly options: ReportOptions;
	readonly marks: readonly Mark[];
	readonly resolved: ResolvedQuery;
	readonly names: ProductProperties;
	readonly layout: Layout;
	readonly order: RowOrder;
	readonly now: PlannedSide;
	/** The range to compare with. */
	readonly before: PlannedSide | undefined;
};

/** `--raw` prints one response, so it sends one request. */
async function createRequests(
	{request, requests, eventsPerRequest = Number.POSITIVE_INFINITY}: ReportDescriptor,
	options: ReportOptions,
	query: Query,
	{globals, detail}: ReportPorts,
): Promise<readonly Input<Endpoint>[]> {
	const {events} = query;
	const all = globals.raw ? undefined : requests?.(options, query);
	if (all) return all;
	if (globals.raw || events.length <= eventsPerRequest) return [request(options, query)];
	const count = Math.ceil(events.length / eventsPerRequest);
	await detail(`${counted(events.length, 'event')} in ${counted(count, 'request')}`);
	return Array.from({length: count}, (_, at) =>
		request(options, {...query, events: events.slice(at * eventsPerRequest, (at + 1) * eventsPerRequest)}),
	);
}

/** A share is of all installations, with or without a value, shown or not. */
export const withoutSegments = (query: Query): Query => ({...query, segmentation: {}, levels: {}, properties: []});

/** Throws CliError (usage) for wrong flags. Sends a request only to learn an unknown property or the earliest date. */
export async function planReport(
	report: ReportDescriptor,
	{options, words = [], marks = []}: GivenReport,
	ports: ReportPorts,
): Promise<Plan> {
	report.validate?.(options);
	const resolved = await resolveQuery(report, {options, words}, ports);
	const {query, columns, unit, period} = resolved;
	const names = await readProductProperties(ports, await getKnownProduct(ports));
	const layout = planLayout(report, options, {columns, names, events: query.events});
	const order = planOrder(report, options, {layout, query});
	// Ages of several cohorts leave out all that may still change.
	const leavesOut =
		columns.some(({kind}) => kind === 'period') && !columns.some(({marksIncomplete}) => marksIncomplete);
	const planSide = async (range: Range): Promise<PlannedSide> => {
		const requests = await createRequests(report, options, {...query, range}, ports);
		const first = requests[0] as ReportRequest;
		const completesNone = Boolean(report.isPartition?.(options)) && resolved.lacking.size > 0 && countsNull(first);
		const isAsked = options.share || options.totals || completesNone;
		const hasWhole = isAsked && query.properties.length > 0 && !ports.globals.raw;
		const whole = hasWhole ? await createRequests(report, options, withoutSegments({...query, range}), ports) : [];
		// Each row of a report can have a range of its own.
		const dated = {...first, startDate: range.first, dateSplit: first.dateSplit ?? (unit === 'day' ? unit : null)};
		const scope = getScope(first.stopDate === undefined ? dated : {...dated, stopDate: range.last}, ports.today);
		return {
			range,
			requests,
			whole,
			first,
			completesNone,
			scope: leavesOut ? {...scope, split: undefined, lostAfter: undefined} : scope,
		};
	};
	const baseline = await resolveComparedRange(options.compare, {range: query.range, unit, period}, ports);
	return {
		report,
		options,
		marks,
		resolved,
		names,
		layout,
		order,
		now: await planSide(query.range),
		before: baseline && (await planSide(baseline)),
	};
}
