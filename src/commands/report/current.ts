import type {current} from '../../contract/current-report.ts';
import {CliError} from '../../errors.ts';
import type {Column} from '../../output/dataset.ts';
import {type Context, defineCommand} from '../command.ts';
import {type Options, optional} from '../flag.ts';
import {askReport} from './ask.ts';
import {count, dateColumn, levelColumns, totalsColumn} from './columns.ts';
import {resolveRange} from './dates.ts';
import {resolveFilters} from './expressions.ts';
import {getFacts} from './facts.ts';
import {readCurrent} from './layouts/current.ts';
import {getLeftOut} from './left-out.ts';
import {getLostRule} from './lost.ts';
import {filters, from, level, lostAfter, lostDate, sort, split, status, totals} from './options.ts';
import {findLevelProperties, listLevels, resolveLevels} from './segmentation.ts';

const report = 'generic/current';

const refuseTo = (): never => {
	throw new CliError('usage', '--to: report current runs until now', {
		hint: 'leave --to out; report churn and report events take it',
		code: 'until-now',
	});
};

const refuseComparison = (): never => {
	throw new CliError('usage', '--compare: report current runs until now, so there is no earlier range like it', {
		hint: 'compare report churn or report events; or run report current --split month',
		code: 'until-now',
	});
};

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
	sort: sort(['alpha', 'new', 'active', 'lost'], 'alpha, new, active or lost, with :desc: for levels that do not say'),
	totals,
};
type Asked = Options<typeof flags>;

/** One level has no outer levels to add. */
const hasTotals = (asked: Asked, properties: readonly string[]) => asked.totals && properties.length > 1;

function getColumns(asked: Asked, properties: readonly string[]): readonly Column[] {
	return [
		...(asked.split ? [dateColumn] : []),
		...levelColumns(properties),
		...(hasTotals(asked, properties) ? [totalsColumn] : []),
		...asked.status.map(name => count(name, 'installations')),
	];
}

/** The rule of a loss, where lost is asked for; typed and not needed, it is said. */
async function resolveLost(asked: Asked, context: Context) {
	if (asked.status.includes('lost')) return getLostRule(asked, context.globals.lostAfter);
	if (asked.lostAfter !== undefined) await context.warn('--lost-after is not used: --status does not ask for lost');
	return undefined;
}

export const reportCurrent = defineCommand({
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
	product: 'many',
	columns: async options => getColumns(options, await findLevelProperties(options.level)),
	run: async (options, _args, context) => {
		const rule = await resolveLost(options, context);
		const filter = await resolveFilters(options, report, context);
		const levels = await resolveLevels(options, context);
		const range = await resolveRange({from: options.from, to: 'today'}, context);
		const properties = listLevels(levels.json).map(({property}) => property);
		const columns = getColumns(options, properties);
		const names = levelColumns(properties).map(({key}) => key);
		const request = {
			startDate: range.first,
			clientStatus: [...options.status],
			...rule,
			globalFilters: filter.json,
			levels: levels.json,
			dateSplit: options.split ?? null,
		};
		const asked = {
			statuses: options.status,
			levels: names,
			isSplit: options.split !== undefined,
			totals: hasTotals(options, properties),
		};
		return askReport<typeof current>(
			{
				load: async () => (await import('../../contract/current-report.ts')).current,
				requests: [request],
				columns,
				read: ([answer]) => readCurrent(answer?.results ?? [], asked),
				aside: ([answer]) => ({
					caveats: asked.isSplit
						? []
						: getLeftOut(answer?.results ?? [], {levels: levels.json, statuses: asked.statuses}),
				}),
				about: {
					report: 'report current',
					facts: getFacts({
						range,
						untilNow: true,
						status: options.status,
						...(rule ? {lost: rule} : {}),
						split: options.split,
						filter: filter.canonical,
						segments: levels.canonical === '' ? [] : levels.canonical.split('\n'),
						sort: options.sort && Object.values(options.sort).join(' '),
					}),
					surprises: filter.surprises,
					notes: [...filter.notes, ...levels.notes],
					...(asked.totals ? {innermost: names.at(-1) ?? ''} : {}),
				},
			},
			context,
		);
	},
});
