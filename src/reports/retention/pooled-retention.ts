import {addDays, endOfPeriod, firstOfMonth} from '../../calendar.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {DateSplit} from '../../contract/request-words.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import type {Cell, Range, Row} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';
import {counted} from '../../text/wording.ts';
import {toDate, toMap} from '../answer-layout.ts';
import {getAgeStart} from '../caveats/loss-marks.ts';
import {readRetention} from './retention-rows.ts';

/** Retention of several cohorts together: each age counts only the cohorts whose losses are known at that age. */

/** The first and last day on which its installations were added. */
type Cohort = Range;

export type CohortRule = {
	/** The days on which installations were added. */
	readonly range: Range;
	/** The last day that ages go to. */
	readonly end: string;
	readonly split: DateSplit;
	readonly lostAfter: number;
	readonly today: string;
};

const unitOf = (split: DateSplit) => (split === 'month' ? 'month' : 'week');

export const getCohortProperty = (split: DateSplit): string =>
	split === 'month' ? 'installationMonth' : 'installationWeek';

function cutCohort(day: string, {range, split}: Pick<CohortRule, 'range' | 'split'>): Cohort {
	const end = endOfPeriod(day, unitOf(split));
	return {first: day, last: end < range.last ? end : range.last};
}

/** Lists the months of the range, or its weeks if rows are by week or day, cut at the ends of the range. */
export function listCohorts(about: Pick<CohortRule, 'range' | 'split'>): readonly Cohort[] {
	const cohorts: Cohort[] = [];
	for (let day = about.range.first; day <= about.range.last; day = addDays(cohorts.at(-1)?.last ?? day, 1))
		cohorts.push(cutCohort(day, about));
	return cohorts;
}

/** Returns the first day on which the losses before an age are all known. */
const getKnownDay = (cohort: Cohort, age: number, {split, lostAfter}: CohortRule): string =>
	addDays(getAgeStart(cohort, age, split), lostAfter - 1);

/** Of all cohorts together, an age has the losses of the last one that reaches it. */
function isKnown(cohort: Cohort | undefined, age: number, rule: CohortRule): boolean {
	const {end, split, today} = rule;
	if (age === 0) return true;
	const latest = cohort ?? listCohorts(rule).at(-1) ?? rule.range;
	const atEnd = {first: split === 'month' ? firstOfMonth(end) : end, last: end};
	return getKnownDay(latest, age, rule) <= today || (!cohort && getKnownDay(atEnd, 0, rule) <= today);
}

/** Undefined: installations of all cohorts. */
type CohortResult = {readonly cohort: Cohort | undefined; readonly segments: Labeled};

/** Reads one response by cohort, or one response per cohort in which the cohort is a filter. */
function listResults(results: readonly Labeled[], rule: CohortRule, isSegmented: boolean): readonly CohortResult[] {
	const cohorts = listCohorts(rule);
	const [first = []] = results;
	if (isSegmented)
		return results.map((segments, at) => ({
			cohort: results.length < cohorts.length ? undefined : cohorts[at],
			segments,
		}));
	return [...toMap(first, 'results')].map(([label, periods]) => ({
		cohort: cutCohort(toDate(label), rule),
		segments: new Map([['', periods]]),
	}));
}

function toRow(
	label: readonly Cell[],
	age: number,
	{engaged, lost}: Readonly<Record<'engaged' | 'lost', number>>,
): Row {
	const installations = engaged + lost;
	const percentOf = (part: number) => (installations === 0 ? null : Math.round((1000 * part) / installations) / 10);
	return [...label, age, installations, engaged, percentOf(engaged), lost, percentOf(lost)];
}

function* listKnown(results: readonly Labeled[], rule: CohortRule, isSegmented: boolean): Generator<Row, void> {
	for (const {cohort, segments} of listResults(results, rule, isSegmented))
		for (const row of readRetention(segments, true)) if (isKnown(cohort, Number(row[1]), rule)) yield row;
}

/** Rows: the label if segmented, the age, installations, engaged and lost with their percentages. Throws UnknownLayout. */
export function* readPooledRetention(
	results: readonly Labeled[],
	rule: CohortRule,
	isSegmented: boolean,
): Generator<Row, void> {
	for (const [label, rows] of groupBy(listKnown(results, rule, isSegmented), ([name = null]) => name)) {
		const ages = [...groupBy(rows, ([, age]) => Number(age))].sort(([left], [right]) => left - right);
		for (const [age, own] of ages) {
			const [engaged, lost] = [2, 4].map(place => own.reduce((sum, row) => sum + Number(row[place] ?? 0), 0));
			yield toRow(isSegmented ? [label] : [], age, {engaged: engaged ?? 0, lost: lost ?? 0});
		}
	}
}

const nameCohort = ({first}: Cohort, split: DateSplit) => (split === 'month' ? first.slice(0, 7) : first);

const hasReached = (cohort: Cohort, age: number, {split, end, today}: CohortRule): boolean =>
	getAgeStart(cohort, age, split) <= (end < today ? end : today);

/** Says that a range such as `--from 2026-01` ends in the month, or week, in which it begins. */
export function getEndCaveats(rule: CohortRule): readonly string[] {
	const {split, end, today} = rule;
	const [oldest] = listCohorts(rule);
	return oldest && split !== 'day' && end < today && !hasReached(oldest, 1, rule)
		? [`the range ends in ${split} 0: add --to today to see later ${split}s`]
		: [];
}

/** Says which ages are left out of all cohorts together, since losses are not all known yet. */
export function getAgeCaveats(rule: CohortRule): readonly string[] {
	const [oldest] = listCohorts(rule);
	let age = 0;
	while (isKnown(undefined, age + 1, rule) && oldest && hasReached(oldest, age + 1, rule)) age++;
	return oldest && hasReached(oldest, age + 1, rule)
		? [
				`${rule.split}s after ${age} are left out, because their losses are not all known yet: an earlier --to, or --segment, shows more`,
			]
		: [];
}

/** Says which cohorts the first age leaves out whose losses are not all known yet. */
export function getPoolCaveats(rule: CohortRule): readonly string[] {
	const {split} = rule;
	// Cohorts that have not reached an age have no figures to leave out.
	const reached = listCohorts(rule).filter(cohort => hasReached(cohort, 1, rule));
	const out = reached.filter(cohort => !isKnown(cohort, 1, rule));
	const [first, last] = [out[0], out.at(-1)];
	if (!first || !last) return [];
	const what =
		out.length === 1
			? nameCohort(first, split)
			: `the ${counted(out.length, unitOf(split))} from ${nameCohort(first, split)} on`;
	return [
		`${split} 1 leaves out ${what}, whose losses are not ${out.length === 1 ? '' : 'all '}known before ${getKnownDay(last, 1, rule)}; later ${split}s leave out more`,
	];
}

type DateFilter = {readonly value?: string; readonly min?: string; readonly max?: string};

/** Returns the days of the range on which installations of the filter can be added; undefined if there are none. */
export function findAdded({first, last}: Range, {dateInstalled}: GlobalFilters): Range | undefined {
	const {value, min = value ?? first, max = value ?? last} = (dateInstalled ?? {}) as DateFilter;
	const added = {first: min > first ? min : first, last: max < last ? max : last};
	return added.first <= added.last ? added : undefined;
}
