import fc from 'fast-check';
import {expect, test} from 'vitest';
import {laws} from '../support/laws/laws.ts';
import {filters, levelColumns} from '../support/oracle/exported-tables.ts';
import {type Asked, createScreenOracle, type Found, type Split, type Status} from '../support/oracle/screens.ts';
import {
	dateOf,
	randomDays as days,
	daysBefore,
	openScreens,
	readTable,
	today,
	toNumber,
	toPercent,
} from './support/screen.ts';

/** Each figure on the screens and pages of random command lines is that of the exported tables. Today is 2026-06-30. */

const {sql, run: runLine, readAnswer} = await openScreens();
const count = createScreenOracle(sql, today);
const run = (line: string) => runLine(`report current --no-quota-check ${line}`);

type Cells = readonly string[];

const sumOf = (found: Found, status: Status) => [...found.values()].reduce((sum, each) => sum + each[status], 0);
const sizeOf = (statuses: readonly Status[]): Status =>
	statuses.find(each => each === 'active') ?? (statuses[0] as Status);

type Question = Asked & {readonly statuses: readonly Status[]};

const lineOf = ({days, levels, split, filter, lostAfter, statuses}: Question) =>
	[
		`--from ${days.first} --to ${days.last} --status ${statuses.join(',')}`,
		statuses.includes('lost') ? `--lost-after ${lostAfter}` : '',
		...levels.map(level => `--level ${level}`),
		split ? `--split ${split}` : '',
		filter ? `--filter '${filter}'` : '',
	].join(' ');

const statuses = fc.subarray<Status>(['new', 'active', 'lost'], {minLength: 1});
const level = fc.constantFrom(...Object.keys(levelColumns));
const levels = (most: number) => fc.uniqueArray(level, {maxLength: most});
const question = (most: number, splits: readonly (Split | undefined)[] = [undefined]): fc.Arbitrary<Question> =>
	fc.record({
		...{days, levels: levels(most), statuses, split: fc.constantFrom(...splits)},
		...{filter: fc.constantFrom(...Object.keys(filters)), lostAfter: fc.integer({min: 5, max: 60})},
	});
const few = laws(2, 60);
const whole = (asked: Question) => count({...asked, levels: []});

/** Compares rows of labels and of one figure for each status; rows that are not shown have none. */
function expectCounts(rows: readonly Cells[], found: Found, {levels: {length}, statuses, split}: Question) {
	const front = length + (split ? 1 : 0);
	const shown = new Map(
		rows.map(row => {
			const labels = row.slice(split ? 1 : 0, front);
			return [[...labels, split ? dateOf(row[0] as string) : ''].join('\t'), row.slice(front).map(toNumber)] as const;
		}),
	);
	expect(shown.size).toBe(rows.length);
	for (const key of new Set([...shown.keys(), ...found.keys()])) {
		const expected = statuses.map(status => found.get(key)?.[status] ?? 0);
		expect([key, ...(shown.get(key) ?? statuses.map(() => 0)).slice(0, statuses.length)]).toEqual([key, ...expected]);
	}
}

test('counts by up to three levels, or by date', () =>
	fc.assert(
		fc.asyncProperty(fc.oneof(question(3), question(1, ['day', 'week', 'month'])), async asked => {
			expectCounts(readTable(await run(lineOf(asked))).rows, await count(asked), asked);
		}),
		few,
	));

test('counts of machines, of which some have two installations', () =>
	fc.assert(
		fc.asyncProperty(fc.oneof(question(3), question(1, ['day', 'week', 'month'])), async asked => {
			const {rows} = readTable(await run(`${lineOf(asked)} --group-by machineId`));
			expectCounts(rows, await count({...asked, unit: 'machineId'}), asked);
			const all = {...asked, days: {first: '2026-01-05', last: '2026-06-30'}, filter: '', levels: [], split: undefined};
			const [machines, installations] = [await count({...all, unit: 'machineId'}), await count(all)];
			expect(sumOf(machines, 'active')).toBeLessThan(sumOf(installations, 'active'));
		}),
		few,
	));

test('shares are of all, and the n largest and the rest add up', () =>
	fc.assert(
		fc.asyncProperty(question(2), fc.integer({min: 1, max: 5}), async (asked, n) => {
			fc.pre(asked.levels.length > 0);
			const [found, size] = [await count(asked), sizeOf(asked.statuses)];
			const all = sumOf(await whole(asked), size);
			const {heads, rows} = readTable(await run(`${lineOf(asked)} --share --top ${n}`));
			const at = heads.findIndex(head => head.toLowerCase().startsWith(size));
			for (const row of rows) {
				const value = toNumber(row[at]);
				const isOther = row[0] === 'other';
				if (!isOther)
					expect([row, value]).toEqual([row, found.get([...row.slice(0, asked.levels.length), ''].join('\t'))?.[size]]);
				if (all > 0) expect(toNumber(row.at(-1))).toBe(toPercent(value, all));
			}
			const sizes = [...found.values()].map(each => each[size]).sort((one, other) => other - one);
			const kept = rows.filter(([label]) => label !== 'other').map(row => toNumber(row[at]));
			expect(kept).toEqual(sizes.slice(0, kept.length));
			for (const status of asked.statuses) {
				const place = heads.findIndex(head => head.toLowerCase().startsWith(status));
				expect(rows.reduce((sum, row) => sum + toNumber(row[place]), 0)).toBe(sumOf(found, status));
			}
		}),
		few,
	));

