import {filter, filterInputs, from, to} from '../../cli/definition/range-flags.ts';
import {parseDateWord} from '../../language/values/date-words.ts';
import {current, range} from '../../reports/installation-counts.ts';
import {defineReport} from './define-report.ts';
import {
	comparison,
	groupBy,
	level,
	lostAfter,
	lostDate,
	ranking,
	sort,
	split,
	status,
	totals,
} from './shared-report-flags.ts';

type Wanted = {readonly to: string; readonly compare?: string | undefined};

/** Chooses the operation of newer servers for a range that ends before today, or that is compared. */
function chooseReport({to, compare}: Wanted, today: string) {
	const last = to === 'today' ? today : parseDateWord({name: '--to', text: to}, {today, edge: 'last'});
	return compare === undefined && last !== 'oldest' && last >= today ? current : range;
}

export const command = defineReport(current, {
	choose: chooseReport,
	description:
		'Counts new, active and lost installations in a range of days, in total or broken down by up to three properties. An installation can have several statuses, and can be in several segments if these overlap. A range that ends before today (--to) and --compare need a newer server: an older one rejects the request.',
	examples: [
		{line: 'usagectl report current --from -30d', caption: 'new and active installations of the last 30 days'},
		{
			line: 'usagectl report current --from 2026-05 --to 2026-05 --level prodEdition --compare previous',
			caption: 'May by edition, compared with the period before it (newer servers)',
		},
		{
			line: "usagectl report current --from -90d --status new,active,lost --filter 'prodVersion=4.* and country=US,DE' --level prodEdition --level 'os.version: each * limit 5'",
			caption: 'version 4 in two countries, by edition and operating system',
		},
		{
			line: "usagectl report current --from -90d --level 'prodVersion: each * limit 10' --sort active:desc -o csv",
			caption: 'the ten largest versions, as CSV',
		},
	],
	flags: {
		from,
		to,
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
		totals,
		lostAfter,
		lostDate,
		...filterInputs,
	},
});
