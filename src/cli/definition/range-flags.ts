import {createFilterFlags} from './expression-sources.ts';
import {optional, withDefault} from './flag.ts';
import {text} from './flag-values.ts';

export const usualStart = '-30d';
/** Cohorts and losses need more time. */
export const churnStart = '-6mo';

const createFrom = (start: string) =>
	optional({
		flags: '--from <date>',
		summary: `First day: 2026-03-15, 2026-03, -90d, last-month, oldest (default: ${start})`,
		parse: text,
	});
export const from = createFrom(usualStart);
export const churnFrom = createFrom(churnStart);
export const to = withDefault({
	flags: '--to <date>',
	summary: 'Last day, same forms',
	parse: text,
	default: 'today',
});

const {filter, ...filterInputs} = createFilterFlags({
	filter: "Count only matching installations: 'country=US,DE and ram>=8GB', @file or JSON; repeatable, all must match",
	json: 'Filter as API JSON (globalFilters), or @file',
});

export {filter, filterInputs};
