import {describeRange} from '../calendar.ts';
import type {About} from '../output/dataset.ts';
import {cutToWidth, displayWidth} from '../output/display-width.ts';
import {escapeMarks} from '../output/formats/markdown-format.ts';
import {printable} from '../output/printable.ts';
import {counted, printCount} from '../text/wording.ts';
import {wordsOf, wrapWords} from '../text/wrap-words.ts';
import type {Judgment, ReleaseCheck} from './judge-release.ts';
import {adjustmentReversesRatio} from './judge-release.ts';
import type {ReadComparison} from './read-comparison.ts';
import type {NamedGroup} from './release-groups.ts';

/** The words of `release check`, as text and as Markdown. */

export type CheckedRelease = ReadComparison & {
	readonly judgment: Judgment;
	readonly groups: readonly NamedGroup[];
};

const round = (value: number, decimals: number) => String(Math.round(value * 10 ** decimals) / 10 ** decimals);
const percent = (share: number | null) => (share === null ? '?' : round(100 * share, 2));
const times = (ratio: number | null) => (ratio === null ? '?' : round(ratio, 2));

const formats: Readonly<Record<ReleaseCheck['name'], (value: number | null) => string>> = {
	installations: value => (value === null ? '' : printCount(value)),
	crashFree: percent,
	drop: percent,
	ratio: times,
	regressions: String,
};

/** Shows the installations of both versions, since each needs enough. */
const printValue = ({name, value, other}: ReleaseCheck): string =>
	name === 'installations' ? [value, other].map(formats.installations).join(' and ') : formats[name](value);

/** Without crashes of the other version, the ratio has no upper limit. */
const between = ({name, low, high}: ReleaseCheck): string =>
	low === null && high === null ? '' : `${formats[name](low)} to ${high === null ? '∞' : formats[name](high)}`;

type Describe = (check: ReleaseCheck, release: CheckedRelease, interval: string) => string;

const describeRegressions: Describe = (_, {groups}) => {
	const back = groups.filter(({change}) => change === 'regressed').map(({fingerprint}) => fingerprint);
	const [what, is] =
		back.length === 1 ? ['a crash group that was', 'is'] : [`${back.length} crash groups that were`, 'are'];
	return `${what} marked as fixed ${is} back: ${back.slice(0, 3).join(', ')}`;
};

const descriptions: Readonly<Record<ReleaseCheck['name'], Describe>> = {
	installations: ({limit}, {version, against, comparison: {first, second}}) =>
		`${counted(first.installations, 'installation')} of ${version} and ${printCount(second.installations)} of ${against}; the check needs ${limit} of each`,
	crashFree: ({value}, {version}, interval) =>
		`${percent(value)} % of the installations of ${version} are crash-free (${interval})`,
	drop: ({value}, {version, against}, interval) =>
		`crash-free installations ${Number(value) < 0 ? 'rise' : 'drop'} by ${percent(Math.abs(value ?? 0))} percentage points from ${against} to ${version} (drop: ${interval})`,
	ratio: ({value}, {version, against}, interval) =>
		value === null
			? `${against} has no crash to compare ${version} with (${interval})`
			: `${version} crashes ${times(value)} times as often as ${against} (${interval})`,
	regressions: describeRegressions,
};

/** Says what a check found, as a reason for the verdict. */
export function describeCheck(check: ReleaseCheck, release: CheckedRelease): string {
	const {name, limit, doubt, verdict} = check;
	const interval = `95 % interval ${between(check)}; limit ${formats[name](limit)}`;
	const text = descriptions[name](check, release, interval);
	return verdict === 'unknown' && doubt !== undefined && name !== 'installations' ? `${text}: ${doubt}` : text;
}

