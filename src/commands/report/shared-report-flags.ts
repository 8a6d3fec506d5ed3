import {Expected, optional, repeated, toggle, withDefault} from '../../cli/definition/flag.ts';
import {choice, integer, listOf, oneOf, text} from '../../cli/definition/flag-values.ts';
import {parseAnySort} from '../../cli/definition/shared-flags.ts';
import {clientStatuses, dateSplits} from '../../contract/request-words.ts';
import {defaultLostAfter} from '../../reports/request/loss-rule.ts';
import {reportDefaults} from '../../reports/request/report-options.ts';

function parseStatuses(value: string) {
	const statuses = listOf(choice(clientStatuses))(value);
	if (new Set(statuses).size < statuses.length) throw new Expected('each status once');
	return statuses;
}
export const status = optional({
	flags: '--status <list>',
	summary: `Count new, active or lost (default: ${reportDefaults.status.join(',')})`,
	parse: parseStatuses,
	choices: clientStatuses,
});
export const lostAfter = optional({
	flags: '--lost-after <days>',
	summary: `Days of inactivity until lost (default: ${defaultLostAfter})`,
	parse: integer({min: 1, max: 36_500}),
});
const lostDates = ['last-seen', 'declared'] as const;
export const lostDate = optional({
	flags: '--lost-date <when>',
	rare: true,
	summary: 'Date of a loss: last-seen (default), or declared, which is --lost-after days later',
	...oneOf(lostDates),
});
export const losses = {lostAfter, lostDate};

const compare = optional({
	flags: '--compare <range>',
	summary: 'Compare with `previous`, a period, or FROM..TO',
	example: 'previous',
	parse: text,
});
const figures = optional({
	flags: '--figures <names>',
	summary: 'With --compare, columns to compare, or `all`',
	parse: listOf(text),
});
export const comparison = {compare, figures};

/** Statistics: docs/reports.md#intervals-and-noise. */
export const interval = toggle({
	flags: '--interval',
	summary: 'Add the 95 % interval (Wilson) of each percentage',
});

export const ranking = {
	share: toggle({flags: '--share', summary: 'Add the percentage of all (one more request)'}),
	top: optional({
		flags: '--top <n>',
		summary: 'Show the n largest rows, and the rest as `other`',
		parse: integer({min: 1}),
	}),
};

const splitFlag = {flags: '--split <period>', ...oneOf(dateSplits)} as const;
export const split = {
	none: optional({...splitFlag, summary: 'Show a row per day, week or month'}),
	day: withDefault({...splitFlag, summary: 'Length of a period: day, week or month', default: 'day'}),
	month: withDefault({...splitFlag, summary: 'Length of a period: day, week or month', default: 'month'}),
};

export const segments = {
	segmentBy: optional({
		flags: '--segment-by <property>',
		summary: "Break down by a property: prodEdition, or 'ram: Small = ..<4GB, Big = 4GB..'",
		example: 'prodEdition',
		parse: text,
		complete: 'property',
	}),
	segment: repeated({
		flags: '--segment <items>',
		summary: "Segments of --segment-by: 'Europe = (DE, FR)', 'each *', null",
		parse: text,
		complete: 'expression',
	}),
};

export const level = repeated({
	flags: '--level <level>',
	summary: "By property, up to 3: 'country: each * limit 5'",
	example: 'country',
	parse: text,
	complete: 'expression',
});

export const event = repeated({
	flags: '--event <event>',
	summary:
		"Event to count, as Category/Name ('null/Name' without a category); repeatable; required without --events-file",
	parse: text,
	complete: 'expression',
});
export const eventInputs = {
	eventsFile: optional({
		flags: '--events-file <file>',
		summary: 'Read events from a file, one per line',
		parse: text,
		complete: 'file',
	}),
};

/** `--sort KEY[:asc|desc]`: the service sorts by the keys, the client by any other column. */
export const sort = <const Key extends string>(keys: readonly Key[], summary: string) =>
	optional({
		flags: '--sort <key>',
		summary,
		parse: parseAnySort(keys),
		...(keys.length === 0 ? {complete: 'column' as const} : {choices: keys}),
	});

const views = ['usage', 'values'] as const;
export const view = withDefault({
	flags: '--view <what>',
	summary: 'Figure to show: usage (how often), or values (sum of the custom values)',
	...oneOf(views),
	default: reportDefaults.view,
});
const divisors = ['users', 'sessions', 'runtime', 'usage'] as const;
export const per = optional({
	flags: '--per <what>',
	summary: 'Divide by users (installations), sessions, runtime (hours) or usage (uses)',
	...oneOf(divisors),
});

export const groupBy = optional({
	flags: '--group-by <property>',
	summary: 'Count values of a property instead (newer servers)',
	parse: text,
	complete: 'property',
});

export const marks = optional({
	flags: '--marks <file>',
	rare: true,
	summary: 'Mark releases and other events on charts over time: a CSV file with day,label on each line',
	parse: text,
	complete: 'file',
});
export const quotaCheck = toggle({
	flags: '--no-quota-check',
	rare: true,
	summary: 'Skip the requests that check whether the product was over its data quota',
});

export const stickiness = toggle({
	flags: '--stickiness',
	summary: 'Show weekly of monthly active (2 requests a row)',
});
export const totals = (what: string) => toggle({flags: '--totals', summary: `Add ${what}`});
export const wide = (summary: string) => toggle({flags: '--wide', summary});
export const bins = toggle({flags: '--bins', summary: 'Show the distribution instead of the averages'});
