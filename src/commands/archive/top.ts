import {readAllDecisions} from '../../archive/crashes/crash-decisions.ts';
import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {
	type DecidedGroup,
	decisionMarks,
	isHiddenByDecision,
	markDecided,
	toGroupDecisions,
} from '../../archive/crashes/decided-groups.ts';
import {countedFields} from '../../archive/crashes/field-counts.ts';
import {countGroups, type GroupCounts, groupMarks} from '../../archive/crashes/group-counts.ts';
import {
	changeMeaning,
	describeDays,
	explainMark,
	explainStart,
	lastDayOf,
	risingMeaning,
} from '../../archive/crashes/record-days.ts';
import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import {crashColumns, getGroupColumns, toCrashRow, toGroupRow} from '../../archive/results/group-columns.ts';
import {findCluster} from '../../cli/context/connect-cluster.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {type Options, repeatedList} from '../../cli/definition/flag.ts';
import {choice, listOf} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import {type Cell, dataset} from '../../output/dataset.ts';
import {isForPeople} from '../../output/formats.ts';
import {alternatives, counted, enumeration, printCount} from '../../text/wording.ts';
import {askRecords, describeNone, isDryRun} from './ask-records.ts';
import {daysFlags, getDays} from './file-flags.ts';
import {
	clusterFlags,
	createFilterFlag,
	describeRecords,
	filterFlags,
	getTypedProducts,
	readFilter,
	sourceFlags,
} from './filter-flags.ts';
import {countField, createByFlag, getFieldColumns, sortBy, sortFlag, validateBy} from './top-by-field.ts';

type Mark = NonNullable<DecidedGroup['mark']>;
const meanings = 'new, gone (no longer seen), back (seen again)';
const marks: Readonly<Record<LogKind, {readonly choices: readonly Mark[]; readonly summary: string}>> = {
	exceptions: {
		choices: [...groupMarks, 'rising', ...decisionMarks],
		summary: `Show only groups with these marks, in the given order: ${meanings}, rising (on more installations), known, fixed, ignored, regressed (marked as fixed, but seen again)`,
	},
	events: {choices: groupMarks, summary: `Show only events with these marks, in the given order: ${meanings}`},
};

const createFlags = (kind: LogKind) => ({
	...daysFlags,
	filter: createFilterFlag(kind),
	by: createByFlag(kind),
	mark: repeatedList({
		flags: '--mark <marks>',
		summary: marks[kind].summary,
		parse: listOf(choice(marks[kind].choices)),
		choices: marks[kind].choices,
	}),
	failOn: repeatedList({
		flags: '--fail-on <marks>',
		summary: 'Exit with status 7 if a row has one of these marks, or if records are missing',
		parse: listOf(choice(marks[kind].choices)),
		choices: marks[kind].choices,
	}),
	sort: sortFlag,
	where: filterFlags.where,
	...sourceFlags,
});
type TopOptions = Options<ReturnType<typeof createFlags>>;

/** Returns the exit status. Groups without these marks pass only if no records are missing. Throws CliError (assertion). */
function validateMarks(groups: readonly DecidedGroup[], {failOn}: TopOptions, missing: readonly string[]): 0 {
	const found = groups.filter(({mark}) => mark !== null && failOn.includes(mark));
	if (found.length === 0 && failOn.length > 0 && missing[0] !== undefined)
		throw new CliError('assertion', `whether a group is ${alternatives(failOn)} is unknown: ${missing[0]}`, {
			hint: 'omit --fail-on to exit with status 0',
		});
	if (found.length === 0) return 0;
	throw new CliError(
		'assertion',
		`${printCount(found.length)} of ${printCount(groups.length)} groups ${found.length === 1 ? 'is' : 'are'} ${[...new Set(found.map(({mark}) => mark))].join(' or ')}`,
		{hint: 'omit --fail-on to exit with status 0'},
	);
}

/** Keeps the order within a mark. Leaves out groups without records in the range that are not gone, and quiet ones. */
function chooseMarks(groups: readonly DecidedGroup[], only: readonly Mark[]): readonly DecidedGroup[] {
	const ofMark = (wanted: Mark) => groups.filter(({mark}) => mark === wanted);
	if (only.length > 0) return [...new Set(only)].flatMap(ofMark);
	const shown = groups.filter(group => (group.count > 0 || group.mark !== null) && !isHiddenByDecision(group));
	return [...ofMark('regressed'), ...shown.filter(({mark}) => mark !== 'regressed')];
}

async function explainHidden(quiet: readonly DecidedGroup[], {footnote}: Context): Promise<void> {
	const found = decisionMarks.filter(each => quiet.some(({mark}) => mark === each));
	const counts = found.map(each => `${printCount(quiet.filter(({mark}) => mark === each).length)} ${each}`);
	await footnote(
		`${enumeration(counts)} ${quiet.length === 1 ? 'group is' : 'groups are'} hidden: --mark ${found.join(',')}`,
	);
}

/** Says why no group has the requested marks, if the archive does not go back far enough. */
async function explainMarks(
	{recentSince, hasHistory, canRise, groups}: GroupCounts,
	{kind, wanted}: {readonly kind: LogKind; readonly wanted: readonly Mark[]},
	{footnote, incomplete}: Pick<Context, 'footnote' | 'incomplete'>,
): Promise<void> {
	if (wanted.includes('rising') && !canRise)
		await incomplete(
			'no crash group was on at least 5 installations in two whole weeks, too few to tell if one is rising',
		);
	if (wanted.length === 0 || recentSince === null || groups.length === 0 || hasHistory) return;
	const none = `there are no ${logKinds[kind].records} before ${recentSince}`;
	await footnote(`no group can be new, gone or back: ${none}`, 'empty');
}

