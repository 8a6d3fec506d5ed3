import {filter, rangeFlags} from '../../cli/definition/shared-flags.ts';
import {chooseCurrent} from '../../reports/choose-current.ts';
import {current} from '../../reports/installation-counts.ts';
import {defineReport} from './define-report.ts';
import {
	comparison,
	groupBy,
	interval,
	level,
	lostAfter,
	lostDate,
	marks,
	ranking,
	sort,
	split,
	status,
	stickiness,
	totals,
	wide,
} from './shared-report-flags.ts';

export const command = defineReport(current, {
	choose: chooseCurrent,
	description:
		'An installation can have several statuses, and can be in several segments if these overlap. --to, --period and --compare need a newer server.',
	examples: [
		{
			line: 'usagectl report current --from -30d',
			caption: 'new and active installations of the last 30 days and today',
		},
		{
			line: 'usagectl report current --period last-month --level prodEdition --compare previous',
			caption: 'last month by edition, compared with the month before it (newer servers)',
		},
		{
			line: 'usagectl report current --from -6mo --split month --level prodEdition --wide',
			caption: 'editions by month, one column per month',
		},
		{
			line: "usagectl report current --from -90d --status new,active,lost --filter 'prodVersion=4.* and country=US,DE' --level prodEdition --level 'os.version: each * limit 5'",
			caption: 'version 4 in two countries, by edition and operating system',
		},
		{
			line: "usagectl report current --from -90d --level 'prodVersion: each * limit 10' --sort active:desc -o csv",
			caption: 'the ten most common versions, as CSV',
		},
	],
	// Of stickiness, the ratio is drawn and not its two counts.
	chart: {title: 'Installations', figures: ['new', 'active', 'lost', 'stickiness']},
	flags: {
		...rangeFlags,
		filter,
		level,
		split: split.none,
		...comparison,
		status,
		...ranking,
		sort: sort(['alpha', 'new', 'active', 'lost'], 'Sort by name (alpha), a status or a column; :desc'),
		totals: totals('rows for outer levels, and a last one for all'),
		wide: wide('Show a column per date, or per innermost value'),
		stickiness,
		groupBy,
		interval,
		lostAfter,
		lostDate,
		marks,
	},
});
