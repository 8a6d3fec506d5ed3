import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {countVersionCrashes, findGroupStarts, findOlderVersions} from '../../archive/crashes/version-crashes.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {integer, oneOf} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {dataset} from '../../output/dataset.ts';
import {printRange} from '../../output/rows/range-columns.ts';
import {smallGroup} from '../../output/small-group.ts';
import {explainGroups, openReleases} from '../../release/open-releases.ts';
import {explainBasis, type Releases, readReleases} from '../../release/read-releases.ts';
import {readArchive} from '../../release/release-archive.ts';
import {
	answerNewest,
	breakdownNames,
	breakdowns,
	getColumns,
	releaseChart,
	toRow,
} from '../../release/release-columns.ts';
import {findOlder, keepNewest, orderReleases, type ReleaseCounts} from '../../release/release-counts.ts';
import {groupBy} from '../../text/group-by.ts';
import {releaseFlags} from './shared-release-flags.ts';

/** Of more versions, the lines cannot be told apart. */
const drawnVersions = 5;

/** With --chart or --html, leaves out versions that few installations use, unless --newest is given. */
async function chooseVersions(
	{counts}: Releases,
	newest: number | undefined,
	{globals: {chart, html}, footnote}: Context,
): Promise<readonly ReleaseCounts[]> {
	if (newest !== undefined) return keepNewest(counts, newest);
	if (!chart && html === undefined) return counts;
	const large = new Set(counts.filter(({installations}) => installations >= smallGroup).map(({version}) => version));
	const kept = keepNewest(
		counts.filter(({version}) => large.size === 0 || large.has(version)),
		drawnVersions,
	);
	if (kept.length < counts.length)
		await footnote(`only the newest versions with at least ${smallGroup} installations: --newest shows more`);
	return kept;
}

/** Says that an installation counts under several versions, if any does. */
async function explainShares({counts, total}: Releases, {footnote}: Context): Promise<void> {
	const sum = counts.reduce((all, {installations}) => all + installations, 0);
	if (total === 0 || sum <= total) return;
	const percent = Math.round((100 * sum) / total);
	await footnote(`an updated installation counts under each version, so the shares add up to ${percent} %`);
}

const flags = {
	...releaseFlags,
	by: optional({
		flags: '--by <property>',
		summary: 'Break each version down by os.version, country, prodEdition or date',
		...oneOf(breakdownNames),
	}),
	newest: optional({
		flags: '--newest <n>',
		summary: `Show only the n newest versions (default: all; with --chart or --html the ${drawnVersions} newest ones with at least ${smallGroup} installations)`,
		parse: integer({min: 1}),
	}),
};

async function readCrashes(folder: string, days: readonly string[], product: number, context: Context) {
	const [since = '', until = since] = [days[0], days.at(-1)];
	return readArchive({folder, product, until}, context, async records => {
		const crashDays = await countVersionCrashes(records, days);
		const older = await findOlderVersions(records, since);
		const starts = await findGroupStarts(records, await readCrashGroups(records), until);
		const firstVersions = [...starts.values()].flatMap(({day, version}) => (day < since ? [] : (version ?? [])));
		const newGroups = [...groupBy(firstVersions, version => version)].map(
			([version, {length}]) => [version, length] as const,
		);
		// Without earlier crash reports, all groups would be new.
		return {crashDays, older, newGroups: older.size > 0 ? new Map(newGroups) : undefined};
	});
}

export const command = defineCommand({
	description:
		'Lists the versions in use, newest first, with the number of installations, the number that sent a crash report, and the percentage that sent none (crash-free) with its 95 % interval. ' +
		'A crash report is an exception that the product reported; not every exception ends the program, and those of an installation that never registers do not arrive. ' +
		'Crash reports come from the local archive; installations, sessions and hours come from the service. Days without a final crash file in the archive are left out of all figures. ' +
		'On newer servers, an installation counts under the version that it had on each day; on older ones, under its latest version.',
	examples: [
		{line: 'usagectl release list', caption: 'the versions of the last 30 days'},
		{line: 'usagectl release list --from -14d --by os.version', caption: 'each version by operating system'},
		{
			line: 'usagectl release list --by date --chart',
			caption: 'percentage of installations that crashed, by day, for the newest versions',
		},
	],
	takes: [...requestGroups, 'dates', 'expressions', 'rows', 'charts', 'page', 'strict'],
	flags,
	product: 'many',
	isQuestion: true,
	compilesExpressions: true,
	chart: releaseChart,
	columns: ({by}) => getColumns(by),
	run: async (options, _args, context) => {
		const {by} = options;
		const {client, product, folder, filters, where, days} = await openReleases(options, 'release list', context);
		const {crashDays, older, newGroups} = await readCrashes(folder, days, product, context);
		const releases = await readReleases({client, days, filters, by: by && breakdowns[by].property, crashDays}, context);
		await explainBasis(releases.basis, context);
		if (by === undefined && newGroups) await explainGroups({where}, context);
		const {basis, total} = releases;
		const kept = await chooseVersions(releases, options.newest, context);
		// A breakdown has a total of its own.
		if (by === undefined) await explainShares(releases, context);
		const rows = orderReleases(kept, by === 'date').map(each =>
			toRow(each, {basis, total, by, older: findOlder(releases.counts, older, days[0]), newGroups}),
		);
		const title = `Versions in use${where}, ${printRange({first: days[0] ?? '', last: days.at(-1) ?? ''})}`;
		const answer = by === undefined ? answerNewest(orderReleases(kept, false)) : undefined;
		return {dataset: dataset(getColumns(by), rows, {title, products: [product], ...(answer ? {answer} : {})})};
	},
});
