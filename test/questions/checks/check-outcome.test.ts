import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays, weekday} from '../../../src/calendar.ts';
import {runChecks, worstOf} from '../../../src/questions/checks/check-outcome.ts';
import type {Check} from '../../../src/questions/file/question-schema.ts';
import type {Result} from '../../../src/questions/results/result.ts';
import type {SavedResult, WorkCalendar} from '../../../src/questions/results/result-history.ts';
import {active, date, edition, lost, resultOf} from '../../support/data/saved-results.ts';
import {laws} from '../../support/laws/laws.ts';

/** Runs one check on the last of several results. */
async function runCheck(check: Check, results: readonly Result[], calendar?: WorkCalendar) {
	const saved = results.map(
		({question, product, day, taken}, at): SavedResult => ({question, product, day, taken, path: String(at)}),
	);
	const read = async ({path}: SavedResult) => results[Number(path)] as Result;
	const [outcomes] = await runChecks([check], results.at(-1) as Result, {saved, read, calendar});
	return outcomes;
}
const today = '2026-06-30';
const weekAgo = addDays(today, -7);
const drop = {percent: 20, count: 50};

test('drop and rise agree with a naive reading of the table: both percentage and count, and groups of at least 30', async () => {
	const figure = fc.integer({min: 0, max: 400});
	await fc.assert(
		fc.asyncProperty(
			figure,
			figure,
			fc.integer({min: 1, max: 90}),
			fc.integer({min: 0, max: 90}),
			fc.boolean(),
			async (before, now, percent, count, isDrop) => {
				const limit = {percent, count};
				const check: Check = isDrop
					? {column: 'active', drop: limit, against: '7d'}
					: {column: 'active', rise: limit, against: '7d'};
				const {verdict} =
					(await runCheck(check, [resultOf(weekAgo, [['Pro', before]]), resultOf(today, [['Pro', now]])])) ?? {};
				const fell = isDrop ? before - now : now - before;
				const isPassed = fell > 0 && fell >= count && fell * 100 >= percent * before;
				expect(verdict).toBe(Math.max(before, now) < 30 ? 'unknown' : isPassed ? 'fail' : 'ok');
			},
		),
		laws(40),
	);
});

test('min, max and rows', async () => {
	const now = [
		resultOf(today, [
			['Pro', 60],
			['Home', 40],
		]),
	];
	const say = async (check: Check) => (await runCheck(check, now))?.verdict;
	expect(await say({column: 'active', sum: true, min: 100})).toBe('ok');
	expect(await say({column: 'active', sum: true, min: 101})).toBe('fail');
	expect(await say({column: 'active', each: 'prodEdition', min: 41, level: 'warn'})).toBe('warn');
	expect(await say({column: 'active', where: {prodEdition: 'Pro'}, min: 41})).toBe('ok');
	expect(await say({rows: true, max: 1})).toBe('fail');
	expect(await say({rows: {prodEdition: ['Pro', 'Trial']}, max: 1})).toBe('ok');
	expect((await runCheck({column: 'active', each: 'prodEdition', max: 50}, now))?.reason).toBe(
		'Pro: Active 60, over the maximum of 50',
	);
});

describe('checks that cannot be decided are unknown, with the reason', () => {
	const low = (day: string, more = {}) => resultOf(day, [['Pro', 10]], more);
	const high = (day: string, more = {}) => resultOf(day, [['Pro', 900]], more);
	const check: Check = {column: 'active', drop, against: '7d'};
	test.each<readonly [string, Check, readonly Result[], RegExp]>([
		['no earlier result', {column: 'active', drop}, [low(today)], /no earlier result/],
		['no result from that day', check, [high(addDays(today, -9)), low(today)], /seven days ago \(2026-06-23, ±1 day\)/],
		[
			'too few for a median',
			{...check, against: '28d-median'},
			[high(addDays(today, -2)), high(addDays(today, -1)), low(today)],
			/2 results in the last 28 days, but a median needs 3/,
		],
		[
			'a different command line',
			check,
			[high(weekAgo, {command: ['report', 'churn']}), low(today)],
			/different command line/,
		],
		[
			'a different service',
			check,
			[high(weekAgo, {service: 'https://other.example'}), low(today)],
			/different service/,
		],
		[
			'a group of fewer than 30',
			check,
			[resultOf(weekAgo, [['Pro', 29]]), resultOf(today, [['Pro', 0]])],
			/fewer than 30/,
		],
		['a day that is not complete', {column: 'active', min: 50}, [low(today, {body: {startDate: today}})], /not over/],
		[
			'losses that are not final',
			{column: 'lost', max: 1},
			[resultOf(today, [['Pro', 9]], {columns: [edition, lost], body: {daysUntilDeclaredLost: 30}})],
			/not final yet/,
		],
		[
			'ranges with different parts of the current day',
			{...check, against: 'previous'},
			[
				high(addDays(today, -1), {taken: `${addDays(today, -1)}T23:00:00Z`, body: {startDate: addDays(today, -3)}}),
				low(today, {body: {startDate: addDays(today, -2)}}),
			],
			/different parts of the current day/,
		],
		[
			'a different day of the week',
			check,
			[
				high(addDays(today, -6), {body: {startDate: addDays(today, -7)}}),
				low(today, {body: {startDate: addDays(today, -1)}}),
			],
			/different day of the week/,
		],
		['only the largest groups', check, [high(weekAgo), resultOf(today, [], {isCut: true})], /only the largest/],
		['a missing column', {column: 'gone', min: 1}, [low(today)], /no column gone/],
	])('%s', async (_, rule, results, reason) => {
		expect(await runCheck(rule, results)).toEqual({verdict: 'unknown', reason: expect.stringMatching(reason)});
	});
});

