import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {countGroups} from '../../archive/crashes/group-counts.ts';
import {countVersionCrashes, findVersionsBefore} from '../../archive/crashes/version-crashes.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {choice, integer} from '../../cli/definition/flag-values.ts';
import {type Cell, type Column, dataset, type Row, smallGroup} from '../../output/dataset.ts';
import {describeRange} from '../../release/counted-days.ts';
import {findOlder, getCrashFree, keepNewest, orderReleases, type ReleaseCounts} from '../../release/release-counts.ts';
import {openReleases} from './open-releases.ts';
import {type Releases, readReleases} from './read-releases.ts';
import {readArchive} from './release-archive.ts';
import {explainBasis, releaseFlags} from './release-flags.ts';

/** Names on the command line, and the properties of the service. */
const breakdowns = {
	'os.version': {property: 'os.version', title: 'System'},
	country: {property: 'geography.country', title: 'Country'},
	prodEdition: {property: 'prodEdition', title: 'Edition'},
	date: {property: 'date', title: 'Date'},
} as const;
type Breakdown = keyof typeof breakdowns;
const breakdownNames = Object.keys(breakdowns) as readonly Breakdown[];

/** Of more versions, the lines cannot be told apart. */
const drawnVersions = 5;

/** With --chart or --html, leaves out versions that few installations use, unless --newest is given. */
async function chooseVersions(
	{counts}: Releases,
	newest: number | undefined,
	{globals: {chart, html}, note}: Context,
): Promise<readonly ReleaseCounts[]> {
	if (newest !== undefined) return keepNewest(counts, newest);
	if (!chart && html === undefined) return counts;
	const large = new Set(counts.filter(({installations}) => installations >= smallGroup).map(({version}) => version));
	const kept = keepNewest(
		counts.filter(({version}) => large.size === 0 || large.has(version)),
		drawnVersions,
	);
	if (kept.length < counts.length)
		await note(`showing only the newest versions with at least ${smallGroup} installations; choose with --newest`);
	return kept;
}

const flags = {
	...releaseFlags,
	by: optional({
		flags: '--by <property>',
		summary: 'Break each version down by os.version, country, prodEdition or date',
		parse: choice(breakdownNames),
		choices: breakdownNames,
	}),
	newest: optional({
		flags: '--newest <n>',
		summary: `Show only the n newest versions (default: all; with --chart or --html the ${drawnVersions} newest ones in wide use)`,
		parse: integer({min: 1}),
	}),
};

function getGroupColumns(by: Breakdown | undefined): readonly Column[] {
	if (by === undefined) return [];
	const column = {key: by, title: breakdowns[by].title, layout: {priority: 0}} as const;
	return [by === 'date' ? {...column, kind: 'date', unit: 'day'} : {...column, kind: 'label'}];
}

const crashedInterval: readonly Column[] = [
	{key: 'crashedPercentLow', title: 'from', kind: 'percent', unit: '%', onlyInData: true},
	{key: 'crashedPercentHigh', title: 'to', kind: 'percent', unit: '%', onlyInData: true},
];

const getColumns = (by: Breakdown | undefined): readonly Column[] => [
	{key: 'version', title: 'Version', kind: 'label', isVersion: true, layout: {priority: 0}},
	...getGroupColumns(by),
	{key: 'firstSeen', title: 'First seen', kind: 'date', hiddenWhenEmpty: true, layout: {priority: 2}},
	{key: 'installations', title: 'Installations', kind: 'count', unit: 'installations', layout: {priority: 1}},
	{key: 'share', title: 'Share %', kind: 'percent', unit: '%', hiddenWhenEmpty: true, layout: {priority: 2}},
	{key: 'crashed', title: 'Crashed', kind: 'count', unit: 'installations', layout: {priority: 1}},
	{
		...{key: 'crashFree', title: 'Crash-free %', kind: 'percent', unit: '%', layout: {priority: 1}},
		proportion: {of: ['installations']},
	},
	{key: 'crashFreeLow', title: 'from', kind: 'percent', unit: '%', layout: {priority: 1}},
	{key: 'crashFreeHigh', title: 'to', kind: 'percent', unit: '%', layout: {priority: 1}},
	{
		...{key: 'crashedPercent', title: 'Crashed %', kind: 'percent', unit: '%', onlyInData: true},
		proportion: {of: ['installations']},
	},
	// By day, whiskers would hide the lines.
	...(by === 'date' ? [] : crashedInterval),
	{key: 'reports', title: 'Reports', kind: 'count', layout: {priority: 2}},
	{key: 'reportsPer1000Days', title: 'per 1,000 days', kind: 'number', hiddenWhenEmpty: true, layout: {priority: 2}},
	{
		key: 'reportsPer1000Sessions',
		title: 'per 1,000 sessions',
		kind: 'number',
		hiddenWhenEmpty: true,
		layout: {priority: 3},
	},
	{key: 'reportsPer1000Hours', title: 'per 1,000 hours', kind: 'number', hiddenWhenEmpty: true, layout: {priority: 3}},
	{key: 'newGroups', title: 'New groups', kind: 'count', hiddenWhenEmpty: true, layout: {priority: 2}},
	{key: 'days', title: 'Installation-days', kind: 'count', hiddenWhenEmpty: true, layout: {priority: 3}},
	{key: 'sessions', title: 'Sessions', kind: 'count', hiddenByDefault: true},
	{key: 'hours', title: 'Hours', kind: 'number', hiddenByDefault: true},
	{key: 'basis', title: 'Basis', kind: 'text', hiddenByDefault: true},
];

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const percent = (share: number | undefined): Cell => (share === undefined ? null : round(100 * share, 2));
const per1000 = (count: number | null, size: number | null): Cell =>
	count === null || size === null || size === 0 ? null : round((1000 * count) / size, 2);