type RowsRequest = {
	readonly kind: LogKind;
	readonly only: readonly string[];
	/** The note if there are no groups, or none with records in the range. */
	readonly none: string;
	readonly shown: readonly object[];
};

async function explainRows(
	groups: readonly DecidedGroup[],
	{kind, only, none, shown}: RowsRequest,
	context: Context,
): Promise<void> {
	const hidden = only.length > 0 ? [] : groups.filter(isHiddenByDecision);
	if (hidden.length > 0) return explainHidden(hidden, context);
	if (shown.length > 0) return;
	const last = lastDayOf(groups);
	const found = only.length > 0 ? `none of ${counted(groups.length, 'group')} is ${only.join(' or ')}` : none;
	await context.footnote(
		last === undefined ? none : `${found}; the last ${logKinds[kind].records} are from ${last}`,
		'empty',
	);
}

const examples = {
	exceptions: [
		{line: 'usagectl exceptions top --limit 10', caption: 'the ten most frequent crashes'},
		{line: 'usagectl exceptions top --by clientId --limit 5', caption: 'the installations that crash most'},
		{
			line: 'usagectl exceptions top --from -1d --mark new --fail-on new --no-header -q',
			caption: 'for cron: no output unless a new crash group has appeared since yesterday',
		},
	],
	events: [
		{line: 'usagectl events top --limit 10', caption: 'the ten most frequent events'},
		{
			line: `usagectl events top --filter 'event.name=PDF' --by data.profile`,
			caption: 'event records by the value of the key "profile" in event.data',
		},
	],
};

const charts: Readonly<Record<LogKind, ChartRule>> = {
	exceptions: {title: 'Crash reports', figures: ['count'], labels: ['fingerprint', 'method', ...countedFields]},
	events: {title: 'Event records', figures: ['count'], labels: ['category', 'name', 'data', ...countedFields]},
};

/** A table has columns of its own, unless --fields names others. Charts, pages and saved results have all. */
const isTable = ({globals: {output, fields, chart, html}, questionFolder}: Context) =>
	isForPeople(output) && !fields && !chart && html === undefined && questionFolder === undefined;

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			kind === 'exceptions'
				? 'Counts crash reports and installations by crash group. Reports with the same exception class, method and stack form a ' +
					'group, even if addresses, line numbers, IDs, paths, quoted values or inlined frames differ. `--by` counts by a field instead. ' +
					`${explainMark('a group')} ` +
					`${risingMeaning} ` +
					'A group marked as known, fixed or ignored (`exceptions mark`) is hidden. A group that was marked as fixed but occurs again is regressed; it comes first. ' +
					`${changeMeaning} Reads archive folders (\`exceptions sync\`) and zip or CSV files.`
				: `Counts event records and installations by event. \`--by\` counts by a field instead. ${explainMark('an event')} ${changeMeaning} Reads archive folders (\`events sync\`) and zip or CSV files.`,
		examples: examples[kind],
		takes: [...clusterFlags, 'today', 'tz', 'anyCode', 'rows', 'charts', 'page', 'strict'],
		flags: createFlags(kind),
		chart: charts[kind],
		isQuestion: true,
		compilesExpressions: true,
		args: [
			{
				name: '[paths...]',
				summary: `Archive folders, zip or CSV files (default: ${logKinds[kind].folder})`,
				complete: 'file',
				default: logKinds[kind].folder,
			},
		],
		columns: ({by}) => (by === undefined ? getGroupColumns(kind) : getFieldColumns(kind, by)),
		run: async (options, paths, context) => {
			validateBy(options);
			const {rejects, maxRatio, by, sort, mark: only} = options;
			const [products, period] = [getTypedProducts(options, context), getDays(options, context.today)];
			const filter = {...(await readFilter(options, kind, context)), dataKey: by?.dataKey};
			const cluster = findCluster(context, paths);
			if (await isDryRun(cluster, context)) return {};
			const request = {kind, cluster, paths, filter, rejects, maxRatio, products, until: period.until};
			const decisions = await readAllDecisions(kind === 'events' || cluster ? [] : paths);
			const title = describeRecords(kind, options);
			if (by !== undefined) return countField(request, {by, period, sort, title}, context);
			const missing: string[] = [];
			const incomplete = (text: string) => {
				missing.push(text);
				return context.incomplete(text);
			};
			const {counts, crashGroups} = await askRecords(request, {...context, incomplete}, async records => {
				const found = await readCrashGroups(records);
				return {counts: await countGroups(records, found, period), crashGroups: found};
			});
			await explainMarks(counts, {kind, wanted: [...only, ...options.failOn]}, {...context, incomplete});
			const groups = markDecided(sortBy(sort, counts.groups), toGroupDecisions(decisions, crashGroups), context.today);
			const shown = chooseMarks(groups, only);
			await explainRows(groups, {kind, only, none: describeNone(request, period), shown}, context);
			await explainStart(kind, counts.days, {...context, since: period.since});
			const sampleOf = ({names}: DecidedGroup): readonly Cell[] =>
				kind === 'exceptions' ? (crashGroups.samples.get(names[0] ?? '') ?? [null, null, null]) : [];
			const [columns, toRowOf] =
				kind === 'exceptions' && isTable(context) ? [crashColumns, toCrashRow] : [getGroupColumns(kind), toGroupRow];
			return {
				dataset: {
					...dataset(
						columns,
						shown.map(group => toRowOf(group, sampleOf(group))),
						{title: describeDays(title, counts.days, period.since)},
					),
					range: period.named,
					noun: 'group',
				},
				exit: () => validateMarks(groups, options, missing),
			};
		},
	});
