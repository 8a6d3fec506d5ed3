import {filter, rangeFlags} from '../../cli/definition/range-flags.ts';
import {chooseCurrent, current} from '../../reports/installation-counts.ts';
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
	totals,
	wide,
} from './shared-report-flags.ts';

export const command = defineReport(current, {
	choose: chooseCurrent,
	description:
		'Counts new, active and lost installations in a range of days, in total or broken down by up to three properties. An installation can have several statuses, and can be in several segments if these overlap. A range that ends before today (--to, --period) and --compare need a newer server: an older one rejects the request.',
	examples: [
		{line: 'usagectl report current --from -30d', caption: 'new and active installations of the last 30 days'},
		{
			line: 'usagectl report current --period last-month --level prodEdition --compare previous',
			caption: 'last month by edition, compared with the days before it (newer servers)',
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
	flags: {
		...rangeFlags,
		status,
		filter,
		level,
		split: split.none,
		groupBy,
		...comparison,
		sort: sort(
			['alpha', 'new', 'active', 'lost'],
			'Sort by alpha (name), new, active, lost or any column; add :desc for descending order',
		),
		...ranking,
		interval,
		totals: totals('the outer levels'),
		wide: wide('Show a column per date (--split), oldest first, or per value of the innermost --level'),
		lostAfter,
		lostDate,
		marks,
	},
});
