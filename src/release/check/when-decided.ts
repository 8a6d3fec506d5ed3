import {addDays} from '../../calendar.ts';
import type {CheckedRelease} from './check-reasons.ts';
import {type Forecast, forecastRelease, type Plan} from './forecast-release.ts';
import type {Judgment, ReleaseCheck} from './judge-release.ts';
import type {ReadComparison} from './read-comparison.ts';

/** The sentence that says when an undecided release will be decided. */

type Wanted = {
	readonly maxRatio: number;
	/** Another share to simulate. */
	readonly share: number | undefined;
	/** False if crash reports are missing. */
	readonly isComplete: boolean;
};

/** Returns a forecast, or a text that says why nothing can be forecast; undefined if the release is decided. */
export function getForecast(
	{comparison, version, against, days, basis}: ReadComparison,
	{verdict, checks}: Judgment,
	{maxRatio, share, isComplete}: Wanted,
): Forecast | string | undefined {
	if (verdict !== 'unknown') return undefined;
	const isUnknown = (name: string) => checks.some(check => check.name === name && check.verdict === 'unknown');
	if (isUnknown('installations')) return 'unknown: there are too few installations to simulate';
	if (basis === 'latest') return 'unknown: this server does not report the days of use';
	if (!isUnknown('ratio')) return 'unknown: only the ratio of crash rates is simulated';
	if (!isComplete && comparison.ratio.high <= maxRatio) return 'it passes once no crash reports are missing';
	return forecastRelease(comparison, {version, against, limit: maxRatio, days, share});
}

export const toPercent = (part: number): number => Math.round(100 * part);
/** Simulations neither rule out nor prove anything. */
function percent(part: number): string {
	const rounded = toPercent(part);
	return rounded === 0 ? 'under 1 %' : rounded === 100 ? 'over 99 %' : `${rounded} %`;
}

/** Of fewer, nothing is said but that the release stays undecided. */
const few = 0.05;
export const isDecided = ({failed, passed}: Plan) => failed >= few || passed >= few;

/** Says when an undecided release will be decided; undefined if it is decided. */
export function describeForecast({forecast, version, against, days, judgment}: CheckedRelease): string | undefined {
	if (forecast === undefined || typeof forecast === 'string') return forecast;
	const isOther = ({name, verdict}: ReleaseCheck) => ['crashFree', 'drop'].includes(name) && verdict === 'unknown';
	const by = judgment.checks.some(isOther) ? 'by the ratio of crash rates alone, ' : '';
	const {nights, factor, now, other} = forecast;
	const day = addDays(days.at(-1) ?? '', nights + 1);
	const often = factor === 2 ? 'twice as often' : `${factor} times as often`;
	const parts = ({failed, passed}: Plan) =>
		`in ${percent(failed)} of simulations if it crashes ${often} as ${against} from now on, and passes in ${percent(passed)} if as often`;
	const tell = (plan: Plan, by: string) =>
		isDecided(plan) ? `fails${by} ${parts(plan)}` : `will probably not be decided${by}`;
	const own = `${by}at its share of ${percent(now.share)}, ${version} ${tell(now, ` by ${day}`)}`;
	if (other === undefined) return own;
	const short = `in ${percent(other.failed)} and ${percent(other.passed)}`;
	return `${own}; at a share of ${percent(other.share)}, ${isDecided(now) && isDecided(other) ? short : `it ${tell(other, '')}`}`;
}