export const describeVerdict = (release: CheckedRelease): string => {
	const {checks, decisive, verdict} = release.judgment;
	// A release that passes is described by the comparison rather than by the number of installations.
	const shown =
		verdict === 'ok'
			? (checks.findLast(
					({verdict: each, name}) => each === 'ok' && name !== 'regressions' && name !== 'installations',
				) ?? decisive)
			: decisive;
	return shown ? describeCheck(shown, release) : 'nothing is checked: no limit is given';
};

type Section = {readonly title?: string; readonly rows: readonly (readonly string[])[]};

const gap = 2;

const pad = (text: string, width: number, isLeft: boolean) => {
	const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
	return isLeft ? text + blanks : blanks + text;
};

/** Columns after the first `textColumns` are figures, aligned to the right. */
function formatText({title, rows}: Section, textColumns: number): string {
	const cells = rows.map(row => row.map(printable));
	const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map(row => displayWidth(row[at] ?? ''))));
	const lines = cells.map(row =>
		row
			.map((cell, at) => pad(cell, widths[at] ?? 0, at < textColumns))
			.join(' '.repeat(gap))
			.trimEnd(),
	);
	return [...(title === undefined ? [] : [title]), ...lines].join('\n');
}

function formatMarkdown({title, rows: [head = [], ...rows]}: Section, textColumns: number): string {
	const line = (cells: readonly string[]) => `| ${cells.map(escapeMarks).join(' | ')} |`;
	const rule = `|${head.map((_, at) => (at < textColumns ? ' --- |' : ' ---: |')).join('')}`;
	return [...(title === undefined ? [] : [`${escapeMarks(title)}\n`]), line(head), rule, ...rows.map(line)].join('\n');
}

const count = (value: number | null) => (value === null ? '?' : printCount(value));

function getFigures({comparison, version, against, basis}: CheckedRelease): Section {
	const {first, second, crashFree} = comparison;
	const per1000 = (reports: number | null, days: number | null) =>
		reports === null || days === null || days === 0 ? '?' : round((1000 * reports) / days, 1);
	const interval = (place: 0 | 1) => {
		const found = crashFree[place];
		return found ? `${percent(found.low)} to ${percent(found.high)}` : '?';
	};
	const daily = [
		['Installation-days', count(first.days), count(second.days)],
		['Crash reports', count(first.reports), count(second.reports)],
		['Reports per 1,000 days', per1000(first.reports, first.days), per1000(second.reports, second.days)],
	];
	return {
		rows: [
			['', version, against],
			['Installations', count(first.installations), count(second.installations)],
			['Crashed', count(first.crashed), count(second.crashed)],
			['Crash-free %', percent(crashFree[0]?.share ?? null), percent(crashFree[1]?.share ?? null)],
			['95 % interval', interval(0), interval(1)],
			...(basis === 'daily' ? daily : []),
		],
	};
}

export const checkTitles: Readonly<Record<ReleaseCheck['name'], string>> = {
	installations: 'Installations',
	crashFree: 'Crash-free %',
	drop: 'Drop in percentage points',
	ratio: 'Times as many crashes',
	regressions: 'Fixed crash groups that are back',
};
const limitTitles: Readonly<Partial<Record<ReleaseCheck['name'], string>>> = {
	installations: 'at least',
	crashFree: 'at least',
	drop: 'at most',
	ratio: 'at most',
};

const getChecks = ({judgment}: CheckedRelease): Section => ({
	rows: [
		['Check', 'Outcome', 'Limit', 'Value', '95 % interval'],
		...judgment.checks
			.filter(({verdict}) => verdict !== null)
			.map(check => [
				[checkTitles[check.name], limitTitles[check.name]].filter(Boolean).join(', '),
				check.verdict ?? '',
				formats[check.name](check.limit),
				printValue(check),
				between(check),
			]),
	],
});

const maxGroups = 10;
const maxNameWidth = 50;
const minNameWidth = 20;

