import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {addDays, dayNumber} from '../../../src/calendar.ts';
import {laws} from '../../support/laws/laws.ts';
import {openData, readTables, recipes} from '../support/generated-data.ts';

/** From before the first installation to well after the day of the size. */
const days = fc.integer({min: -1, max: 1400}).map(age => addDays('2023-07-01', age));
const steps = fc.array(fc.integer({min: 1, max: 120}), {minLength: 1, maxLength: 3});

describe('advanced data', () => {
	test('has the rows of data built for the later day, in every table', async () => {
		await fc.assert(
			fc.asyncProperty(recipes, days, steps, async (recipe, start, lengths) => {
				const advanced = await openData(recipe, start);
				let day = start;
				for (const length of lengths) {
					day = addDays(day, length);
					await advanced.advance(day);
				}
				const made = await openData(recipe, day);
				expect(await readTables(advanced.connection)).toEqual(await readTables(made.connection));
			}),
			laws(3, 100),
		);
	});
});

/** Half of the days of installations are late, so that small data have some. */
const late = {perMille: 500, days: 3};

describe('with late sessions', () => {
	test('advanced data have the rows of data built for the later day, in every table', async () => {
		await fc.assert(
			fc.asyncProperty(recipes, days, steps, async (recipe, start, lengths) => {
				const advanced = await openData({...recipe, late}, start);
				let day = start;
				for (const length of [1, ...lengths]) {
					day = addDays(day, length);
					await advanced.advance(day);
				}
				const made = await openData({...recipe, late}, day);
				expect(await readTables(advanced.connection)).toEqual(await readTables(made.connection));
			}),
			laws(2, 100),
		);
	});

	test('only the last days have fewer sessions, and none has more', async () => {
		const sql = 'SELECT date, sum(sessions) AS sessions FROM activity GROUP BY date ORDER BY date';
		let missing = 0;
		await fc.assert(
			fc.asyncProperty(recipes, fc.integer({min: 300, max: 1200}), async (recipe, age) => {
				const day = addDays('2023-07-01', age);
				const known = await (await openData({...recipe, late}, day)).rows<{date: number; sessions: number}>(sql);
				const all = await (await openData(recipe, day)).rows<{date: number; sessions: number}>(sql);
				const sessions = new Map(known.map(row => [row.date, row.sessions]));
				for (const {date, sessions: total} of all) {
					const found = sessions.get(date) ?? 0;
					missing += total - found;
					expect(found).toBeLessThanOrEqual(total);
					if (date <= dayNumber(day) - late.days) expect(found).toBe(total);
				}
			}),
			{...laws(3, 100), examples: [[{seed: 1, size: 300}, 1095]]},
		);
		expect(missing).toBeGreaterThan(0);
	});
});
