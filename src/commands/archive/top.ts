import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {countGroups, type Group, type GroupCounts, marks} from '../../archive/crashes/group-counts.ts';
import type {LogKind} from '../../archive/files/log-kinds.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {type Options, repeatedList} from '../../cli/definition/flag.ts';
import {choice, listOf} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import {type Cell, type Column, dataset} from '../../output/dataset.ts';
import {printCount} from '../../text/wording.ts';
import {askRecords, findCluster, isDryRun} from './ask-records.ts';
import {getRange} from './file-flags.ts';
import {filterFlags, producedBy, readFilter, sourceFlags} from './filter-flags.ts';

const flags = {
	from: filterFlags.from,
	to: filterFlags.to,
	filter: filterFlags.filter,
	mark: repeatedList({
		flags: '--mark <marks>',
		summary: 'Only groups that are new, gone or back again',
		parse: listOf(choice(marks)),
		choices: marks,
	}),
	failOn: repeatedList({
		flags: '--fail-on <marks>',
		summary: 'Exit with status 7 if a group is new, gone or back again',
		parse: listOf(choice(marks)),
		choices: marks,
	}),
	where: filterFlags.where,
	...sourceFlags,
};

/** Most important columns first: a narrow terminal shows no more. */
const nameColumns: Readonly<Record<LogKind, readonly Column[]>> = {
	exceptions: [{key: 'fingerprint', title: 'Fingerprint', kind: 'text', layout: {priority: 1, minWidth: 16}}],
	events: [
		{key: 'category', title: 'Category', kind: 'label'},
		{key: 'name', title: 'Name', kind: 'label', layout: {priority: 1, minWidth: 25}},
	],
};
const countColumns: readonly Column[] = [
	{key: 'mark', title: 'Mark', kind: 'text'},
	{key: 'count', title: 'Lines', kind: 'count', layout: {priority: 1}},
	{key: 'installations', title: 'Installations', kind: 'count'},
];
const sampleColumns: Readonly<Record<LogKind, readonly Column[]>> = {
	exceptions: [
		{key: 'class', title: 'Class', kind: 'text', layout: {priority: 1, minWidth: 22, cut: 'start'}},
		{key: 'method', title: 'Method', kind: 'text', layout: {minWidth: 14, cut: 'start'}},
		{key: 'message', title: 'Message', kind: 'text', layout: {priority: 1, minWidth: 24, cut: 'lines'}},
	],
	events: [],
};
const spanColumns: readonly Column[] = [
	{key: 'firstDay', title: 'First day', kind: 'date', layout: {priority: 3}},
	{key: 'lastDay', title: 'Last day', kind: 'date', layout: {priority: 3}},
	{key: 'firstVersion', title: 'From version', kind: 'text', layout: {priority: 3}},
	{key: 'lastVersion', title: 'To version', kind: 'text', layout: {priority: 3}},
	{key: 'trend', title: 'Trend %', kind: 'percent', unit: '%', layout: {priority: 3}},
];
const columnsOf = (kind: LogKind) => [...nameColumns[kind], ...countColumns, ...sampleColumns[kind], ...spanColumns];

function toRow(group: Group, sample: readonly Cell[]): readonly Cell[] {
	const {names, count, installations, firstVersion, lastVersion, firstDay, lastDay, trend, mark} = group;
	return [...names, mark, count, installations, ...sample, firstDay, lastDay, firstVersion, lastVersion, trend];
}

/** Throws CliError `assertion` when there are groups with a mark of `--fail-on`. */
function validateMarks(groups: readonly Group[], {failOn}: Options<typeof flags>): void {
	const found = groups.filter(({mark}) => mark !== null && failOn.includes(mark));
	if (found.length === 0) return;
	throw new CliError(
		'assertion',
		`${printCount(found.length)} of ${printCount(groups.length)} groups ${found.length === 1 ? 'is' : 'are'} ${[...new Set(found.map(({mark}) => mark))].join(' or ')}`,
		{hint: '--fail-on was given for these marks'},
	);
}