test('a group that cannot be checked does not affect the others', async () => {
	const results = [
		resultOf(weekAgo, [
			['Pro', 900],
			['Trial', 9],
		]),
		resultOf(today, [
			['Pro', 890],
			['Trial', 0],
		]),
	];
	const check: Check = {column: 'active', each: 'prodEdition', drop, against: '7d'};
	expect(await runCheck(check, results)).toEqual({
		verdict: 'ok',
		reason: '1 of 2 groups cannot be checked: fewer than 30, too few to tell',
	});
	expect((await runCheck(check, [results[0] as Result, resultOf(today, [['Trial', 9]])]))?.verdict).toBe('fail');
});

test('checks of dated rows use the last complete period, and for losses the last one whose losses are final', async () => {
	const days = (first: string, figures: readonly number[]) => figures.map((figure, at) => [addDays(first, at), figure]);
	const daily = (day: string, figures: readonly number[]) =>
		resultOf(day, days(addDays(day, 1 - figures.length), figures), {
			columns: [date, active],
			body: {startDate: addDays(day, 1 - figures.length)},
		});
	const check: Check = {column: 'active', drop, against: 'previous'};
	expect(
		(await runCheck(check, [daily(addDays(today, -1), [500, 500, 40]), daily(today, [500, 500, 10])]))?.verdict,
	).toBe('ok');
	expect(
		(await runCheck(check, [daily(addDays(today, -1), [500, 500, 40]), daily(today, [500, 300, 10])]))?.verdict,
	).toBe('fail');
	const losses = resultOf(
		today,
		days(
			addDays(today, -31),
			Array.from({length: 32}, (_, at) => (at < 2 ? 5 : 0)),
		),
		{columns: [date, lost], body: {startDate: addDays(today, -31), daysUntilDeclaredLost: 30}},
	);
	expect((await runCheck({column: 'lost', min: 1}, [losses]))?.verdict).toBe('ok');
});

test('for: 2 needs the same group in two consecutive results', async () => {
	const check: Check = {column: 'active', each: 'prodEdition', min: 50, for: 2};
	const yesterday = addDays(today, -1);
	const say = async (...results: Result[]) => (await runCheck(check, results))?.verdict;
	expect(await say(resultOf(today, [['Pro', 10]]))).toBe('ok');
	expect(
		await say(
			resultOf(yesterday, [
				['Home', 10],
				['Pro', 90],
			]),
			resultOf(today, [['Pro', 10]]),
		),
	).toBe('ok');
	expect(await say(resultOf(yesterday, [['Pro', 10]]), resultOf(today, [['Pro', 10]]))).toBe('fail');
});

test('a row is new if no result of the last 28 days has it, so a row that comes and goes is reported once', async () => {
	const check: Check = {rows: {new: true}, max: 0};
	const night = (back: number, ...names: string[]) =>
		resultOf(
			addDays(today, -back),
			names.map(name => [name, 1]),
		);
	const say = async (...results: Result[]) => (await runCheck(check, results))?.verdict;
	expect(await say(night(0, 'a'))).toBe('unknown');
	expect(await say(night(1, 'a'), night(0, 'a'))).toBe('ok');
	expect(await say(night(1, 'a'), night(0, 'a', 'b'))).toBe('fail');
	expect(await say(night(9, 'a', 'b'), night(1, 'a'), night(0, 'a', 'b'))).toBe('ok');
	expect(await say(night(29, 'b'), night(1, 'a'), night(0, 'a', 'b'))).toBe('fail');
	const cut = resultOf(addDays(today, -1), [['a', 1]], {isCut: true});
	expect(await say(cut, night(0, 'a'))).toBe('ok');
	expect(await say(cut, night(0, 'a', 'b'))).toBe('unknown');
});

test('a result of another question from the same day can be the baseline', async () => {
	const check: Check = {column: 'active', sum: true, drop, against: 'other'};
	const other = resultOf(today, [['Pro', 900]], {question: 'other', command: ['report', 'current', '--from', '-60d']});
	expect((await runCheck(check, [other, resultOf(today, [['Pro', 100]])]))?.verdict).toBe('fail');
	expect(await runCheck(check, [resultOf(today, [['Pro', 100]])])).toEqual({
		verdict: 'unknown',
		reason: 'other has no result from 2026-06-30',
	});
});

