import {
	type Decisions,
	describeDecision,
	getDecisionState,
	readDecisions,
} from '../../archive/crashes/crash-decisions.ts';
import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {toGroupDecisions} from '../../archive/crashes/decided-groups.ts';
import {countDifferentGroups, countVersionCrashes, findGroupStarts} from '../../archive/crashes/version-crashes.ts';
import type {Records} from '../../archive/records/records.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {Expected, optional, withDefault} from '../../cli/definition/flag.ts';
import {integer, text} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {exitCodes} from '../../errors.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import {judgeRelease} from '../../release/judge-release.ts';
import {orderReleases} from '../../release/release-counts.ts';
import {findChangedGroups, type GroupFacts} from '../../release/release-groups.ts';
import {
	type CheckedRelease,
	checkTitles,
	describeCheck,
	describeRelease,
	describeVerdict,
	formatRelease,
} from './check-text.ts';
import {openReleases} from './open-releases.ts';
import {allOthers, type ReadComparison, readComparison} from './read-comparison.ts';
import {readArchive} from './release-archive.ts';
import {getColumns, releaseChart, toRow} from './release-columns.ts';
import {explainBasis, releaseFlags} from './shared-release-flags.ts';

/** Parses a number with an optional unit. */
const createNumber = (unit: string, example: string, max: number) => (word: string) => {
	const found = /^(\d+(?:\.\d+)?)\s*(%|pp)?$/.exec(word.trim());
	const value = Number(found?.[1]);
	if (found && (found[2] === undefined || found[2] === unit) && value <= max) return value;
	throw new Expected(`a number such as ${example}`);
};

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
		parse: createNumber('%', '99.0', 100),
	}),
	maxDrop: optional({
		flags: '--max-drop <points>',
		summary:
			'Fail if the crash-free percentage is lower than that of the other version by more than this, such as 0.5pp (percentage points)',
		parse: createNumber('pp', '0.5pp', 100),
	}),
	maxRateRatio: withDefault({
		flags: '--max-rate-ratio <n>',
		summary: 'Fail if the crash rate is more than n times that of the other version',
		parse: createNumber('', '1.5', 1e6),
		default: '1.5',
	}),
	minInstallations: withDefault({
		flags: '--min-installations <n>',
		summary: 'Report unknown if either version has fewer installations than this',
		parse: integer({min: 1}),
		default: '200',
	}),
	...releaseFlags,
};

const columns: readonly Column[] = [
	{key: 'question', title: 'Check', kind: 'label', words: checkTitles, layout: {priority: 0}},
	{key: 'verdict', title: 'Outcome', kind: 'text', isVerdict: true, layout: {priority: 0}},
	{key: 'value', title: 'Value', kind: 'number', hasMixedUnits: true},
	{key: 'low', title: 'low', kind: 'number', hasMixedUnits: true},
	{key: 'high', title: 'high', kind: 'number', hasMixedUnits: true},
	{key: 'limit', title: 'Limit', kind: 'number', hasMixedUnits: true},
	{key: 'against', title: 'Other version', kind: 'number', hasMixedUnits: true},
	{key: 'unadjusted', title: 'Unadjusted', kind: 'number', hasMixedUnits: true},
	{key: 'reason', title: 'Reason', kind: 'text', layout: {...sentenceLayout, priority: 1}},
	{key: 'basis', title: 'Basis', kind: 'text', onlyInData: true},
];

const scales: Readonly<Record<string, number>> = {crashFree: 100, drop: 100};
const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** Returns the verdict, a row for each check, and a row for each changed crash group, whose value is its reports. */
function toRows(release: CheckedRelease): readonly Row[] {
	const {judgment, groups, version, against, basis} = release;
	const checks = judgment.checks.map((check): Row => {
		const scale = scales[check.name] ?? 1;
		const figure = (value: number | null) => (value === null ? null : round(scale * value));
		const {value, low, high, limit, other, unadjusted} = check;
		const reason =
			check.verdict === null || (check.name === 'regressions' && value === 0) ? null : describeCheck(check, release);
		return [check.name, check.verdict, ...[value, low, high, limit, other, unadjusted].map(figure), reason, basis];
	});
	return [
		[
			`${version} against ${against}`,
			judgment.verdict,
			null,
			null,
			null,
			null,
			null,
			null,
			describeVerdict(release),
			basis,
		],
		...checks,
		...groups.map(
			({change, fingerprint, reports, otherReports, name, decision}): Row => [
				`${change} ${fingerprint}`,
				null,
				reports,
				null,
				null,
				null,
				otherReports,
				null,
				decision === null ? name : `${name} (${decision})`,
				basis,
			],
		),
	];
}

