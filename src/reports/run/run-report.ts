import {notSentNote} from '../../client/request-printed.ts';
import type {Dataset} from '../../output/dataset.ts';
import type {Footnote} from '../../output/footnotes.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';
import type {ReportPorts} from '../report-ports.ts';
import {arrangeReport} from './arrange-report.ts';
import {fetchRange} from './fetch-range.ts';
import {type GivenReport, planReport} from './plan-report.ts';
import {tellReport} from './tell-report.ts';

/** Tells the footnotes; those that are caveats count for `--strict`. */
async function tell(footnotes: readonly Footnote[], {caveat, footnote}: ReportPorts): Promise<void> {
	for (const {kind, text} of footnotes) {
		if (kind === 'empty' || kind === 'note') await footnote(text, kind);
		else await caveat(text, kind);
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
	await tell(told.footnotes, ports);
	const {range} = told;
	return {
		dataset: {
			columns: table.columns,
			blocks: [table.rows],
			total: () => table.rows.length,
			...plan.order,
			about: told.about,
			isCut: () => told.isCut,
			// If the user names an end, totals include everything in the range.
			totalsComplete: !plan.resolved.period && plan.options.to === undefined,
			...(range ? {range} : {}),
			...(table.pivot ? {pivot: table.pivot} : {}),
		},
	};
}
