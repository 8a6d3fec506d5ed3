import {churnStart, usualStart} from '../../contract/reports.ts';
import {type Flag, optional, repeated} from './flag.ts';
import {text} from './flag-values.ts';

const createFrom = (start: string) =>
	optional({
		flags: '--from <date>',
		summary: `First day: 2026-03-15, -90d, oldest (default: ${start})`,
		parse: text,
	});
const to = optional({
	flags: '--to <date>',
	summary: 'Last day, same forms (default: today)',
	parse: text,
});
const period = optional({
	flags: '--period <period>',
	summary: 'Whole period: last-month, 2026-10, 2026-Q3',
	parse: text,
});
export const rangeFlags = {from: createFrom(usualStart), to, period};
export const churnRangeFlags = {...rangeFlags, from: createFrom(churnStart)};

export const createFilterFlag = (summary: string): Flag<readonly string[]> =>
	repeated({flags: '--filter <expression>', summary, parse: text, complete: 'expression'});

export const filter = createFilterFlag("Count only these: 'country=US and ram>=8GB', @file");
