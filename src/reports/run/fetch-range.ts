import {CliError} from '../../errors.ts';
import {getScope} from '../caveats/request-caveats.ts';
import type {ReportPorts} from '../report-ports.ts';
import type {ReportRequest} from '../request/report-request.ts';
import {type Answers, fetchReport} from './fetch-report.ts';
import type {Plan, PlannedSide} from './plan-report.ts';

export type Fetched = {readonly plan: Plan; readonly answers: Answers};

function withLastDay(plan: Plan, {today}: ReportPorts): Plan | undefined {
	const report = plan.report.withLastDay;
	const {range} = plan.now;
	if (!report) return undefined;
	const close = (sent: PlannedSide['requests']) => sent.map(request => ({...request, stopDate: range.last}));
	const [requests, whole] = [close(plan.now.requests), close(plan.now.whole)];
	const first = requests[0] as ReportRequest;
	// The quota was checked with the first answer.
	const options = {...plan.options, quotaCheck: false};
	return {...plan, report, options, now: {...plan.now, requests, whole, first, scope: getScope(first, today)}};
}

function getCaveat(day: string | undefined, last: string): string {
	const end = day === undefined ? `now, which may be after ${last}` : `${day}, the service's day, not until ${last}`;
	return `these figures count until ${end}: an older server accepts no last day`;
}

/**
 * Fetches a report whose request has no last day, and asks newer servers again with the last day if the service may already be at a
 * later one: figures until its now would be taken for those of the range. Throws CliError: auth, refused, network.
 */
export async function fetchRange(plan: Plan, ports: ReportPorts): Promise<Fetched> {
	const {globals, connect} = ports;
	const {now, options, resolved} = plan;
	const closed = withLastDay(plan, ports);
	// Only one request is printed.
	if (closed && (globals.raw || globals.printRequest) && (options.to !== undefined || resolved.period))
		return {plan: closed, answers: await fetchReport(closed, ports)};
	const answers = await fetchReport(plan, ports);
	if (!closed) return {plan, answers};
	const {last} = now.range;
	const day = (await connect()).serviceDay();
	if (day !== undefined && day <= last) return {plan, answers};
	try {
		return {plan: closed, answers: {...(await fetchReport(closed, ports)), quotaCaveats: answers.quotaCaveats}};
	} catch (error) {
		if (!(error instanceof CliError && error.details.code === 'absent')) throw error;
		return {plan, answers: {...answers, caveats: [...answers.caveats, getCaveat(day, last)]}};
	}
}
