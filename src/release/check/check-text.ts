import {shortenFingerprint} from '../../archive/results/group-columns.ts';
import {describeRange} from '../../calendar.ts';
import type {About} from '../../output/dataset.ts';
import {cutToWidth, displayWidth} from '../../output/display-width.ts';
import {escapeMarks} from '../../output/formats/markdown-format.ts';
import {printable} from '../../output/printable.ts';
import type {Rate} from '../../statistics/anytime.ts';
import {counted, printCount} from '../../text/wording.ts';
import {wordsOf, wrapWords} from '../../text/wrap-words.ts';
import {getCrashFree} from '../release-counts.ts';
import {
	between,
	type CheckedRelease,
	describeCulprit,
	describeVerdict,
	formats,
	getAnswer,
	getNextCommand,
	percent,
	printValue,
} from './check-reasons.ts';
import type {ReleaseCheck} from './judge-release.ts';
import {describeForecast} from './when-decided.ts';

/** The words of `release check`, as text and as Markdown. */

/** The first row has the headings. */
type Section = readonly (readonly string[])[];

const gap = 2;

const pad = (text: string, width: number, isLeft: boolean) => {
	const blanks = ' '.repeat(Math.max(0, width - displayWidth(text)));
	return isLeft ? text + blanks : blanks + text;
};

/** Columns after the first `textColumns` are figures, aligned to the right. */
function formatText(rows: Section, textColumns: number): string {
	const cells = rows.map(row => row.map(printable));
	const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map(row => displayWidth(row[at] ?? ''))));
	const lines = cells.map(row =>
		row
			.map((cell, at) => pad(cell, widths[at] ?? 0, at < textColumns))
			.join(' '.repeat(gap))
			.trimEnd(),
	);
	lines.splice(1, 0, widths.map(width => '─'.repeat(width)).join(' '.repeat(gap)));
	return lines.join('\n');
}

function formatMarkdown([head = [], ...rows]: Section, textColumns: number): string {
	const line = (cells: readonly string[]) => `| ${cells.map(escapeMarks).join(' | ')} |`;
	const rule = `|${head.map((_, at) => (at < textColumns ? ' --- |' : ' ---: |')).join('')}`;
	return [line(head), rule, ...rows.map(line)].join('\n');
}

/** The figures of a column have the same number of decimals. */
const alignDecimals = (text: string) => text.replace(/\d+(?:\.\d+)?/g, figure => Number(figure).toFixed(2));

const count = (value: number | null) => (value === null ? '?' : printCount(value));

function getFigures({comparison: {first, second, rates}, version, against, basis}: CheckedRelease): Section {
	const rate = ({events, exposure}: Rate) => (exposure === 0 ? '?' : ((1000 * events) / exposure).toFixed(1));
	const daily = [
		['Days of use', count(first.days), count(second.days)],
		['Crashed per 1,000 days before the first crash', rate(rates.first), rate(rates.second)],
		['Crash reports', count(first.reports), count(second.reports)],
	];
	return [
		['', version, against],
		['Installations', count(first.installations), count(second.installations)],
		['Crashed', count(first.crashed), count(second.crashed)],
		['Crash-free %', ...[first, second].map(side => alignDecimals(percent(getCrashFree(side)?.share ?? null)))],
		...(basis === 'daily' ? daily : []),
	];
}

export const checkTitles: Readonly<Record<ReleaseCheck['name'], string>> = {
	installations: 'Installations',
	crashFree: 'Crash-free %',
	drop: 'Drop in percentage points',
	ratio: 'Times as many crashes',
	regressions: 'Crash groups marked as fixed that came back',
};
const limitTitles: Readonly<Partial<Record<ReleaseCheck['name'], string>>> = {
	installations: 'at least',
	crashFree: 'at least',
	drop: 'at most',
	ratio: 'at most',
};

/** Returns the checks if there are several; the first sentence describes a single one. */
function getChecks({judgment}: CheckedRelease): readonly Section[] {
	const isObvious = ({name, verdict}: ReleaseCheck) =>
		verdict === null || (verdict === 'ok' && (name === 'installations' || name === 'regressions'));
	const shown = judgment.checks.filter(check => !isObvious(check));
	if (shown.length < 2) return [];
	const rows = shown.map(check => [
		[checkTitles[check.name], limitTitles[check.name]].filter(Boolean).join(', '),
		check.verdict ?? '',
		...[formats[check.name](check.limit), printValue(check), between(check)].map(
			check.name === 'installations' || check.name === 'regressions' ? String : alignDecimals,
		),
	]);
	return [[['Check', 'Outcome', 'Limit', 'Value', '95 % interval'], ...rows]];
}