type RowContext = Pick<Releases, 'basis' | 'total'> & {
	readonly by: Breakdown | undefined;
	/** Versions that were in use before the counted days. */
	readonly older: ReadonlySet<string>;
	/** Undefined if the archive has no earlier crash reports to compare with. */
	readonly newGroups: ReadonlyMap<string, number> | undefined;
};

function toRow(counts: ReleaseCounts, {basis, total, by, older, newGroups}: RowContext): Row {
	const {version, group, firstDay, installations, crashed, reports, days, sessions, minutes} = counts;
	const crashFree = getCrashFree(counts);
	const hours = minutes === null ? null : minutes / 60;
	return [
		version,
		...(by === undefined ? [] : [group]),
		older.has(version) ? null : firstDay,
		installations,
		// A day has another total.
		percent(total === 0 || by === 'date' ? undefined : installations / total),
		crashed,
		percent(crashFree?.share),
		percent(crashFree?.low),
		percent(crashFree?.high),
		...[crashFree?.share, ...(by === 'date' ? [] : [crashFree?.high, crashFree?.low])].map(share =>
			percent(share === undefined ? undefined : 1 - share),
		),
		reports,
		per1000(reports, days),
		per1000(reports, sessions),
		per1000(reports, hours),
		by === undefined && newGroups ? (newGroups.get(version) ?? 0) : null,
		days,
		sessions,
		hours === null ? null : round(hours, 1),
		basis,
	];
}

async function readCrashes(folder: string, days: readonly string[], product: number, context: Context) {
	const [since = '', until] = [days[0], days.at(-1)];
	return readArchive(folder, product, context, async records => {
		const {groups, hasHistory} = await countGroups(records, await readCrashGroups(records), {since, until});
		const newGroups = new Map<string, number>();
		for (const {firstVersion, firstDay, count} of groups)
			if (firstVersion !== null && firstDay >= since && count > 0)
				newGroups.set(firstVersion, (newGroups.get(firstVersion) ?? 0) + 1);
		return {
			crashDays: await countVersionCrashes(records, days),
			older: await findVersionsBefore(records, since),
			newGroups: hasHistory ? newGroups : undefined,
		};
	});
}

export const command = defineCommand({
	description:
		'Lists the versions in use, newest first: installations, those that sent a crash report, and the percentage that did not (crash-free) with its interval of 95 %. ' +
		'A crash report is an exception that the product reported; not every one ends the program. ' +
		'Crash reports come from the local archive; installations, sessions and hours come from the service. Days without a final crash file in the archive are left out of all figures. ' +
		'Needs a newer server to count installations by the version of each day; an older one counts them under their latest version.',
	examples: [
		{line: 'usagectl release list', caption: 'the versions of the last 30 days'},
		{line: 'usagectl release list --from -14d --by os.version', caption: 'each version by operating system'},
		{
			line: 'usagectl release list --by date --chart',
			caption: 'the percentage of installations that crashed by day, of the newest versions',
		},
	],
	flags,
	product: 'many',
	isQuestion: true,
	compilesExpressions: true,
	chart: {
		// The scale of a chart begins at 0, where percentages near 100 look alike.
		title: 'Installations that crashed',
		figures: ['crashedPercent'],
		labels: ['product', 'version', ...breakdownNames],
	},
	columns: ({by}) => getColumns(by),
	run: async (options, _args, context) => {
		const {by} = options;
		const {client, product, folder, filters, days} = await openReleases(options, 'release list', context);
		const {crashDays, older, newGroups} = await readCrashes(folder, days, product, context);
		const releases = await readReleases({client, days, filters, by: by && breakdowns[by].property, crashDays}, context);
		await explainBasis(releases.basis, context);
		const {basis, total} = releases;
		const counts = await chooseVersions(releases, options.newest, context);
		const rows = orderReleases(counts, by === 'date').map(each =>
			toRow(each, {basis, total, by, older: findOlder(releases.counts, older, days[0]), newGroups}),
		);
		const title = `Releases, ${describeRange({first: days[0] ?? '', last: days.at(-1) ?? ''})}`;
		return {dataset: dataset(getColumns(by), rows, {title})};
	},
});
