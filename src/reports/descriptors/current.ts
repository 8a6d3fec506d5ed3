import {type Options, optional} from '../../cli/definition/flag.ts';
import type {Labelled} from '../../contract/values.ts';
import type {DateSplit} from '../../contract/words.ts';
import {CliError} from '../../errors.ts';
import {getMissingValueCaveats} from '../caveats/missing-values.ts';
import {defineReport} from '../define-report.ts';
import {readCurrent} from '../layouts/current.ts';
import {count, dateColumn, levelColumns, totalsColumn} from '../report-columns.ts';
import {
	filters,
	from,
	getGroupBy,
	groupBy,
	level,
	lostAfter,
	lostDate,
	ranking,
	sort,
	split,
	status,
	totals,
} from '../request/flags.ts';
import type {LossRule} from '../request/loss-rule.ts';
import type {Query} from '../request/query.ts';

function refuseTo(): never {
	throw new CliError('usage', '--to: report current runs until now', {
		hint: 'leave --to out; report churn and report events take it',
		code: 'until-now',
	});
}

function refuseComparison(): never {
	throw new CliError('usage', '--compare: report current runs until now, so there is no earlier range like it', {
		hint: 'compare report churn or report events; or run report current --split month',
		code: 'until-now',
	});
}

/** The flags that the current report and that of a range have in common. */
export const currentFlags = {
	status,
	lostAfter,
	lostDate,
	split: split.none,
	...filters,
	level,
	groupBy,
	sort: sort(
		['alpha', 'new', 'active', 'lost'],
		'alpha, new, active or lost, with :desc: for levels that do not say; or any other column',
	),
	totals,
	...ranking,
};
type CurrentOptions = Options<typeof currentFlags>;

const flags = {
	from,
	to: optional({
		flags: '--to <date>',
		summary: 'refused: this report runs until now',
		isRefused: true,
		parse: refuseTo,
	}),
	compare: optional({
		flags: '--compare <range>',
		summary: 'refused: there is nothing to compare with',
		isRefused: true,
		parse: refuseComparison,
	}),
	...currentFlags,
};

/** A single level has no outer levels to add. */
const hasTotals = (options: CurrentOptions, properties: readonly string[]) => options.totals && properties.length > 1;

type CurrentQuery = Query<LossRule | undefined>;

/** What the two reports have in common, beside their flags. */
export const currentParts = {
	request: (options: CurrentOptions, query: CurrentQuery) => ({
		startDate: query.range.first,
		clientStatus: [...options.status],
		...query.lossRule,
		globalFilters: query.filters,
		levels: query.levels,
		dateSplit: (options.split ?? null) as DateSplit | null,
		...getGroupBy(options),
	}),
	columns: (options: CurrentOptions, properties: readonly string[]) => [
		...(options.split ? [dateColumn(options.split)] : []),
		...levelColumns(properties),
		...(hasTotals(options, properties) ? [totalsColumn] : []),
		...options.status.map(name => count(name, {unit: 'installations'})),
	],
	read: ([results = []]: readonly Labelled[], options: CurrentOptions, {properties}: CurrentQuery) =>
		readCurrent(results, {
			statuses: options.status,
			levels: levelColumns(properties).map(({key}) => key),
			isSplit: options.split !== undefined,
			totals: hasTotals(options, properties),
		}),
	caveats: (results: Labelled, options: CurrentOptions, {levels}: CurrentQuery) =>
		options.split ? [] : getMissingValueCaveats(results, {levels, statuses: options.status}),
	chart: {title: 'Installations'},
	groupSize: {figures: ['active', 'new', 'lost']},
} as const;

export const command = defineReport({
	path: 'generic/current',
	endpoint: async () => (await import('../../contract/operations/current-report.ts')).current,
	description:
		'How many installations are new, active or lost, from a date until now: in all, or by up to three levels of segments. An installation may count in several statuses, and in several segments when they overlap.',
	examples: [
		{line: 'usagectl report current --from -30d', does: 'new and active installations of the last 30 days'},
		{
			line: "usagectl report current --from -90d --status new,active,lost --lost-after 30 --filter 'prodVersion=4.* and country=US,DE' --level prodEdition --level 'os.version: each * limit 5'",
			does: 'version 4 in two countries, by edition and operating system',
		},
		{
			line: "usagectl report current --from -90d --level 'prodVersion: each * limit 10' --sort active:desc -o csv",
			does: 'the ten largest versions, as CSV',
		},
	],
	flags,
	...currentParts,
});
