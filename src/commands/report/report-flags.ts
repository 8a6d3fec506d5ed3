import {Expected, optional, repeated, toggle, withDefault} from '../../cli/definition/flag.ts';
import {choice, integer, listOf, text} from '../../cli/definition/flag-values.ts';
import {parseAnySort} from '../../cli/definition/sort-flag.ts';
import {clientStatuses, dateSplits} from '../../contract/request-words.ts';
import {defaultLostAfter} from '../../reports/request/loss-rule.ts';

/** The flags of reports; each report takes those that its operation knows. */

/** Statuses in the order typed, each once. */
function parseStatuses(value: string) {
	const statuses = listOf(choice(clientStatuses))(value);
	if (new Set(statuses).size < statuses.length) throw new Expected('each status once');
	return statuses;
}
export const status = withDefault({
	flags: '--status <list>',
	summary: 'new, active, lost: which installations to count',
	parse: parseStatuses,
	default: 'new,active',
	choices: clientStatuses,
});
export const lostAfter = optional({
	flags: '--lost-after <days>',
	summary: `days without contact after which an installation is lost (else lost-after of the profile, or ${defaultLostAfter})`,
	parse: integer({min: 1, max: 36_500}),
});
const lostDates = ['last-seen', 'declared'] as const;
export const lostDate = withDefault({
	flags: '--lost-date <when>',
	summary: 'date of a loss: last-seen, or declared (that plus --lost-after)',
	parse: choice(lostDates),
	default: 'last-seen',
	choices: lostDates,
});

const compare = optional({
	flags: '--compare <range>',
	summary:
		'previous (the range just before), a period such as last-quarter, or FROM..TO: a figure in both, the change and its percent',
	parse: text,
});
const figures = optional({
	flags: '--figures <names>',
	summary: 'with --compare: a row for each of these figures, or all',
	parse: listOf(text),
});
export const comparison = {compare, figures};

/** Flags for rows that can be ranked. */
export const ranking = {
	share: toggle({flags: '--share', summary: 'a column with the share of the total in percent'}),
	top: optional({
		flags: '--top <n>',
		summary: 'the rows with the largest figure, and a row `other` for the rest',
		parse: integer({min: 1}),
	}),
};

const splitFace = {flags: '--split <period>', parse: choice(dateSplits), choices: dateSplits} as const;
export const split = {
	/** No split unless asked for. */
	none: optional({...splitFace, summary: 'a row for each day, week or month'}),
	day: withDefault({...splitFace, summary: 'day, week or month', default: 'day'}),
	month: withDefault({...splitFace, summary: 'period of a cohort: day, week or month', default: 'month'}),
};

export const segments = {
	segmentBy: optional({
		flags: '--segment-by <property>',
		summary: "prodEdition, or 'ram: Small = ..<4GB, Big = 4GB..'",
		parse: text,
		complete: 'property',
	}),
	segment: repeated({
		flags: '--segment <items>',
		summary: "items of --segment-by: 'Europe = (DE, FR)', 'each *', null",
		parse: text,
		complete: 'expression',
	}),
};

export const level = repeated({
	flags: '--level <line>',
	summary: "a level of segments, up to three: 'os.version: each * limit 10 sort active desc'",
	parse: text,
	complete: 'expression',
});

export const events = {
	event: repeated({
		flags: '--event <event>',
		summary: "Category/Name; 'null/Name' without a category",
		parse: text,
		complete: 'expression',
	}),
	eventsFile: optional({
		flags: '--events-file <file>',
		summary: 'the same from a file, an event a line',
		parse: text,
		complete: 'file',
	}),
};

/** `--sort KEY[:asc|desc]`: by the service where it can, else by any column. */
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
	summary: 'usage: how often; values: sum of the custom values',
	parse: choice(views),
	default: 'usage',
	choices: views,
});
const divisors = ['users', 'sessions', 'runtime', 'usage'] as const;
export const per = optional({
	flags: '--per <what>',
	summary: 'divide by users, sessions, runtime (hours) or usage',
	parse: choice(divisors),
	choices: divisors,
});

export const groupBy = optional({
	flags: '--group-by <property>',
	summary: 'what to count: clientId, machineId, licenseKey or a custom property; later servers only',
	parse: text,
	complete: 'property',
});

export const totals = toggle({
	flags: '--totals',
	summary: 'rows for the outer levels or categories too; a column `level` says which',
});
export const wide = (summary: string) => toggle({flags: '--wide', summary});
export const bins = toggle({flags: '--bins', summary: 'a row for each bin of the histogram of uses instead'});
