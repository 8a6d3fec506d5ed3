import {createFilterFlags} from './expression-sources.ts';
import {optional, withDefault} from './flag.ts';
import {text} from './flag-values.ts';

/** The flags that say which days and which installations are asked about. */

const firstDay = (defaultDay: string) =>
	optional({
		flags: '--from <date>',
		summary: `first day: 2026-03-15, 2026-03, -90d, last-month, oldest, … (else ${defaultDay})`,
		parse: text,
	});
export const from = firstDay('-30d');
/** Cohorts and losses need time. */
export const churnFrom = firstDay('-6mo');
export const to = withDefault({
	flags: '--to <date>',
	summary: 'last day, in the same words',
	parse: text,
	default: 'today',
});

export const filters = createFilterFlags({
	filter: "'country=US,DE and ram>=8GB', @file, or JSON; several are joined by and",
	json: "the service's own globalFilters, or @file",
});
