import {filter, filterInputs, from, to} from '../../cli/definition/range-flags.ts';
import {parseDateWord} from '../../language/values/date-words.ts';
import {current, range} from '../../reports/installation-counts.ts';
import {defineReport} from './define-report.ts';
import {comparison, groupBy, level, lostAfter, lostDate, ranking, sort, split, status, totals} from './report-flags.ts';

type Wanted = {readonly to: string; readonly compare?: string | undefined};

/** A range that ends before today, or is compared, needs the operation of newer servers. */
function chooseReport({to, compare}: Wanted, today: string) {
	const last = to === 'today' ? today : parseDateWord({name: '--to', text: to}, {today, edge: 'last'});
	return compare === undefined && last !== 'oldest' && last >= today ? current : range;
}

export const command = defineReport(current, {
	choose: chooseReport,
	description:
		'Counts new, active and lost installations until now or in a range of days: in all, or by up to three levels of segments. An installation can count in several statuses, and in several segments if these overlap. A range that ends before today (--to), and --compare, need a newer server.',
	examples: [
		{line: 'usagectl report current --from -30d', caption: 'new and active installations of the last 30 days'},
		{
			line: 'usagectl report current --from 2026-05 --to 2026-05 --level prodEdition --compare previous',
			caption: 'May by edition, compared with the period before it (newer servers)',
		},
		{
			line: "usagectl report current --from -90d --status new,active,lost --lost-after 30 --filter 'prodVersion=4.* and country=US,DE' --level prodEdition --level 'os.version: each * limit 5'",
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
		level,
		filter,
		split: split.none,
		...comparison,
		sort: sort(
			['alpha', 'new', 'active', 'lost'],
			'Sort by alpha, new, active or lost (in the service), or by any column; add :desc to reverse',
		),
		...ranking,
		lostAfter,
		lostDate,
		totals,
		groupBy,
		...filterInputs,
	},
});
