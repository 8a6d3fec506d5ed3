import fc from 'fast-check';
import {expect, test} from 'vitest';
import {laws} from '../support/laws/laws.ts';
import {createEventOracle} from '../support/oracle/event-screens.ts';
import {filters, levelColumns} from '../support/oracle/exported-tables.ts';
import {createRetentionOracle} from '../support/oracle/retention-screens.ts';
import {createScreenOracle, type Found} from '../support/oracle/screens.ts';
import {daysBefore, openScreens, randomDays, readTable, today, toNumber} from './support/screen.ts';

/** The ends of intervals on the screens are those of the counts in the exported tables. Today is 2026-06-30. */

const {run, sql} = await openScreens();
const count = createScreenOracle(sql, today);
const readRetention = createRetentionOracle(sql, today);
const events = createEventOracle(sql, today);

type Part = {readonly part: number; readonly all: number};
const percentOf = ({part, all}: Part) => (100 * part) / all;

/** Wilson's interval by its definition: the shares that are at most 1.96 of their own standard errors away. */
function findEnds({part, all}: Part): readonly [low: number, high: number] {
	const share = part / all;
	const isInside = (other: number) => Math.abs(share - other) <= 1.959964 * Math.sqrt((other * (1 - other)) / all);
	const search = (inside: number, outside: number): number => {
		if (Math.abs(inside - outside) < 1e-9) return 100 * inside;
		const middle = (inside + outside) / 2;
		return isInside(middle) ? search(middle, outside) : search(inside, middle);
	};
	return [isInside(0) ? 0 : search(share, 0), isInside(1) ? 100 : search(share, 1)];
}

/** Newcombe's interval of the difference of two percentages (his method 10). */
function findDifference(before: Part, now: Part): readonly [low: number, high: number] {
	const [was, is] = [percentOf(before), percentOf(now)];
	const [[wasLow, wasHigh], [isLow, isHigh]] = [findEnds(before), findEnds(now)];
	return [is - was - Math.hypot(is - isLow, wasHigh - was), is - was + Math.hypot(isHigh - is, was - wasLow)];
}

/** Compares two neighboring cells with the ends of an interval. */
function expectEnds(row: readonly string[], at: number, ends: readonly [number, number]) {
	const shown = [row[at], row[at + 1]].map(toNumber);
	const isNear = shown.every((value, nth) => at >= 0 && Math.abs(value - (ends[nth] as number)) < 0.0051);
	expect({row, shown, ends, isNear}).toMatchObject({isNear: true});
}

const days = randomDays.filter(({first, last}) => Date.parse(last) - Date.parse(first) > 20 * 86_400_000);
const by = fc.constantFrom(...Object.keys(levelColumns));
const filter = fc.constantFrom(...Object.keys(filters));
const few = laws(2, 60);
const write = ({first, last}: {readonly first: string; readonly last: string}, filter: string) =>
	`--no-quota-check --from ${first} --to ${last} --interval ${filter ? `--filter '${filter}'` : ''}`;

test('shares, alone and compared', () =>
	fc.assert(
		fc.asyncProperty(days, by, filter, async (days, level, filter) => {
			const about = {split: undefined, filter, lostAfter: 40};
			const sumOf = (found: Found) => [...found.values()].reduce((sum, {active}) => sum + active, 0);
			const read = async (range: typeof days) => {
				const all = sumOf(await count({...about, days: range, levels: []}));
				const found = await count({...about, days: range, levels: [level]});
				return (label = ''): Part => ({part: found.get(`${label}\t`)?.active ?? 0, all});
			};
			const earlier = daysBefore(days);
			const [before, now] = [await read(earlier), await read(days)];
			fc.pre(now().all > 0 && before().all > 0);
			const line = `report current --status active --level ${level} --share ${write(days, filter)}`;
			const alone = readTable(await run(line));
			for (const row of alone.rows) expectEnds(row, row.length - 2, findEnds(now(row[0])));
			const compared = readTable(await run(`${line} --compare ${earlier.first}..${earlier.last}`));
			const changeAt = compared.heads.indexOf('Change low');
			for (const row of compared.rows.filter(each => each[changeAt] !== '')) {
				const [low, high] = findDifference(before(row[0]), now(row[0]));
				expectEnds(row, changeAt, [low, high]);
				expect(row).toContain(low <= 0 && high >= 0 ? 'within noise' : 'beyond noise');
			}
			expect(alone.rows.length).toBeGreaterThan(0);
		}),
		few,
	));

test('retention', () =>
	fc.assert(
		fc.asyncProperty(days, fc.option(by, {nil: undefined}), filter, async (days, segment, filter) => {
			const found = await readRetention({days, by: segment, filter, lostAfter: 20, split: 'month'});
			const flags = `--lost-after 20 ${segment ? `--segment-by ${segment}` : ''}`;
			const {heads, rows} = readTable(await run(`report churn retention ${flags} ${write(days, filter)}`));
			const front = segment ? 1 : 0;
			for (const row of rows) {
				const {engaged, lost} = found.get(`${segment ? row[0] : ''}\t${row[front]}`) ?? {engaged: 0, lost: 0};
				const all = engaged + lost;
				expectEnds(row, heads.indexOf('Engaged % low'), findEnds({part: engaged, all}));
				expectEnds(row, heads.indexOf('Lost % low'), findEnds({part: lost, all}));
			}
			expect(rows.length).toBe(found.size);
		}),
		few,
	));

test('events of lost installations', () =>
	fc.assert(
		fc.asyncProperty(days, filter, async (days, filter) => {
			const found = await events.lostEvents({days, by: undefined, filter, lostAfter: 20});
			const {heads, rows} = readTable(await run(`report churn events --lost-after 20 ${write(days, filter)}`));
			const at = (head: string) => heads.indexOf(head);
			for (const row of rows) {
				const own = found.find(
					({category, name}) => (category ?? '') === row[at('Category')] && name === row[at('Event')],
				);
				const [part, none] = [Number(own?.['Used it']), Number(own?.['Never used'])];
				expectEnds(row, at('Used it % low'), findEnds({part, all: part + none}));
				expectEnds(row, at('Never used % low'), findEnds({part: none, all: part + none}));
			}
		}),
		few,
	));