/** Counts the crash groups of both versions on the days of the comparison. */
async function readGroups(
	records: Records,
	{version, against, days, comparison}: ReadComparison,
	{decisions, today}: {readonly decisions: Decisions; readonly today: string},
): Promise<CheckedRelease['groups']> {
	const crashGroups = await readCrashGroups(records);
	const starts = await findGroupStarts(records, crashGroups, days.at(-1) ?? '');
	const groupDecisions = toGroupDecisions(decisions, crashGroups);
	const stateOf = (fingerprint: string) =>
		getDecisionState(groupDecisions.get(fingerprint), {lastVersion: version, today});
	const found = await countDifferentGroups(records, crashGroups, {
		...{days, version},
		against: against === allOthers ? undefined : against,
		always: [...groupDecisions.keys()].filter(fingerprint => stateOf(fingerprint) === 'regressed'),
	});
	const facts = found.map(
		(group): GroupFacts => ({
			...group,
			isFirst: starts.get(group.fingerprint)?.version === version,
			state: stateOf(group.fingerprint),
		}),
	);
	return findChangedGroups(facts, comparison).map(group => {
		const [className, method] = (crashGroups.samples.get(group.fingerprint) ?? []).map(String);
		const decision = groupDecisions.get(group.fingerprint);
		return {
			...group,
			name: [className, method].filter(Boolean).join(' in '),
			decision: decision ? describeDecision(decision) : null,
		};
	});
}

/** The rows of `release list` for both versions. */
function getDrawn({drawn, basis}: ReadComparison) {
	const by = basis === 'daily' ? ('date' as const) : undefined;
	const context = {basis, by, total: 0, older: new Set<string>(), newGroups: undefined};
	return {columns: getColumns(by), rows: orderReleases(drawn, true).map(counts => toRow(counts, context))};
}

export const command = defineCommand({
	description:
		'Compares the crashes of a release with those of an earlier one in the range of --from and --to, and decides: ok, fail, or unknown if the data does not allow a decision. ' +
		'On newer servers, days before the first use of the release are left out. ' +
		'A check fails if the whole 95 % interval of its figure lies beyond the limit, passes if the whole interval lies within it, and is unknown otherwise. ' +
		'--max-rate-ratio compares the rates of first crashes: how many installations crash for the first time, per day of use. These rates and the drop of --max-drop are adjusted for the systems and ages of the installations. ' +
		'A crash group that was marked as fixed but occurs again fails the release. Exits with status 7 if the release fails (with --strict also if it is unknown).',
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
	columns: () => columns,
	run: async (options, [word = ''], context) => {
		const {against, minInstallations} = options;
		const {client, product, folder, filters, days} = await openReleases(options, 'release check', context);
		const decisions = await readDecisions(folder);
		const {read, groups} = await readArchive(folder, product, context, async records => {
			const crashDays = await countVersionCrashes(records, days);
			const request = {client, days, filters, crashDays, version: word, against, minInstallations};
			const found = await readComparison(request, context);
			return {read: found, groups: await readGroups(records, found, {decisions, today: context.today})};
		});
		await explainBasis(read.basis, context);
		const share = (percent: number | undefined) => (percent === undefined ? undefined : percent / 100);
		const judgment = judgeRelease(read.comparison, {
			thresholds: {
				minInstallations,
				minCrashFree: share(options.minCrashFree),
				maxDrop: share(options.maxDrop),
				maxRatio: options.maxRateRatio,
			},
			knowsDays: read.basis === 'daily',
			regressions: groups.filter(({change}) => change === 'regressed').length,
		});
		const release = {...read, judgment, groups};
		const isBad = judgment.verdict === 'fail' || (context.globals.strict && judgment.verdict === 'unknown');
		const exit = isBad ? exitCodes.assertion : 0;
		const {output, out, products, chart, html} = context.globals;
		// Questions and several products need rows.
		const isText = context.questionFolder === undefined && products.length < 2 && !chart && html === undefined;
		if (isText && (output === 'table' || output === 'md')) {
			const {stdout} = context.terminal;
			const width = stdout.isTTY && out === undefined && output === 'table' ? stdout.columns() : undefined;
			return {text: formatRelease(release, output === 'md', width), exit};
		}
		const rows = toRows(release);
		const data = dataset(
			columns,
			output === 'junit' ? rows.filter(row => row[1] !== null) : rows,
			describeRelease(release, product),
		);
		return {dataset: {...data, drawn: getDrawn(read)}, exit};
	},
});
