import {CliError} from '../../../errors.ts';
import {type Options, optional} from '../../flag.ts';
import {getMissingValueCaveats} from '../caveats/missing-values.ts';
import {count, dateColumn, levelColumns, totalsColumn} from '../columns.ts';
import {defineReport} from '../define-report.ts';
import {readCurrent} from '../layouts/current.ts';
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

const flags = {
	from,
	to: optional({flags: '--to <date>', summary: 'refused: this report runs until now', parse: refuseTo}),
	compare: optional({
		flags: '--compare <range>',
		summary: 'refused: there is nothing to compare with',
		parse: refuseComparison,
	}),
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

/** A single level has no outer levels to add. */
const hasTotals = (options: Options<typeof flags>, properties: readonly string[]) =>
	options.totals && properties.length > 1;

export const command = defineReport({
	path: 'generic/current',
	endpoint: async () => (await import('../../../contract/current-report.ts')).current,
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
	request: (options, query) => ({
		startDate: query.range.first,
		clientStatus: [...options.status],
		...query.lossRule,
		globalFilters: query.filters,
		levels: query.levels,
		dateSplit: options.split ?? null,
		...getGroupBy(options),
	}),
	columns: (options, properties) => [
		...(options.split ? [dateColumn(options.split)] : []),
		...levelColumns(properties),
		...(hasTotals(options, properties) ? [totalsColumn] : []),
		...options.status.map(name => count(name, {unit: 'installations'})),
	],
	read: ([results = []], options, {properties}) =>
		readCurrent(results, {
			statuses: options.status,
			levels: levelColumns(properties).map(({key}) => key),
			isSplit: options.split !== undefined,
			totals: hasTotals(options, properties),
		}),
	caveats: (results, options, {levels}) =>
		options.split ? [] : getMissingValueCaveats(results, {levels, statuses: options.status}),
	chart: {title: 'Installations'},
	groupSize: {figures: ['active', 'new', 'lost']},
});