test('a wide table by date with the n largest', () =>
	fc.assert(
		fc.asyncProperty(question(1, ['week', 'month']), fc.integer({min: 1, max: 4}), async (asked, n) => {
			fc.pre(asked.levels.length === 1 && asked.statuses.length === 1);
			const [status] = asked.statuses as [Status];
			const found = await count(asked);
			const {heads, rows} = readTable(await run(`${lineOf(asked)} --wide --top ${n}`));
			const totals = new Map<string, number>();
			for (const [key, each] of found) {
				const [label = '', date = ''] = key.split('\t');
				totals.set(date, (totals.get(date) ?? 0) + each[status]);
				const row = rows.find(([name]) => name === label);
				const at = heads.findIndex((head, place) => place > 0 && dateOf(head) === date);
				if (row && at > 0) expect([key, toNumber(row[at])]).toEqual([key, each[status]]);
			}
			for (const [at, head] of heads.entries())
				if (at > 0) expect(rows.reduce((sum, row) => sum + toNumber(row[at]), 0)).toBe(totals.get(dateOf(head)) ?? 0);
		}),
		few,
	));

test('comparisons of counts, and of shares in points', () =>
	fc.assert(
		fc.asyncProperty(question(1), fc.boolean(), async (asked, isShare) => {
			fc.pre(!asked.statuses.includes('lost') && (!isShare || asked.levels.length > 0));
			const earlier = {...asked, days: daysBefore(asked.days)};
			const range = `${earlier.days.first}..${earlier.days.last}`;
			const {heads, rows} = readTable(await run(`${lineOf(asked)} --compare ${range}${isShare ? ' --share' : ''}`));
			const size = sizeOf(asked.statuses);
			const [now, before] = [await count(asked), await count(earlier)];
			const bases = isShare ? [sumOf(await whole(asked), size), sumOf(await whole(earlier), size)] : [];
			const figureAt = heads.indexOf('Figure');
			const at = Math.max(figureAt, asked.levels.length - 1) + 1;
			for (const row of rows) {
				const status = isShare ? size : figureAt < 0 ? (asked.statuses[0] as Status) : (row[figureAt] as Status);
				const key = [...row.slice(0, asked.levels.length), ''].join('\t');
				const counts = [now, before].map(side => side.get(key)?.[status] ?? 0);
				const [value, baseline] = counts.map((each, side) =>
					bases[side] === undefined ? each : each === 0 ? 0 : toPercent(each, bases[side]),
				) as [number, number];
				expect([row, toNumber(row[at]), toNumber(row[at + 1])]).toEqual([row, baseline, value]);
				if (row[at + 2] !== '' && row[at] !== '' && row[at + 1] !== '' && heads[at + 2]?.match(/Change|Points/))
					expect([row, toNumber(row[at + 2])]).toEqual([row, Number((value - baseline).toFixed(2))]);
			}
		}),
		few,
	));

test('stickiness is that of the days before its day', () =>
	fc.assert(
		fc.asyncProperty(question(0), async ({days: {last}, filter, lostAfter}) => {
			const active = async (length: number) => {
				const first = new Date(Date.parse(last) - (length - 1) * 86_400_000).toISOString().slice(0, 10);
				return sumOf(await count({days: {first, last}, levels: [], split: undefined, filter, lostAfter}), 'active');
			};
			const [weekly, monthly] = [await active(7), await active(30)];
			const {rows} = readTable(await run(`--stickiness --to ${last} ${filter ? `--filter '${filter}'` : ''}`));
			expect(rows).toHaveLength(1);
			expect(rows[0]?.map((cell, at) => (at === 0 ? cell : toNumber(cell)))).toEqual([
				last,
				weekly,
				monthly,
				toPercent(weekly, monthly),
			]);
		}),
		few,
	));

test('the sentence of a page has the figure of its range, or none', () =>
	fc.assert(
		fc.asyncProperty(question(1), async asked => {
			const answer = await readAnswer(`report current --no-quota-check ${lineOf(asked)}`);
			const found = await count(asked);
			if (answer) expect(answer.figure).toBe(sumOf(found, asked.statuses[0] as Status));
			else expect(asked.levels.length + Number(found.size === 0)).toBeGreaterThan(0);
		}),
		few,
	));