const maxGroups = 10;
const maxNameWidth = 50;
const minNameWidth = 20;

/** With a width, the names of crashes are cut so that the table fits. */
function getGroups({groups, version, against}: CheckedRelease, width = Number.POSITIVE_INFINITY): readonly Section[] {
	if (groups.length === 0) return [];
	const shown = groups.slice(0, maxGroups);
	const figures = [
		[version, against, 'Installations'],
		...shown.map(({reports, installations, otherReports}) => [reports, otherReports, installations].map(printCount)),
	];
	const names = [
		['Group', 'Change'],
		...shown.map(({change, fingerprint}) => [shortenFingerprint(fingerprint), change ?? '']),
	];
	const widthOf = (rows: readonly (readonly string[])[]) =>
		(rows[0] ?? []).reduce((sum, _, at) => sum + gap + Math.max(...rows.map(row => displayWidth(row[at] ?? ''))), 0);
	const nameWidth = Math.max(minNameWidth, Math.min(maxNameWidth, width - widthOf(names) - widthOf(figures)));
	const crashes = ['Crash', ...shown.map(({shortName}) => cutToWidth(printable(shortName), nameWidth))];
	return [names.map((row, at) => [...row, crashes[at] ?? '', ...(figures[at] ?? [])])];
}

/** The sentences below the table of crash groups. */
function getEnd(release: CheckedRelease): readonly string[] {
	const rest = release.groups.length - maxGroups;
	const next = getNextCommand(release);
	return [
		...(rest > 0 ? [`${counted(rest, 'more group')}: -o json`] : []),
		...(next === undefined ? [] : [`Look at it: ${next}`]),
	];
}

const describeDays = ({days, basis}: CheckedRelease): string =>
	`${describeRange({first: days[0] ?? '', last: days.at(-1) ?? ''})} (${counted(days.length, 'day')})${basis === 'latest' ? ', by latest version' : ''}`;

/** Describes the rows for a page. */
export function describeRelease(release: CheckedRelease, product: number): About {
	const answer = getAnswer(release);
	const [when, culprit] = [describeForecast(release), describeCulprit(release)];
	return {
		title: `${release.version} compared with ${release.against}${release.where}: ${release.judgment.verdict}`,
		products: [product],
		facts: [
			['Reason', describeVerdict(release)],
			['Days', describeDays(release)],
		],
		notes: [
			...(when === undefined ? [] : [`When it will be decided: ${when}.`]),
			...(culprit === undefined ? [] : [`Where: ${culprit}.`]),
		],
		...(answer ? {answer} : {}),
	};
}

type TextOptions = {
	readonly isMarkdown: boolean;
	/** The end of the title, such as `, sandbox data`. */
	readonly titleEnd: string;
	/** If set, text is wrapped and tables are cut to it. */
	readonly width: number | undefined;
};

export function formatRelease(release: CheckedRelease, {isMarkdown, titleEnd, width}: TextOptions): string {
	const {judgment, version, against, where} = release;
	const [reason, culprit, when] = [describeVerdict(release), describeCulprit(release), describeForecast(release)];
	const end = `${judgment.verdict === 'unknown' ? ',' : ':'} ${reason}`;
	const format = isMarkdown ? formatMarkdown : formatText;
	const wrap = (text: string) =>
		wrapWords(wordsOf(text), {width: width ?? Number.POSITIVE_INFINITY, measure: displayWidth}).join('\n');
	const mark = (text: string) => (isMarkdown ? escapeMarks(text) : wrap(printable(text)));
	const what = `${version} compared with ${against}${where}, ${describeDays(release)}${titleEnd}`;
	const groups = [...getGroups(release, width).map(section => format(section, 3)), ...getEnd(release).map(mark)].join(
		isMarkdown ? '\n\n' : '\n',
	);
	return `${[
		isMarkdown ? `**${judgment.verdict}**${mark(end)}` : mark(`${judgment.verdict}${end}`),
		mark(what),
		format(getFigures(release), 1),
		...getChecks(release).map(section => format(section, 2)),
		...(when === undefined ? [] : [mark(`When: ${when}`)]),
		...(culprit === undefined ? [] : [mark(`Where: ${culprit}`)]),
		...(groups === '' ? [] : [groups]),
	].join('\n\n')}\n`;
}
