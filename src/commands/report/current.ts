import {optional} from '../../cli/definition/flag.ts';
import {filters, from} from '../../cli/definition/range-flags.ts';
import {CliError} from '../../errors.ts';
import {current} from '../../reports/current.ts';
import {defineReport} from './define-report.ts';
import {groupBy, level, lostAfter, lostDate, ranking, sort, split, status, totals} from './report-flags.ts';

function refuseTo(): never {
	throw new CliError('usage', '--to: report current runs until now', {
		hint: 'leave --to out; report churn and report events take it',
		code: 'until-now',
	});
}

function refuseComparison(): never {
	throw new CliError('usage', '--compare: report current runs until now, so there is no earlier range like it', {
		hint: 'compare report churn or report events; or run report current --split month',
		code: 'until-now',
	});
}

/** The flags that the current report and that of a range have in common. */
export const currentFlags = {
	status,
	lostAfter,
	lostDate,
	split: split.none,
	...filters,
	level,
	groupBy,
	sort: sort(
		['alpha', 'new', 'active', 'lost'],
		'alpha, new, active or lost, with :desc: for levels that do not say; or any other column',
	),
	totals,
	...ranking,
};
const flags = {
	from,
	to: optional({
		flags: '--to <date>',
		summary: 'refused: this report runs until now',
		isRefused: true,
		parse: refuseTo,
	}),
	compare: optional({
		flags: '--compare <range>',
		summary: 'refused: there is nothing to compare with',
		isRefused: true,
		parse: refuseComparison,
	}),
	...currentFlags,
};

export const command = defineReport(current, {
	description:
		'How many installations are new, active or lost, from a date until now: in all, or by up to three levels of segments. An installation may count in several statuses, and in several segments when they overlap.',
	examples: [
		{line: 'usagectl report current --from -30d', caption: 'new and active installations of the last 30 days'},
		{
			line: "usagectl report current --from -90d --status new,active,lost --lost-after 30 --filter 'prodVersion=4.* and country=US,DE' --level prodEdition --level 'os.version: each * limit 5'",
			caption: 'version 4 in two countries, by edition and operating system',
		},
		{
			line: "usagectl report current --from -90d --level 'prodVersion: each * limit 10' --sort active:desc -o csv",
			caption: 'the ten largest versions, as CSV',
		},
	],
	flags,
});
