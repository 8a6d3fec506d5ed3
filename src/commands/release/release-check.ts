import {readDecisions} from '../../archive/crashes/crash-decisions.ts';
import {countVersionCrashes} from '../../archive/crashes/version-crashes.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {type Options, optional, withDefault} from '../../cli/definition/flag.ts';
import {integer, text} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {exitCodes} from '../../errors.ts';
import {dataset} from '../../output/dataset.ts';
import {isForPeople} from '../../output/formats.ts';
import type {CheckedRelease} from '../../release/check/check-reasons.ts';
import {checkColumns, toRows} from '../../release/check/check-rows.ts';
import {describeRelease, formatRelease} from '../../release/check/check-text.ts';
import {judgeRelease} from '../../release/check/judge-release.ts';
import {type ReadComparison, readComparison} from '../../release/check/read-comparison.ts';
import {readGroups} from '../../release/check/release-groups.ts';
import {getForecast} from '../../release/check/when-decided.ts';
import {explainGroups, openReleases} from '../../release/open-releases.ts';
import {explainBasis} from '../../release/read-releases.ts';
import {readArchive} from '../../release/release-archive.ts';
import {getColumns, releaseChart, toRow} from '../../release/release-columns.ts';
import {orderReleases} from '../../release/release-counts.ts';
import {createNumber, releaseFlags} from './shared-release-flags.ts';

/** Parses a number with an optional unit. */
const flags = {
	against: withDefault({
		flags: '--against <version>',
		summary: 'Version to compare with, `previous` or `all-others`',
		parse: text,
		default: 'previous',
		complete: 'version',
	}),
	minCrashFree: optional({
		flags: '--min-crash-free <percent>',
		summary: 'Fail if less than this percentage of installations is crash-free, such as 99.0',
		parse: createNumber('%', '99.0', {max: 100}),
	}),
	maxDrop: optional({
		flags: '--max-drop <points>',
		summary:
			'Fail if the crash-free percentage is lower than that of the other version by more than this, such as 0.5pp (percentage points)',
		parse: createNumber('pp', '0.5pp', {max: 100}),
	}),
	maxRateRatio: withDefault({
		flags: '--max-rate-ratio <n>',
		summary: 'Fail if the crash rate is more than n times that of the other version',
		parse: createNumber('', '1.5', {max: 1e6}),
		default: '1.5',
	}),
	minInstallations: withDefault({
		flags: '--min-installations <n>',
		summary: 'Report unknown if either version has fewer installations than this',
		parse: integer({min: 1}),
		default: '200',
	}),
	share: optional({
		flags: '--share <percent>',
		summary: 'Tell when an undecided release is decided if it gets this percentage of the use (1 to 99)',
		parse: integer({min: 1, max: 99}),
	}),
	...releaseFlags,
};

/** The rows of `release list` for both versions. */
function getDrawn({drawn, basis}: ReadComparison) {
	const by = basis === 'daily' ? ('date' as const) : undefined;
	const context = {basis, by, total: 0, older: new Set<string>(), newGroups: undefined};
	return {columns: getColumns(by), rows: orderReleases(drawn, true).map(counts => toRow(counts, context))};
}

