import {sentenceLayout} from '../../output/column-layout.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {type CheckedRelease, describeCheck, describeCulprit, describeVerdict} from './check-reasons.ts';
import {checkTitles} from './check-text.ts';
import {describeForecast, isDecided, toPercent} from './when-decided.ts';

export const checkColumns: readonly Column[] = [
	{
		key: 'question',
		title: 'Check',
		kind: 'label',
		words: {...checkTitles, forecast: 'When it will be decided (% of simulations)'},
		layout: {priority: 0},
	},
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

/**
 * Returns the percentages that fail, if the release crashes more often, and that pass, if it crashes as often; none if hardly any
 * is decided.
 */
function getForecastRows(release: CheckedRelease): readonly Row[] {
	const {forecast, basis} = release;
	const when = describeForecast(release);
	if (forecast === undefined || when === undefined) return [];
	const now = typeof forecast !== 'string' && isDecided(forecast.now) ? forecast.now : undefined;
	const percentOf = (part: number | undefined) => (part === undefined ? null : toPercent(part));
	const [failed, passed] = [percentOf(now?.failed), percentOf(now?.passed)];
	return [['forecast', null, failed, null, null, null, passed, null, when, basis]];
}

/** Returns the verdict, a row for each check, and a row for each changed or more frequent crash group. */
export function toRows(release: CheckedRelease): readonly Row[] {
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
			[describeVerdict(release), describeCulprit(release)].filter(each => each !== undefined).join('; '),
			basis,
		],
		...checks,
		...getForecastRows(release),
		...groups.map(
			({change, fingerprint, reports, otherReports, name, decision}): Row => [
				`Reports of ${fingerprint} (${change ?? 'more often'})`,
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
