import {churnStart, usualStart} from '../../contract/reports.ts';
import {optional, repeated} from './flag.ts';
import {text} from './flag-values.ts';

const createFrom = (start: string) =>
	optional({
		flags: '--from <date>',
		summary: `First day: 2026-03-15, -90d, oldest, or a period such as last-month (default: ${start})`,
		parse: text,
	});
const to = optional({
	flags: '--to <date>',
	summary: 'Last day, same forms (default: today, or the end of the period in --from)',
	parse: text,
});
const period = optional({
	flags: '--period <period>',
	summary: 'Whole period, instead of --from and --to: last-month, last-week, 2026-10, 2026-Q3, 2026-W40, yesterday',
	parse: text,
});
export const rangeFlags = {from: createFrom(usualStart), to, period};
export const churnRangeFlags = {...rangeFlags, from: createFrom(churnStart)};

export const createFilterFlags = (summaries: {readonly filter: string; readonly json: string}) => ({
	filter: repeated({flags: '--filter <expression>', summary: summaries.filter, parse: text, complete: 'expression'}),
	filterFile: repeated({
		flags: '--filter-file <file>',
		summary: 'Read a filter from a file, one clause per line',
		parse: text,
		complete: 'file',
	}),
	filterJson: repeated({flags: '--filter-json <json>', summary: summaries.json, parse: text}),
});

const {filter, ...filterInputs} = createFilterFlags({
	filter: "Count only matching installations: 'country=US,DE and ram>=8GB', @file or JSON; repeatable, all must match",
	json: 'Filter as API JSON (globalFilters), or @file',
});

export {filter, filterInputs};
