import {getAnytimeShare} from '../../statistics/anytime.ts';
import type {Interval} from '../../statistics/intervals.ts';
import {getCrashFree} from '../release-counts.ts';
import type {Comparison} from './compare-releases.ts';

type Verdict = 'ok' | 'fail' | 'unknown';

/** Shares between 0 and 1; an undefined limit is not checked. */
type Thresholds = {
	readonly minInstallations: number;
	readonly minCrashFree: number | undefined;
	/** The largest drop of crash-free installations. */
	readonly maxDrop: number | undefined;
	readonly maxRatio: number | undefined;
};

const checkNames = ['installations', 'crashFree', 'drop', 'ratio', 'regressions'] as const;
type CheckName = (typeof checkNames)[number];

export type ReleaseCheck = {
	readonly name: CheckName;
	/** Null if there is no limit. */
	readonly verdict: Verdict | null;
	readonly value: number | null;
	readonly low: number | null;
	readonly high: number | null;
	readonly limit: number | null;
	/** The figure of the other version. */
	readonly other: number | null;
	readonly unadjusted: number | null;
	/** The reason why the check is unknown. */
	readonly doubt: string | undefined;
};

export type Judgment = {
	readonly verdict: Verdict;
	readonly checks: readonly ReleaseCheck[];
	readonly decisive: ReleaseCheck | undefined;
};

const blank = {
	value: null,
	low: null,
	high: null,
	limit: null,
	other: null,
	unadjusted: null,
	doubt: undefined,
} as const;

const unbounded = {low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY};

/** Judges an estimate whose interval lies beyond the limit, within it, or on both sides. */
function judgeEstimate({low, high}: Interval, limit: number): {verdict: Verdict; doubt: string | undefined} {
	if (low > limit) return {verdict: 'fail', doubt: undefined};
	if (high <= limit) return {verdict: 'ok', doubt: undefined};
	return {verdict: 'unknown', doubt: 'too few crashes to tell'};
}

/** With a smaller part of its use in common with the other version, a release cannot be compared. */
const minOverlap = 0.8;

export type JudgeOptions = {
	readonly thresholds: Thresholds;
	/** False if the server does not report how long each version was used. */
	readonly knowsDays: boolean;
	/** False if crash reports are missing, such as rows that cannot be read: then nothing passes. */
	readonly isComplete: boolean;
	/** Crash groups that were marked as fixed in this version or an earlier one. */
	readonly regressions: number;
};

const finite = (value: number | undefined): number | null =>
	value !== undefined && Number.isFinite(value) ? value : null;

function judgeComparison(
	name: 'drop' | 'ratio',
	{
		estimate,
		unadjusted,
		limit,
		unsure,
	}: {
		readonly estimate: Interval & {readonly value?: number | undefined};
		readonly unadjusted: number | undefined;
		readonly limit: number | undefined;
		readonly unsure: Doubt | undefined;
	},
): ReleaseCheck {
	const {value, low, high} = estimate;
	const found = limit === undefined ? {verdict: null, doubt: undefined} : judgeEstimate(estimate, limit);
	const isDoubtful =
		found.verdict !== null && unsure !== undefined && !(unsure.keepsFailure && found.verdict === 'fail');
	return {
		...blank,
		name,
		...(isDoubtful ? {verdict: 'unknown' as const, doubt: unsure.text} : found),
		value: finite(value),
		low: finite(low),
		high: finite(high),
		limit: limit ?? null,
		unadjusted: finite(unadjusted),
	};
}

function judgeInstallations({first, second}: Comparison, {minInstallations}: Thresholds): ReleaseCheck {
	const value = Math.min(first.installations, second.installations);
	const isEnough = value >= minInstallations;
	return {
		name: 'installations',
		verdict: isEnough ? 'ok' : 'unknown',
		...{...blank, value: first.installations, limit: minInstallations, other: second.installations},
		doubt: isEnough ? undefined : 'too few installations',
	};
}

