import {parse} from 'csv-parse/sync';
import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** A comparison says what two runs of their own say, for every report that takes it. Today is 2026-06-30. */

const sandbox = await started();
type Rows = Record<string, string>[];
const csv = async (line: string): Promise<Rows> => {
	const {stdout, exitCode} = await usagectl(`report ${line} -o csv --quiet`, {
		env: {
			...sandbox.env,
		},
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect(exitCode).toBe(0);
	return parse(stdout, {columns: true});
};

const events = "--event Export/PDF --event 'Any file = Files/~.*'";
/** Each with the columns that say what a row is about; of those that are dates, the place among all dates is. */
const reports: readonly (readonly [line: string, keys: readonly string[]])[] = [
	['churn --lost-after 30', ['period']],
	["churn --lost-after 30 --segment-by prodEdition --segment 'each *'", ['prodEdition', 'period']],
	['churn --lost-after 30 --segment-by installationMonth', ['installationMonth', 'period']],
	['churn days --lost-after 30', ['bin']],
	['churn sessions --lost-after 30', ['bin']],
	['churn runtime --lost-after 30', ['bin']],
	['churn event Export/PDF --lost-after 30', ['bin']],
	['churn events --lost-after 30', ['eventCategory', 'eventName']],
	['events', ['category', 'name']],
	['events --totals', ['category', 'name', 'level']],
	['events timeline --split month --event Export/PDF --event Files/Open', ['date', 'category', 'name']],
	['events timeline --split week --view values --per usage --event Export/PDF', ['date', 'category', 'name']],
	[`events frequency ${events}`, ['category', 'name', 'combiLabel']],
	[
		`events frequency ${events} --segment-by formFactor --segment 'each *' --bins`,
		['formFactor', 'category', 'name', 'combiLabel', 'bin'],
	],
];

const isDate = (key: string) => key === 'date' || key === 'installationMonth';
/** Figures by what they are about: the text of an answer alone, read without the code under test. */
function figuresOf(rows: Rows, keys: readonly string[]): Map<string, string> {
	const dates = [...new Set(rows.map(row => row[keys.find(isDate) ?? '']))];
	return new Map(
		rows.flatMap(row => {
			const about = keys.map(key => (isDate(key) ? dates.indexOf(row[key]) : row[key]));
			return Object.entries(row)
				.filter(([name]) => ![...keys, 'lossesComplete', 'complete'].includes(name))
				.map(([name, value]): [string, string] => [JSON.stringify([...about, name]), value]);
		}),
	);
}
const number = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text));

const [range, baseline] = ['--from 2026-03-01 --to 2026-05-15', '2025-12-01..2026-02-14'] as const;

test.each(reports)('report %s', async (line, keys) => {
	const [now, then, compared] = [
		await csv(`${line} ${range}`),
		await csv(`${line} --from 2025-12-01 --to 2026-02-14`),
		await csv(`${line} ${range} --compare ${baseline} --figures all`),
	];
	const [mine, theirs] = [figuresOf(now, keys), figuresOf(then, keys)];
	const units = keys.filter(isDate).length > 0 ? dated(compared, keys) : compared.map(row => keys.map(key => row[key]));
	let deltas = 0;
	for (const [at, row] of compared.entries()) {
		const key = JSON.stringify([...(units[at] as unknown[]), row.figure]);
		const [value, base] = [number(mine.get(key)), number(theirs.get(key))];
		expect([key, number(row.value), number(row.baseline)]).toEqual([key, value, base]);
		if (row.delta === '') expect([key, row.reason]).toEqual([key, expect.stringMatching(/./)]);
		else {
			deltas++;
			expect(Number(row.delta)).toBeCloseTo((value as number) - (base as number), 5);
		}
	}
	// Every figure of either run stands in the comparison, once.
	const all = [...mine, ...theirs].flatMap(([key, figure]) => (figure === '' ? [] : [key]));
	expect(new Set(all).size).toBe(compared.length);
	expect(deltas).toBeGreaterThan(0);
});

test('report current compares each status, and its figure is named in data', async () => {
	const line = 'current --status new,active,lost --lost-after 30 --level prodEdition';
	const [now, then] = [await csv(`${line} ${range}`), await csv(`${line} --from 2025-12-01 --to 2026-02-14`)];
	const rows = await csv(`${line} ${range} --compare ${baseline}`);
	expect(new Set(rows.map(({figure}) => figure))).toEqual(new Set(['new', 'active', 'lost']));
	for (const {prodEdition, figure = '', value, baseline: before} of rows) {
		const of = (side: Rows) => side.find(row => row.prodEdition === prodEdition)?.[figure] ?? '';
		expect([figure, value, before]).toEqual([figure, of(now), of(then)]);
	}
	const one = await csv(`current --status active ${range} --compare ${baseline}`);
	expect(one.map(({figure}) => figure)).toEqual(['active']);
	const top = await csv(`${line} ${range} --compare ${baseline} --top 1`);
	expect(top.map(({figure, prodEdition}) => [figure, prodEdition === 'other'])).toEqual(
		[false, true].flatMap(isOther => ['new', 'active', 'lost'].map(figure => [figure, isOther])),
	);
	const sums = (side: Rows) =>
		['new', 'active', 'lost'].map(key => side.reduce((sum, row) => sum + Number(row[key]), 0));
	expect(
		['new', 'active', 'lost']
			.map(key => top.filter(({figure}) => figure === key))
			.map(own => own.reduce((sum, {value}) => sum + Number(value), 0)),
	).toEqual(sums(now));
});

/** The place of each row's date among those of its side. */
function dated(rows: Rows, keys: readonly string[]): unknown[][] {
	const name = keys.find(isDate) as string;
	const placesOf = (column: string) => [...new Set(rows.map(row => row[column]).filter(Boolean))].sort();
	const [mine, theirs] = [placesOf(name), placesOf('baselineDate')];
	return rows.map(row =>
		keys.map(key => {
			if (!isDate(key)) return row[key];
			return row[name] ? mine.indexOf(row[name]) : theirs.indexOf(row.baselineDate);
		}),
	);
}
