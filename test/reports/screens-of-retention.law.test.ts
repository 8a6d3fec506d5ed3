import fc from 'fast-check';
import {expect, test} from 'vitest';
import {laws} from '../support/laws/laws.ts';
import {filters, levelColumns} from '../support/oracle/exported-tables.ts';
import {createRetentionOracle, type Retention, type RetentionAsked} from '../support/oracle/retention-screens.ts';
import {dateOf, daysBefore, openScreens, randomDays, readTable, today, toNumber} from './support/screen.ts';

/** Each figure on the screens and pages of retention is that of the exported tables. Today is 2026-06-30. */

const {run, readAnswer, sql} = await openScreens();
const read = createRetentionOracle(sql, today);

const lineOf = ({days, by, filter, lostAfter, split}: RetentionAsked) =>
	[
		`report churn retention --no-quota-check --from ${days.first} --to ${days.last} --lost-after ${lostAfter} --split ${split}`,
		by === 'cohort'
			? `--segment-by installation${split === 'month' ? 'Month' : 'Week'}`
			: by
				? `--segment-by ${by}`
				: '',
		filter ? `--filter '${filter}'` : '',
	].join(' ');

const asked = (...by: readonly RetentionAsked['by'][]): fc.Arbitrary<RetentionAsked> =>
	fc.record({
		...{days: randomDays, by: fc.constantFrom(...by), lostAfter: fc.integer({min: 3, max: 60})},
		...{filter: fc.constantFrom(...Object.keys(filters)), split: fc.constantFrom('day', 'week', 'month')},
	});
const few = laws(1, 60);

const percentOf = (part: number, {engaged, lost}: {readonly engaged: number; readonly lost: number}) =>
	Math.round((1000 * part) / (engaged + lost)) / 10;
const keyOf = ([label = '', age]: readonly (string | undefined)[], isCohort: boolean) =>
	`${isCohort ? dateOf(label) : label}\t${age}`;

test('ages count the cohorts whose losses are known, and cohorts all of theirs', () =>
	fc.assert(
		fc.asyncProperty(asked(undefined, 'cohort', ...Object.keys(levelColumns)), async about => {
			const found = await read(about);
			const {heads, rows} = readTable(await run(lineOf(about)));
			const at = (head: string) => heads.indexOf(head);
			const front = about.by ? 1 : 0;
			const shown = rows.map(row => {
				const [engaged, lost] = [toNumber(row[at('Engaged')]), toNumber(row[at('Lost')])];
				expect([row, toNumber(row[at('Engaged %')]), toNumber(row[at('Lost %')])]).toEqual([
					row,
					percentOf(engaged, {engaged, lost}),
					percentOf(lost, {engaged, lost}),
				]);
				if (about.by !== 'cohort') expect(toNumber(row[at('Installations')])).toBe(engaged + lost);
				return [keyOf([front ? row[0] : '', row[front]], about.by === 'cohort'), {engaged, lost}] as const;
			});
			expect(new Map(shown)).toEqual(found);
		}),
		few,
	));

test('a wide table has the percentages of the ages', () =>
	fc.assert(
		fc.asyncProperty(asked(undefined, 'cohort', ...Object.keys(levelColumns)), async about => {
			const found = await read(about);
			const {heads, rows} = readTable(await run(`${lineOf(about)} --wide`));
			const sizeAt = heads.indexOf('Installations');
			const shown = rows.flatMap(row => {
				const label = sizeAt > 0 ? row[0] : '';
				expect(toNumber(row[sizeAt])).toBe(found.get(keyOf([label, '0'], about.by === 'cohort'))?.engaged);
				return heads.flatMap((age, at) =>
					at > sizeAt && row[at] !== ''
						? [[keyOf([label, age], about.by === 'cohort'), toNumber(row[at])] as const]
						: [],
				);
			});
			expect(new Map(shown)).toEqual(new Map([...found].map(([key, each]) => [key, percentOf(each.engaged, each)])));
		}),
		few,
	));

test('a comparison has the percentages of both ranges, and their number', () =>
	fc.assert(
		fc.asyncProperty(asked(undefined, 'prodEdition', 'country'), async about => {
			const days = daysBefore(about.days);
			const sides: readonly Retention[] = [await read({...about, days}), await read(about)];
			const {heads, rows} = readTable(await run(`${lineOf(about)} --compare ${days.first}..${days.last}`));
			const front = about.by ? 1 : 0;
			for (const row of rows) {
				const key = keyOf([front ? row[0] : '', row[front]], false);
				const [before, now] = sides.map(side => side.get(key));
				const [was, is] = [before, now].map(each => each && percentOf(each.engaged, each));
				const numbers = ['n before', 'n'].map(head => row[heads.indexOf(head)]);
				const shown = [...row.slice(front + 1, front + 3), ...numbers].map(cell => (cell ? toNumber(cell) : undefined));
				expect([row, ...shown]).toEqual([
					row,
					...[was, is],
					...[before, now].map(each => each && each.engaged + each.lost),
				]);
				if (was !== undefined && is !== undefined) expect(toNumber(row[front + 3])).toBeCloseTo(is - was, 6);
			}
			const keys = rows.map(row => keyOf([front ? row[0] : '', row[front]], false));
			expect(new Set(keys)).toEqual(new Set(sides.flatMap(side => [...side.keys()])));
		}),
		few,
	));

test('the sentence of a page has the percentage after one period, of the known losses', () =>
	fc.assert(
		fc.asyncProperty(asked(undefined, 'cohort', 'prodEdition'), async about => {
			const pooled = (await read({...about, by: undefined})).get('\t1');
			const answer = await readAnswer(lineOf(about));
			expect(answer).toEqual(
				pooled && {
					figure: percentOf(pooled.engaged, pooled),
					text: `of ${(pooled.engaged + pooled.lost).toLocaleString('en-US')} installations were still in use after 1 ${about.split}`,
				},
			);
		}),
		few,
	));
