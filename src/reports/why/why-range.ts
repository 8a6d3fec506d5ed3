import {addDays, countDays, isComparable} from '../../calendar.ts';
import {CliError} from '../../errors.ts';
import {type RangeWords, resolvePeriod} from '../../language/values/range-words.ts';
import type {Range} from '../../output/dataset.ts';
import {resolveComparedRange} from '../compare/compared-range.ts';
import type {ReportPorts} from '../report-ports.ts';
import {getEnds, resolveRange} from '../request/report-range.ts';
import type {Ranges} from './read-breakdowns.ts';
import {type FigureName, whyFigures} from './why-figures.ts';

export type Measure = {readonly figure: FigureName; readonly lostAfter: number; readonly after: number};

/** Returns the last day whose figures are final: losses and retention are known later. */
function getLastKnown({figure, lostAfter, after}: Measure, today: string): string {
	const {countsLosses} = whyFigures[figure];
	if (!countsLosses) return addDays(today, -1);
	return addDays(today, -lostAfter - (figure === 'retention' ? after : 0));
}

const usualDays = 30;

/** Adds the ends that were not typed: without them, the range ends with the last day whose figures are final. */
export function getWhyEnds(words: RangeWords, measure: Measure, context: Pick<ReportPorts, 'today'>) {
	const last = getLastKnown(measure, context.today);
	const {to} = resolvePeriod(words, context.today);
	return getEnds(to === undefined ? {...words, to: last} : words, `-${usualDays - 1}d`, context);
}

/** Resolves both ranges. Throws CliError (usage) for counts of ranges that differ in length. */
export async function resolveWhyRanges(
	ends: ReturnType<typeof getWhyEnds>,
	{against, figure}: {readonly against: string; readonly figure: FigureName},
	context: ReportPorts,
): Promise<Ranges> {
	const now = await resolveRange(ends, context);
	const before = (await resolveComparedRange(against, {range: now, unit: undefined}, context, '--against')) as Range;
	const [days, otherDays] = [countDays(now), countDays(before)];
	if (!whyFigures[figure].comparesLengths && !isComparable(now, before))
		throw new CliError(
			'usage',
			`the ranges have different lengths, ${days} and ${otherDays} days, so their counts cannot be compared`,
			{
				hint: 'compare with the same number of days: --against previous',
				code: 'unlike-ranges',
			},
		);
	if (before.last >= now.first && now.last >= before.first)
		throw new CliError(
			'usage',
			`the ranges overlap: ${before.first} to ${before.last}, and ${now.first} to ${now.last}`,
			{
				hint: 'compare with another range: --against previous',
				code: 'overlapping-ranges',
			},
		);
	return {before, now};
}

/** Returns why the figures of a range cannot be judged yet. */
export function findDoubt({before, now}: Ranges, measure: Measure, today: string): string | undefined {
	const last = now.last > before.last ? now.last : before.last;
	const known = getLastKnown(measure, today);
	if (last <= known) return undefined;
	if (last >= today && !whyFigures[measure.figure].countsLosses) return 'today is not complete';
	return measure.figure === 'retention'
		? `retention after ${measure.after} days is not yet known for installations added after ${known}`
		: `losses after ${known} are not known yet`;
}
