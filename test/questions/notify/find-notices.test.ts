import fc from 'fast-check';
import {expect, test} from 'vitest';
import {addDays, weekday} from '../../../src/calendar.ts';
import {findDueDigest, findNotices, getNextDigest} from '../../../src/questions/notify/find-notices.ts';
import {type JournalLine, readJournalState} from '../../../src/questions/notify/notify-journal.ts';
import type {NamedTarget, TargetEvent} from '../../../src/questions/notify/notify-schema.ts';
import {resultOf} from '../../support/data/saved-results.ts';
import {laws} from '../../support/laws/laws.ts';

const verdict = fc.constantFrom('ok', 'note', 'warn', 'fail', 'unknown' as const);
const events = fc.subarray<TargetEvent>(['fail', 'warn', 'fixed'], {minLength: 1});
const first = '2026-06-01';

function judge(day: string, now: 'ok' | 'note' | 'warn' | 'fail' | 'unknown') {
	const summary = {
		verdict: now,
		reason: 'r',
		what: 'Active',
		value: 1,
		isSum: false,
		before: null,
		beforeDay: null,
		checks: [],
	};
	return {question: {title: undefined}, result: resultOf(day, [['Pro', 1]]), summary};
}

test('there is one message per change of the outcome that a target wants to hear of, and unknown changes nothing', () => {
	fc.assert(
		fc.property(fc.array(verdict, {maxLength: 60}), events, (nights, on) => {
			const target: NamedTarget = {kind: 'slack', name: 'ops', on, digest: undefined};
			const journal: JournalLine[] = [];
			const said: string[] = [];
			for (const [at, now] of nights.entries()) {
				const known = readJournalState(journal);
				const lines = findNotices([judge(addDays(first, at), now)], target, {...known, at: ''});
				journal.push(...lines);
				said.push(...lines.flatMap(line => ('notice' in line ? [line.notice.event] : [])));
				// Told twice on one night, there is nothing more to say.
				const again = readJournalState(journal);
				expect(findNotices([judge(addDays(first, at), now)], target, {...again, at: ''})).toEqual([]);
			}
			// A plain reading: drop what decides nothing and what is not wanted, then each step from one to another is a message.
			const seen = nights
				.filter(now => now !== 'unknown')
				.map(now => ((now === 'fail' || now === 'warn') && on.includes(now) ? now : 'fixed'));
			const steps = seen.filter((now, at) => now !== (seen[at - 1] ?? 'fixed'));
			expect(said).toEqual(steps.filter(step => step !== 'fixed' || on.includes('fixed')));
			expect(new Set(journal.flatMap(line => ('notice' in line ? [line.notice.id] : []))).size).toBe(said.length);
		}),
		laws(60),
	);
});

test('a preview can say when the next digest is due', () => {
	expect(getNextDigest({digest: 'weekly monday'}, '2026-11-29')).toBe('2026-11-30');
	expect(getNextDigest({digest: 'weekly monday'}, '2026-11-30')).toBe('2026-12-07');
	expect(getNextDigest({digest: 'weekly sunday'}, '2026-11-30')).toBe('2026-12-06');
	expect(getNextDigest({digest: 'daily'}, '2026-11-30')).toBe('2026-12-01');
	expect(getNextDigest({digest: undefined}, '2026-11-30')).toBeUndefined();
});

test('a weekly digest is sent once a week, on its day or on the next run after it', () => {
	const target: NamedTarget = {kind: 'email', name: 'team', on: [], digest: 'weekly monday'};
	fc.assert(
		fc.property(fc.array(fc.boolean(), {minLength: 30, maxLength: 60}), runs => {
			const journal: JournalLine[] = [];
			const sent: string[] = [];
			for (const [at, isRun] of runs.entries()) {
				const today = addDays(first, at);
				const {lastDigest: last} = readJournalState(journal);
				const lines = isRun ? findDueDigest(target, {today, last, at: ''}) : [];
				journal.push(...lines);
				if (lines.length > 0) sent.push(today);
			}
			const mondays = sent.map(day => addDays(day, -weekday(day)));
			expect(new Set(mondays).size).toBe(sent.length);
			const from = sent[0];
			const weeks = runs.flatMap((isRun, at) => {
				const day = addDays(first, at);
				return isRun && from !== undefined && day >= from ? [addDays(day, -weekday(day))] : [];
			});
			expect(mondays).toEqual([...new Set(weeks)]);
		}),
		laws(30),
	);
	const daily: NamedTarget = {...target, digest: 'daily'};
	expect(findDueDigest(daily, {today: first, last: first, at: ''})).toEqual([]);
	expect(findDueDigest(daily, {today: addDays(first, 1), last: first, at: ''})).toHaveLength(1);
});