test('a note is shown before what is unknown, and after a warning', async () => {
	const night = (back: number, ...names: string[]) =>
		resultOf(
			addDays(today, -back),
			names.map(name => [name, 1]),
		);
	const check: Check = {rows: {new: true}, max: 0, level: 'note'};
	const note = await runCheck(check, [night(1, 'a'), night(0, 'a', 'b')]);
	expect(note).toEqual({verdict: 'note', reason: '1 new row: b'});
	const of = (verdict: 'ok' | 'unknown' | 'warn' | 'fail') => ({verdict, reason: verdict});
	expect(worstOf([of('unknown'), note ?? of('ok'), of('ok')]).verdict).toBe('note');
	expect(worstOf([note ?? of('ok'), of('warn')]).verdict).toBe('warn');
});

describe('with a calendar, a day is compared with days like it', () => {
	/** The last complete day of each result is the day before it: 2026-06-29 was a Monday. */
	const result = (covered: string, figure: number, rest = {}) =>
		resultOf(addDays(covered, 1), [[covered, figure]], {
			columns: [date, active],
			body: {startDate: addDays(covered, -3)},
			...rest,
		});
	const weekend: WorkCalendar = {getDayOff: day => (weekday(day) > 4 ? 'a weekend' : undefined)};
	const holiday = (...days: string[]): WorkCalendar => ({
		getDayOff: day => (days.includes(day) ? 'a holiday (Trip)' : weekend.getDayOff(day)),
	});
	/** Eight weeks up to a day: 500 on working days, 100 on days off. */
	const weeks = (last: string, calendar: WorkCalendar, figure: number) =>
		Array.from({length: 57}, (_, at) => addDays(last, at - 56)).map(day =>
			result(day, day === last ? figure : calendar.getDayOff(day) === undefined ? 500 : 100),
		);
	const say = async (against: string, last: string, figure: number, calendar: WorkCalendar) =>
		runCheck({column: 'active', drop, against}, weeks(last, calendar, figure), calendar);

	test.each(['previous', '7d', '28d-median', 'same-weekday-median'])('%s', async against => {
		const [monday, saturday] = ['2026-06-29', '2026-06-27'];
		expect((await say(against, monday, 500, weekend))?.verdict).toBe('ok');
		expect((await say(against, monday, 200, weekend))?.verdict).toBe('fail');
		expect((await say(against, saturday, 100, weekend))?.verdict).toBe('ok');
		expect((await say(against, saturday, 40, weekend))?.verdict).toBe('fail');
	});

	test('without it, a Monday fails against nothing and a Saturday against Friday', async () => {
		const results = weeks('2026-06-27', weekend, 100);
		expect((await runCheck({column: 'active', drop, against: 'previous'}, results))?.verdict).toBe('fail');
	});

	test('a holiday on a weekday is unknown if no day like it is known, and no baseline for working days', async () => {
		const trip = '2026-06-25';
		expect(await say('7d', trip, 100, holiday(trip))).toEqual({
			verdict: 'unknown',
			reason: expect.stringMatching(
				/^2026-06-25 is a holiday \(Trip\), compared with days off only: no result from seven days/,
			),
		});
		expect((await say('same-weekday-median', trip, 100, holiday(trip)))?.verdict).toBe('unknown');
		// A week later, the week before the holiday is the baseline.
		expect((await say('7d', '2026-07-02', 500, holiday(trip)))?.verdict).toBe('ok');
		expect((await say('7d', '2026-07-02', 200, holiday(trip)))?.verdict).toBe('fail');
		// Against other days off, a holiday can be judged.
		expect((await say('previous', trip, 100, holiday(trip)))?.verdict).toBe('ok');
	});

	test('52w compares with the same weekday a year ago', async () => {
		const check: Check = {column: 'active', drop, against: '52w'};
		const ago = addDays('2026-06-29', -364);
		expect((await runCheck(check, [result(ago, 500), result('2026-06-29', 100)], weekend))?.verdict).toBe('fail');
		expect((await runCheck(check, [result(addDays(ago, 1), 500), result('2026-06-29', 100)]))?.reason).toMatch(
			/no result from 52 weeks ago, and 2025-07-02 is a different day of the week/,
		);
		expect((await runCheck(check, [result('2026-06-29', 100)]))?.reason).toBe(
			'no result from 52 weeks ago (2025-07-01, ±1 day)',
		);
	});
});

test('same-weekday-median takes the last six results of the weekday, and at least three', async () => {
	const check: Check = {column: 'active', drop, against: 'same-weekday-median'};
	const nights = (...figures: readonly number[]) =>
		figures.map((figure, at) => resultOf(addDays(today, -7 * (figures.length - 1 - at)), [['Pro', figure]]));
	expect((await runCheck(check, nights(900, 900, 100)))?.reason).toBe(
		'2 results from this weekday in the last 12 weeks, but a median needs 3',
	);
	expect((await runCheck(check, nights(900, 900, 900, 100)))?.verdict).toBe('fail');
	expect((await runCheck(check, nights(900, 900, 900, 100, 100, 100, 100, 100, 100, 100)))?.verdict).toBe('ok');
});