/** Without a limit, the interval is that of one look. */
function judgeCrashFree({first, second}: Comparison, {minCrashFree: limit}: Thresholds): ReleaseCheck {
	const [own, other] = [getCrashFree(first), getCrashFree(second)];
	const figures = {...blank, name: 'crashFree' as const, limit: limit ?? null, other: other?.share ?? null};
	if (own === undefined)
		return {...figures, verdict: limit === undefined ? null : 'unknown', doubt: 'no installations'};
	const {installations, crashed} = first;
	const isShare = limit !== undefined && limit > 0 && limit < 1;
	const {low, high} = isShare ? getAnytimeShare(installations - crashed, installations, limit) : own;
	const found =
		limit === undefined ? {verdict: null, doubt: undefined} : judgeEstimate({low: -high, high: -low}, -limit);
	return {...figures, ...found, value: own.share, low, high};
}

type Doubt = {
	readonly text: string;
	/** The doubt favors the release, so a failure stays one. */
	readonly keepsFailure: boolean;
};

/** Returns why two versions cannot be compared. */
export function findDifference({groups, days}: Comparison['overlap']): string | undefined {
	if (groups < minOverlap) return 'the installations of the two versions differ too much in system or age';
	if (days < minOverlap) return 'the two versions were used on the same days too rarely';
	return undefined;
}

/** Returns why a comparison allows no conclusion. */
function findDoubt({overlap, rates}: Comparison, {knowsDays}: JudgeOptions): Doubt | undefined {
	const text = rates.first.exposure > 0 ? findDifference(overlap) : undefined;
	if (text !== undefined) return {text, keepsFailure: false};
	// A new version has had fewer days to crash than the one before it.
	if (!knowsDays) return {text: 'this server does not report how long each version was used', keepsFailure: true};
	return undefined;
}

const doubtPassed = (check: ReleaseCheck): ReleaseCheck =>
	check.verdict === 'ok' ? {...check, verdict: 'unknown', doubt: 'crash reports are missing'} : check;

const order: readonly Verdict[] = ['ok', 'unknown', 'fail'];

/** Judges each check, and the release by the worst. With too few installations nothing passes or fails. */
export function judgeRelease(comparison: Comparison, options: JudgeOptions): Judgment {
	const {thresholds, regressions, isComplete} = options;
	const {drop, ratio, plainDrop, plainRatio} = comparison;
	const unsure = findDoubt(comparison, options);
	const enough = judgeInstallations(comparison, thresholds);
	const judged: readonly ReleaseCheck[] = [
		enough,
		judgeCrashFree(comparison, thresholds),
		judgeComparison('drop', {
			...{estimate: drop ?? unbounded, unadjusted: plainDrop},
			limit: thresholds.maxDrop,
			unsure: unsure ?? (drop ? undefined : {text: 'the other version has no crash', keepsFailure: false}),
		}),
		judgeComparison('ratio', {...{estimate: ratio, unadjusted: plainRatio}, limit: thresholds.maxRatio, unsure}),
	];
	const isTooSmall = enough.verdict === 'unknown';
	const checks: readonly ReleaseCheck[] = [
		...judged.map(check =>
			isTooSmall && check.verdict !== null && check !== enough
				? {...check, verdict: 'unknown' as const, doubt: 'too few installations'}
				: check,
		),
		{...blank, name: 'regressions', verdict: regressions > 0 ? 'fail' : 'ok', value: regressions, limit: 0},
	];
	const decided = checks.map(check => (isComplete || check === enough ? check : doubtPassed(check)));
	const decisive = decided.reduce<ReleaseCheck | undefined>((worst, check) => {
		if (check.verdict === null) return worst;
		return worst?.verdict == null || order.indexOf(check.verdict) > order.indexOf(worst.verdict) ? check : worst;
	}, undefined);
	return {verdict: decisive?.verdict ?? 'unknown', checks: decided, decisive};
}