/** Reads the installations and crash reports of both versions, and judges the first one. */
async function readAndJudge(
	{share: otherShare, ...options}: Options<typeof flags>,
	version: string,
	context: Context,
): Promise<{readonly product: number; readonly release: CheckedRelease}> {
	let isComplete = true;
	const incomplete = (text: string) => {
		isComplete = false;
		return context.incomplete(text);
	};
	const watched = {...context, incomplete};
	const {against, minInstallations, maxRateRatio: maxRatio} = options;
	const {client, product, folder, filters, where, days} = await openReleases(options, 'release check', watched);
	const decisions = await readDecisions(folder);
	const {read, groups} = await readArchive({folder, product, until: days.at(-1)}, watched, async records => {
		const crashDays = await countVersionCrashes(records, days);
		const request = {client, days, filters, crashDays, version, against, minInstallations};
		const found = await readComparison(request, context);
		return {read: found, groups: await readGroups(records, found, {decisions, today: context.today})};
	});
	await explainBasis(read.basis, context);
	if (groups.length > 0) await explainGroups({where}, context);
	const share = (percent: number | undefined) => (percent === undefined ? undefined : percent / 100);
	const [minCrashFree, maxDrop] = [share(options.minCrashFree), share(options.maxDrop)];
	const judgment = judgeRelease(read.comparison, {
		thresholds: {minInstallations, minCrashFree, maxDrop, maxRatio},
		knowsDays: read.basis === 'daily',
		isComplete,
		regressions: groups.filter(({change}) => change === 'regressed').length,
	});
	const forecast = getForecast(read, judgment, {maxRatio, share: share(otherShare), isComplete});
	if (otherShare !== undefined && forecast === undefined)
		await context.footnote('--share changes nothing: the release is decided');
	return {product, release: {...read, judgment, groups, folder, where, forecast}};
}

function createText(release: CheckedRelease, {globals: {output, out}, terminal: {stdout}}: Context) {
	const isMarkdown = output === 'md';
	const width = stdout.isTTY && out === undefined && !isMarkdown ? stdout.columns() : undefined;
	return (titleEnd: string) => formatRelease(release, {isMarkdown, titleEnd, width});
}

export const command = defineCommand({
	description:
		'Compares the crashes of a release with those of an earlier one in the range of --from and --to, and decides: ok, fail, or unknown if the data does not allow a decision. ' +
		'On newer servers, days before the first use of the release are left out. ' +
		'A check fails if the whole 95 % interval of its figure lies beyond the limit, passes if the whole interval lies within it, and is unknown otherwise. ' +
		'The intervals hold over all looks together, so the check can run every night. ' +
		'--max-rate-ratio compares the rates of first crashes: how many installations crash for the first time, per day of use, on the same days, with the same system and of the same age. --max-drop compares the crash-free percentages after the same use. ' +
		'A crash group that was marked as fixed but occurs again fails the release. An undecided release says how likely it is decided within four weeks, simulated on its own use and crashes; `--share` asks for another share of the use. ' +
		'Exits with status 7 if the release fails, and with status 12 if it is unknown.',
	examples: [
		{line: 'usagectl release check latest', caption: 'the newest version, compared with the one before it'},
		{
			line: 'usagectl release check latest --against all-others --min-crash-free 95',
			caption: 'the newest version against all others; at least 95 % must be crash-free',
		},
		{line: 'usagectl release check latest -o md', caption: 'the newest version, as Markdown for a pull request'},
		{line: 'usagectl release check latest --html check.html', caption: 'a page with a chart of both versions by day'},
	],
	takes: [...requestGroups, 'dates', 'expressions', 'rows', 'charts', 'page', 'strict'],
	flags,
	args: [{name: '<version>', summary: 'Version to check, or `latest`', complete: 'version'}],
	product: 'many',
	isQuestion: true,
	specialFormats: ['junit'],
	chart: releaseChart,
	compilesExpressions: true,
	columns: () => checkColumns,
	run: async (options, [word = ''], context) => {
		const {release, product} = await readAndJudge(options, word, context);
		const exit = {ok: 0, fail: exitCodes.assertion, unknown: exitCodes.undecided}[release.judgment.verdict];
		const {output, products, chart, html} = context.globals;
		// Questions and several products need rows.
		const isText = context.questionFolder === undefined && products.length < 2 && !chart && html === undefined;
		if (isText && isForPeople(output)) return {text: createText(release, context), exit};
		const rows = toRows(release).filter(row => output !== 'junit' || row[1] !== null);
		const data = dataset(checkColumns, rows, describeRelease(release, product));
		return {dataset: {...data, drawn: getDrawn(release)}, exit};
	},
});
