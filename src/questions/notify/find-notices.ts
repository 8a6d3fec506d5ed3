import {createHash} from 'node:crypto';
import {addDays, weekday, weekdays} from '../../calendar.ts';
import type {Verdict} from '../checks/check-outcome.ts';
import type {ResultSummary} from '../checks/result-summary.ts';
import type {Question} from '../file/question-file.ts';
import type {Result} from '../results/result.ts';
import {type JournalLine, type JournalState, type OutcomeState, stateKey} from './notify-journal.ts';
import type {NamedTarget, TargetEvent} from './notify-schema.ts';

export type JudgedResult = {
	readonly question: Pick<Question, 'title'>;
	readonly result: Result;
	readonly summary: ResultSummary;
};

const hash = (...parts: readonly (string | number | null)[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);

/** A target takes a warning that it does not want for a pass. */
const toState = (verdict: Verdict, on: readonly TargetEvent[]): OutcomeState =>
	(verdict === 'fail' || verdict === 'warn') && on.includes(verdict) ? verdict : 'good';

/**
 * Returns the lines of the journal for outcomes that differ from what the target knows. A message's ID counts the earlier ones,
 * because results under a frozen clock have the same time.
 */
export function findNotices(
	judged: readonly JudgedResult[],
	{name, on}: NamedTarget,
	{states, queuedCount, at}: Pick<JournalState, 'states' | 'queuedCount'> & {readonly at: string},
): readonly JournalLine[] {
	return judged.flatMap(({question, result, summary}): readonly JournalLine[] => {
		const {question: id, product, day, taken, caveats, isSynthetic} = result;
		const {what, value, before, beforeDay, verdict, reason} = summary;
		if (verdict === 'unknown') return [];
		const key = stateKey({question: id, product});
		const state = toState(verdict, on);
		if (state === (states.get(key) ?? 'good')) return [];
		const event: TargetEvent = state === 'good' ? 'fixed' : state;
		if (!on.includes(event)) return [{at, event: 'noted', key, state}];
		const notice = {
			id: hash(name, id, product, taken, event, queuedCount),
			event,
			question: id,
			title: question.title ?? result.title ?? id,
			product,
			verdict,
			figure: {name: what, value, before, since: beforeDay},
			reason,
			caveats,
			day,
			taken,
			isSynthetic,
		};
		return [{at, event: 'queued', notice}];
	});
}

/** Returns -1 for a daily digest. */
const findWeekday = (digest: string) => weekdays.findIndex(each => `weekly ${each}` === digest);

/** Returns the first day after today on which a digest is due; undefined if the target takes none. */
export function getNextDigest({digest}: Pick<NamedTarget, 'digest'>, today: string): string | undefined {
	if (digest === undefined) return undefined;
	const place = findWeekday(digest);
	return addDays(today, place < 0 ? 1 : 7 - ((weekday(today) - place + 7) % 7));
}

/** Returns the line of the journal for a digest, once a day or week; a missed day is made up for on the next run. */
export function findDueDigest(
	{name, digest}: NamedTarget,
	{today, last, at}: {readonly today: string; readonly last: string | undefined; readonly at: string},
): readonly JournalLine[] {
	if (digest === undefined) return [];
	const place = findWeekday(digest);
	const due = place < 0 ? today : addDays(today, -((weekday(today) - place + 7) % 7));
	const isDue = last === undefined ? due === today : last < due;
	return isDue ? [{at, event: 'queued', digest: {id: hash(name, 'digest', today), day: today}}] : [];
}
