import {logKinds} from '../../archive/log-kinds.ts';
import {shortenFingerprint} from '../../archive/results/group-columns.ts';
import {formatCommandLine} from '../../lines/line-words.ts';
import type {Answer} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {Totals} from './compare-releases.ts';
import type {Place} from './find-culprits.ts';
import type {Forecast} from './forecast-release.ts';
import type {Judgment, ReleaseCheck} from './judge-release.ts';
import type {ReadComparison} from './read-comparison.ts';
import {isCulprit, type NamedGroup} from './release-groups.ts';

/** The sentences that give the reasons for a verdict. */

export type CheckedRelease = ReadComparison & {
	readonly judgment: Judgment;
	readonly groups: readonly NamedGroup[];
	/** A text says why nothing can be forecast. Undefined if the release is decided. */
	readonly forecast: Forecast | string | undefined;
	/** The archive of crash reports. */
	readonly folder: string;
	/** The filter as part of a title. */
	readonly where: string;
};

const round = (value: number, decimals: number) => String(Math.round(value * 10 ** decimals) / 10 ** decimals);
export const percent = (share: number | null) => (share === null ? '?' : round(100 * share, 2));
const times = (ratio: number | null) => (ratio === null ? '?' : round(ratio, 2));

export const formats: Readonly<Record<ReleaseCheck['name'], (value: number | null) => string>> = {
	installations: value => (value === null ? '' : printCount(value)),
	crashFree: percent,
	drop: percent,
	ratio: times,
	regressions: String,
};

/** Shows the installations of both versions, since each needs enough. */
export const printValue = ({name, value, other}: ReleaseCheck): string =>
	name === 'installations' ? [value, other].map(formats.installations).join(' and ') : formats[name](value);

/** Without crashes of the other version, the ratio has no upper limit. */
export const between = ({name, low, high}: ReleaseCheck): string =>
	low === null && high === null ? '' : `${formats[name](low)} to ${high === null ? '∞' : formats[name](high)}`;

type Describe = (check: ReleaseCheck, release: CheckedRelease, interval: string) => string;

const describeRegressions: Describe = (_, {groups}) => {
	const back = groups.filter(({change}) => change === 'regressed').map(({fingerprint}) => fingerprint);
	const [what, is] =
		back.length === 1 ? ['a crash group that was', 'is'] : [`${back.length} crash groups that were`, 'are'];
	return `${what} marked as fixed ${is} back: ${back.slice(0, 3).join(', ')}`;
};

/** Returns the days of use of an installation; undefined if the server does not report them. */
const getUse = ({days, installations}: Totals): number | undefined =>
	days === null || installations === 0 ? undefined : days / installations;

const describeCrashFree: Describe = ({value}, {version, comparison: {first}}, interval) => {
	const use = getUse(first);
	const after = use === undefined ? '' : ` after ${round(use, 1)} days of use on average`;
	return `${percent(value)} % of the installations of ${version} are crash-free${after} (${interval})`;
};

const printMove = (drop: number) => `${drop < 0 ? 'rise' : 'drop'} by ${percent(Math.abs(drop))}`;

/** Use that differs more, or figures of opposite signs, belong to the verdict. */
const maxUseRatio = 1.33;

function describePlainDrop({value, unadjusted}: ReleaseCheck, {comparison}: CheckedRelease): string {
	const uses = [getUse(comparison.first), getUse(comparison.second)];
	const [use = 0, otherUse = 0] = uses;
	const isUneven = Math.max(use, otherUse) > maxUseRatio * Math.min(use, otherUse);
	const isReversed = Math.sign(value ?? 0) * Math.sign(unadjusted ?? 0) < 0;
	if (unadjusted === null || !(isUneven || isReversed)) return '';
	const after = uses.includes(undefined)
		? ''
		: ` after ${round(use, 1)} days of use compared with ${round(otherUse, 1)}`;
	return `; without the adjustment, they ${printMove(unadjusted)}${after}`;
}

const describeDrop: Describe = (check, release, interval) => {
	const {version, against, basis} = release;
	if (check.value === null) return `${against} has no crash to compare ${version} with (${interval})`;
	const same = basis === 'daily' ? 'with the same use, system and age' : 'with the same system';
	return `${same}, crash-free installations ${printMove(check.value)} percentage points from ${against} to ${version} (drop: ${interval})${describePlainDrop(check, release)}`;
};

const describeRatio: Describe = ({value, unadjusted}, {version, against, basis}, interval) => {
	if (value === null) return `${against} has no crash to compare ${version} with (${interval})`;
	const [unit, same] = basis === 'daily' ? ['per day of use, ', 'day, system and age'] : ['', 'system'];
	const isReversed = Math.sign(value - 1) * Math.sign((unadjusted ?? 1) - 1) < 0;
	const plain = isReversed ? `; without the adjustment, ${times(unadjusted)} times` : '';
	return `${unit}${version} crashes ${times(value)} times as often as ${against} (${interval}), adjusted for ${same}${plain}`;
};