/** With a width, the names of crashes are cut so that the table fits. */
function getGroups({groups, version, against}: CheckedRelease, width = Number.POSITIVE_INFINITY): readonly Section[] {
	if (groups.length === 0) return [];
	const shown = groups.slice(0, maxGroups);
	const figures = [
		[version, 'Installations', against],
		...shown.map(({reports, installations, otherReports}) => [reports, installations, otherReports].map(printCount)),
	];
	const names = [['Change', 'Fingerprint'], ...shown.map(({change, fingerprint}) => [change, fingerprint])];
	const widthOf = (rows: readonly (readonly string[])[]) =>
		(rows[0] ?? []).reduce((sum, _, at) => sum + gap + Math.max(...rows.map(row => displayWidth(row[at] ?? ''))), 0);
	const nameWidth = Math.max(minNameWidth, Math.min(maxNameWidth, width - widthOf(names) - widthOf(figures)));
	const crashes = ['Crash', ...shown.map(({name}) => cutToWidth(printable(name), nameWidth))];
	const rest = groups.length > maxGroups ? ` (${maxGroups} of ${groups.length})` : '';
	return [
		{
			title: `Crash groups that changed${rest}: reports and installations of ${version}, reports of ${against}`,
			rows: names.map((row, at) => [...row, crashes[at] ?? '', ...(figures[at] ?? [])]),
		},
	];
}

function getRemarks(release: CheckedRelease): readonly string[] {
	const {comparison, version, against, basis} = release;
	const {adjusted, ratio, first, second} = comparison;
	const perInstallation = ({days, installations}: typeof first) => (days ?? 0) / Math.max(1, installations);
	const remarks: string[] = [];
	if (adjusted?.ratio.ratio !== undefined)
		remarks.push(
			`The ratio and the drop are adjusted for ${basis === 'daily' ? 'systems and ages of installations' : 'systems'} (${counted(adjusted.strata, 'group')} in common). Without the adjustment, the ratio is ${times(ratio?.ratio ?? null)}.`,
		);
	if (adjustmentReversesRatio(comparison))
		remarks.push(
			`The adjustment reverses the result: the mix of systems or ages, not the version, explains the difference from ${against}.`,
		);
	if (basis === 'daily' && perInstallation(first) < 0.75 * perInstallation(second))
		remarks.push(
			`On average, an installation used ${version} on ${round(perInstallation(first), 1)} days, and ${against} on ${round(perInstallation(second), 1)}: compare the ratio, which counts days, rather than crash-free.`,
		);
	return remarks;
}

const describeDays = ({days, basis}: CheckedRelease): string =>
	`${describeRange({first: days[0] ?? '', last: days.at(-1) ?? ''})}, ${counted(days.length, 'day')}${basis === 'latest' ? ', by latest version' : ''}`;

/** Describes the rows for a page. */
export const describeRelease = (release: CheckedRelease, product: number): About => ({
	title: `${release.version} compared with ${release.against}: ${release.judgment.verdict}`,
	products: [product],
	facts: [
		['Reason', describeVerdict(release)],
		['Days', describeDays(release)],
	],
	notes: getRemarks(release),
});

/** With a width, text is wrapped and tables are cut to it. */
export function formatRelease(release: CheckedRelease, isMarkdown: boolean, width?: number): string {
	const {judgment, version, against} = release;
	const reason = describeVerdict(release);
	const format = isMarkdown ? formatMarkdown : formatText;
	const wrap = (text: string) =>
		wrapWords(wordsOf(text), {width: width ?? Number.POSITIVE_INFINITY, measure: displayWidth}).join('\n');
	const mark = (text: string) => (isMarkdown ? escapeMarks(text) : wrap(printable(text)));
	const what = `${version} compared with ${against}, ${describeDays(release)}`;
	return `${[
		isMarkdown ? `**${judgment.verdict}**: ${mark(reason)}` : mark(`${judgment.verdict}: ${reason}`),
		mark(what),
		format(getFigures(release), 1),
		format(getChecks(release), 2),
		...getGroups(release, width).map(section => format(section, 3)),
		...getRemarks(release).map(mark),
	].join('\n\n')}\n`;
}
