import type {Interval} from '../statistics/wilson.ts';
import type {Comparison} from './compare-releases.ts';

export type Verdict = 'ok' | 'fail' | 'unknown';

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

type Estimate = Interval & {readonly value: number | undefined};

const unbounded = {low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY};

/** Judges an estimate whose interval lies beyond the limit, within it, or on both sides. */
function judgeEstimate({low, high}: Interval, limit: number): {verdict: Verdict; doubt: string | undefined} {
	if (low > limit) return {verdict: 'fail', doubt: undefined};
	if (high <= limit) return {verdict: 'ok', doubt: undefined};
	return {verdict: 'unknown', doubt: 'too few crashes to tell'};
}

/** With a smaller part of the installations in common, the mix of systems and ages differs too much to compare. */
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

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function judgeComparison(
	name: 'drop' | 'ratio',
	{
		estimate,
		unadjusted,
		limit,
		unsure,
	}: {
		readonly estimate: Estimate;
		readonly unadjusted: number | null;
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
		value: value ?? null,
		low: finite(low),
		high: finite(high),
		limit: limit ?? null,
		unadjusted,
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

function judgeCrashFree({crashFree: [own, other]}: Comparison, {minCrashFree: limit}: Thresholds): ReleaseCheck {
	const found =
		limit === undefined || own === undefined
			? {verdict: limit === undefined ? null : ('unknown' as const), doubt: 'no installations'}
			: judgeEstimate({low: -own.high, high: -own.low}, -limit);
	return {
		...{...blank, name: 'crashFree', ...found},
		...(own ? {value: own.share, low: own.low, high: own.high} : {}),
		limit: limit ?? null,
		other: other?.share ?? null,
	};
}

type Doubt = {
	readonly text: string;
	/** The doubt favors the release, so a failure stays one. */
	readonly keepsFailure: boolean;
};

/** Returns why a comparison allows no conclusion. */
function findDoubt({overlap, first}: Comparison, {knowsDays}: JudgeOptions): Doubt | undefined {
	if (first.exposure > 0 && overlap < minOverlap)
		return {text: 'the installations of the two versions differ too much in system or age', keepsFailure: false};
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
	const {adjusted, change, ratio} = comparison;
	const unsure = findDoubt(comparison, options);
	const drop = adjusted?.change ?? change;
	const chosen = adjusted?.ratio ?? ratio ?? {...unbounded, ratio: undefined, low: 0};
	const enough = judgeInstallations(comparison, thresholds);
	const judged: readonly ReleaseCheck[] = [
		enough,
		judgeCrashFree(comparison, thresholds),
		judgeComparison('drop', {
			estimate: drop ? {value: -drop.value, low: -drop.high, high: -drop.low} : {...unbounded, value: undefined},
			unadjusted: change ? -change.value : null,
			limit: thresholds.maxDrop,
			unsure,
		}),
		judgeComparison('ratio', {
			estimate: {...chosen, value: chosen.ratio},
			unadjusted: ratio?.ratio ?? null,
			limit: thresholds.maxRatio,
			unsure,
		}),
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

/** Returns whether the versions differ by more than noise, but pooling over systems and ages reverses the direction. */
export function adjustmentReversesRatio({adjusted, ratio}: Comparison): boolean {
	if (adjusted?.ratio.ratio === undefined || ratio?.low === undefined || ratio.high === undefined) return false;
	return ratio.low > 1 ? adjusted.ratio.ratio < 1 : ratio.high < 1 && adjusted.ratio.ratio > 1;
}