async function explainMarks({recentSince, hasHistory, groups}: GroupCounts, {note}: Context): Promise<void> {
	if (recentSince === null || groups.length === 0) return;
	if (hasHistory) await note(`new, gone and back compare lines since ${recentSince} with all earlier lines`);
	else await note(`there are no lines before ${recentSince}: nothing can be new, gone or back`);
}

const lastDayOf = (groups: readonly Group[]): string | undefined =>
	groups
		.map(({lastDay}) => lastDay)
		.sort()
		.at(-1);

const subjects: Readonly<Record<LogKind, string>> = {exceptions: 'Crashes', events: 'Events'};

/** `Crashes, 2026-04-01 to 2026-06-30`: from the first day of the files, or of `--from`, to the last with lines. */
function describeDays(kind: LogKind, groups: readonly Group[], since: string | undefined): string {
	const first = groups.map(({firstDay}) => firstDay).sort()[0];
	const last = lastDayOf(groups);
	if (first === undefined || last === undefined) return subjects[kind];
	return `${subjects[kind]}, ${since !== undefined && since > first ? since : first} to ${last}`;
}

/** Notes why there is no group: an empty table alone may be one of the wrong days. */
async function explainNone(groups: readonly Group[], only: readonly string[], {note}: Context): Promise<void> {
	const last = lastDayOf(groups);
	if (last === undefined) await note('no line of these files is of these days, or passes the filter');
	else await note(`none of ${printCount(groups.length)} groups is ${only.join(' or ')}; the newest line is of ${last}`);
}

const examples = {
	exceptions: [
		{line: 'usagectl exceptions top crashes --limit 10', caption: 'the ten most frequent crashes'},
		{
			line: 'usagectl exceptions top crashes --from -1d --mark new --fail-on new --no-header -q',
			caption: 'for cron: a mail when a crash is new since yesterday, and none otherwise',
		},
	],
	events: [{line: 'usagectl events top events --limit 10', caption: 'the ten most frequent events'}],
};

const charts: Readonly<Record<LogKind, ChartRule>> = {
	exceptions: {title: 'Lines of each crash', figures: ['count'], labels: ['method', 'class']},
	events: {title: 'Lines of each event', figures: ['count'], labels: ['category', 'name']},
};

/** `exceptions top`, `events top`: downloaded lines by crash, or by event. */
export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			kind === 'exceptions'
				? 'Crashes are grouped by a fingerprint: class, method and the names on the stack, without addresses, line numbers, ids, paths ' +
					'and quoted values; stacks that differ only by inlined frames are one group. Reads folders of `sync`, and zips or CSV files.'
				: 'Reads folders of `sync`, and zips or CSV files.',
		examples: examples[kind],
		flags,
		chart: charts[kind],
		isQuestion: true,
		args: [
			{
				name: '<paths...>',
				summary: `folders of \`${kind} sync\`, zips or CSV files; none with --engine`,
				complete: 'file',
				orEngine: true,
				producedBy: producedBy[kind],
			},
		],
		columns: () => columnsOf(kind),
		run: async (options, paths, context) => {
			const period = getRange(options, context.today);
			const filter = await readFilter(options, kind, context);
			const cluster = findCluster(context, paths);
			if (await isDryRun(cluster, context)) return {};
			const {rejects, maxRatio, mark: only} = options;
			const request = {kind, cluster, paths, filter, rejects, maxRatio};
			const {groups, samples} = await askRecords(request, context, async records => {
				const crashGroups = await readCrashGroups(records);
				return {groups: await countGroups(records, crashGroups, period), samples: crashGroups.samples};
			});
			await explainMarks(groups, context);
			const shown = groups.groups.filter(({mark}) => only.length === 0 || (mark !== null && only.includes(mark)));
			if (shown.length === 0) await explainNone(groups.groups, only, context);
			const sampleOf = ({names}: Group): readonly Cell[] =>
				kind === 'exceptions' ? (samples.get(names[0] ?? '') ?? [null, null, null]) : [];
			return {
				dataset: dataset(
					columnsOf(kind),
					shown.map(group => toRow(group, sampleOf(group))),
					{title: describeDays(kind, groups.groups, period.since)},
				),
				exit: () => {
					validateMarks(groups.groups, options);
					return 0;
				},
			};
		},
	});
