import {notSentNote} from '../../client/request-printed.ts';
import type {Dataset, Row} from '../../output/dataset.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {arrangeReport} from './arrange-report.ts';
import {fetchRange} from './fetch-range.ts';
import {type GivenReport, planReport} from './plan-report.ts';
import {type Message, tellReport} from './tell-report.ts';

async function write(messages: readonly Message[], ports: ReportPorts): Promise<void> {
	for (const {kind, text} of messages) await ports[kind](text);
}

/** Writes the messages also if a limit stops the reader. */
async function* withMessages(rows: readonly Row[], messages: readonly Message[], ports: ReportPorts) {
	try {
		yield rows;
	} finally {
		await write(messages, ports);
	}
}

/** Runs a report. Sends nothing with `--dry-run`. Throws CliError: usage, auth, refused, network. */
export async function runReport(
	report: ReportDescriptor,
	given: GivenReport,
	ports: ReportPorts,
): Promise<{readonly dataset?: Dataset}> {
	const planned = await planReport(report, given, ports);
	if (ports.globals.dryRun) {
		await ports.note(notSentNote);
		return {};
	}
	const {plan, answers} = await fetchRange(planned, ports);
	const table = arrangeReport(plan, answers, ports);
	const told = await tellReport(plan, answers, table, ports);
	await write(told.beforeRows, ports);
	const {range, heading} = told;
	return {
		dataset: {
			columns: table.columns,
			blocks: withMessages(table.rows, told.afterRows, ports),
			...plan.order,
			about: told.about,
			isCut: () => told.isCut,
			// If the user names an end, totals include everything in the range.
			totalsComplete: !plan.resolved.isNamed && plan.options.to === undefined,
			...(range ? {range} : {}),
			...(heading ? {heading} : {}),
			...(table.pivot ? {pivot: table.pivot} : {}),
		},
	};
}