const descriptions: Readonly<Record<ReleaseCheck['name'], Describe>> = {
	installations: ({limit}, {version, against, comparison: {first, second}}) =>
		`${counted(first.installations, 'installation')} of ${version} and ${printCount(second.installations)} of ${against}; the check needs ${limit} of each`,
	crashFree: describeCrashFree,
	drop: describeDrop,
	ratio: describeRatio,
	regressions: describeRegressions,
};

const describeInterval = (check: ReleaseCheck) =>
	`95 % interval ${between(check)}; limit ${formats[check.name](check.limit)}`;

/** Says what a check found, as a reason for the verdict: first why it is unknown. */
export function describeCheck(check: ReleaseCheck, release: CheckedRelease): string {
	const {name, doubt, verdict} = check;
	const text = descriptions[name](check, release, describeInterval(check));
	return verdict === 'unknown' && doubt !== undefined ? `${doubt}: ${text}` : text;
}

/** A release that passes is described by the comparison rather than by the number of installations. */
function chooseShown({checks, decisive, verdict}: Judgment): ReleaseCheck | undefined {
	const isComparison = ({verdict: each, name}: ReleaseCheck) =>
		each === 'ok' && name !== 'regressions' && name !== 'installations';
	return verdict === 'ok' ? (checks.findLast(isComparison) ?? decisive) : decisive;
}

export function describeVerdict(release: CheckedRelease): string {
	const shown = chooseShown(release.judgment);
	return shown ? describeCheck(shown, release) : 'nothing is checked: no limit is given';
}

const answers: Readonly<Record<ReleaseCheck['name'], (release: CheckedRelease, value: number) => Answer>> = {
	installations: ({version}, value) => ({figure: printCount(value), text: `installations used ${version}`}),
	crashFree: ({version}, value) => ({
		figure: `${percent(value)} %`,
		text: `of the installations of ${version} are crash-free`,
	}),
	drop: ({version, against}, value) => ({
		figure: `${percent(Math.abs(value))} points`,
		text: `${value < 0 ? 'more' : 'fewer'} installations of ${version} than of ${against} are crash-free after the same use`,
	}),
	ratio: ({against}, value) => ({
		figure: `${times(value)} times`,
		text: `the crash rate of ${against} under the same circumstances`,
	}),
	regressions: (_, value) => ({figure: printCount(value), text: 'fixed crash groups are back'}),
};

/** Returns the figure of the sentence that `describeVerdict` writes; undefined if it has none. */
export function getAnswer(release: CheckedRelease): Answer | undefined {
	const shown = chooseShown(release.judgment);
	if (shown?.value == null) return undefined;
	const {figure, text} = answers[shown.name](release, shown.value);
	const doubt = shown.doubt === undefined ? '' : `: ${shown.doubt}`;
	return {figure, text: `${text}${between(shown) === '' ? '' : ` (${describeInterval(shown)})`}${doubt}`};
}

function describePlace({crashed, allCrashed, trait, value}: Place): string {
	const part = crashed === allCrashed ? 'only' : `${printCount(crashed)} of ${counted(allCrashed, 'installation')}`;
	return `, ${part} with ${trait} ${value}`;
}

/** Names the crash group with the largest excess, if its rate is higher beyond chance. */
export function describeCulprit({groups, version, against, comparison}: CheckedRelease): string | undefined {
	const group = groups.find(isCulprit);
	if (!group?.culprit) return undefined;
	const {ratio, place} = group.culprit;
	const {value, low, high} = ratio;
	const rate = Number.isFinite(value)
		? `${times(value ?? null)} times as often as ${against} (95 % interval ${times(low)} to ${times(high)})`
		: `which ${against} does not have`;
	const all = comparison.first.reports;
	const part = all === null ? printCount(group.reports) : `${printCount(group.reports)} of the ${printCount(all)}`;
	return `${part} crash reports of ${version} are ${shortenFingerprint(group.fingerprint)}, ${rate}${place ? describePlace(place) : ''}`;
}

/** Returns the command that shows the first crash group that the release has. */
export function getNextCommand({groups, folder}: Pick<CheckedRelease, 'groups' | 'folder'>): string | undefined {
	const group = groups.find(({reports}) => reports > 0);
	if (!group) return undefined;
	const archive = folder === logKinds.exceptions.folder ? [] : [folder];
	return formatCommandLine(['exceptions', 'show', ...archive, shortenFingerprint(group.fingerprint)]);
}
