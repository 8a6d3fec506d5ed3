import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {laws} from '../support/laws/laws.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * The law: segments, and the headline of their page, add up to at least the total without segments, or the output says that they
 * are a part of it.
 */

const sandbox = await started({seed: 11, size: 600});

const run = async (line: string) => {
	const {stdout, stderr, exitCode} = await usagectl(`report ${line} -o csv`, {
		env: sandbox.env,
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect(exitCode, stderr).toBe(0);
	return {rows: parse(stdout, {columns: true}) as Record<string, string>[], stderr};
};

type Counted = {
	readonly line: string;
	readonly size: string;
	readonly isCounted: (row: Record<string, string>) => boolean;
	/** How the report takes a property (default: --segment-by). */
	readonly flag?: string;
	/** The figure is a headline of the page. */
	readonly headline?: string;
};
const reports: readonly Counted[] = [
	{line: 'churn', size: 'engaged', isCounted: row => row.period === '0', headline: 'Installations'},
	{line: 'current', size: 'active', isCounted: () => true, flag: '--level', headline: 'Active'},
	{line: 'churn events', size: 'usersUsedAtLeastOnce', isCounted: () => true},
	{
		...{line: 'events frequency --event Export/PDF', size: 'uniqueUsersUsedAtLeastOnce'},
		...{isCounted: () => true, headline: 'Used it'},
	},
];
const properties = [
	'country',
	'os.version',
	'prodVersion',
	'prodEdition',
	'osLanguage',
	'ram',
	'cpuCores',
	'touchScreen',
];
const isPart = /chose as the largest|because of its limit/;

test('segments without items add up to the total, or the output says that they do not', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...reports),
			fc.constantFrom(...properties),
			fc.constantFrom('-90d', '-6mo', '2026-03'),
			fc.constantFrom('', ': each * limit 5'),
			async ({line, size, isCounted, flag = '--segment-by', headline}, property, from, items) => {
				fc.pre(
					!(property === 'touchScreen' && line === 'churn events') &&
						(items === '' || !['ram', 'cpuCores', 'touchScreen'].includes(property)) &&
						!(flag === '--level' && ['ram', 'cpuCores', 'touchScreen'].includes(property)),
				);
				const total = ({rows}: {rows: Record<string, string>[]}) =>
					rows.filter(isCounted).reduce((sum, row) => sum + Number(row[size]), 0);
				const whole = await run(`${line} --from ${from}`);
				const page = join(temporaryFolder(), 'page.html');
				const segmented = await run(`${line} --from ${from} ${flag} '${property}${items}' --html ${page}`);
				// A list of values that the user writes, and null of a country (docs/service.md#null), need not cover everything.
				const isTyped = items !== '' || property === 'country';
				if (total(segmented) < total(whole) && !isTyped) expect(segmented.stderr).toMatch(isPart);
				if (headline === undefined) return;
				const html = readFileSync(page, 'utf8');
				const [, answer = ''] = /<p class="answer">(.*?)<\/p>/.exec(html) ?? [];
				// Segments that the user wrote, or values that the service chose, have no sum; of cohorts a share is said.
				if (answer === '' || answer.includes('%')) return;
				const shown = (answer.match(/[\d,]+/g) ?? []).map(each => Number(each.replaceAll(',', '')));
				expect(shown).toContain(total(segmented));
				if (total(segmented) < total(whole) && !isTyped) expect(html).toMatch(isPart);
			},
		),
		laws(20, 200),
	);
});

const sumOf = (row: Record<string, string>, isFigure: (key: string) => boolean) =>
	Object.entries(row).reduce((sum, [key, text]) => sum + (isFigure(key) ? Number(text) : 0), 0);
const isDate = (key: string) => /^\d{4}-\d\d-\d\d$/.test(key);
const shapes: readonly (readonly [flags: string, isFigure: (key: string) => boolean])[] = [
	['--split day', key => key === 'new'],
	['--split month', key => key === 'new'],
	['--split month --wide', isDate],
	['--compare previous', key => key === 'value'],
	['--share --top 2', key => key === 'new'],
];

test('days, months, wide tables, comparisons and `other` add up to the new installations of the range', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...shapes),
			fc.constantFrom('2026-03', '2026-Q1', '2026-04'),
			// An installation can be in no segment of a level such as country, which not every system or place has.
			fc.constantFrom('', "--level 'prodEdition: each *, null'", "--level 'prodVersion: each *, null'"),
			async ([flags, isFigure], period, level) => {
				fc.pre(level !== '' || !/--share|--wide/.test(flags));
				const {rows: whole} = await run(`current --status new --period ${period}`);
				const {rows} = await run(`current --status new --period ${period} ${level} ${flags}`);
				expect(rows.reduce((sum, row) => sum + sumOf(row, isFigure), 0)).toBe(Number(whole[0]?.new));
			},
		),
		laws(8, 100),
	);
});

test('cohorts by month of installation add up to the new installations of their months', async () => {
	const cohorts = await run('churn --from 2026-01 --to 2026-03-31 --segment-by installationMonth');
	const {rows: months} = await run('current --status new --period 2026-Q1 --split month');
	const engaged = cohorts.rows.filter(({period}) => period === '0').map(row => [row.installationMonth, row.engaged]);
	expect(engaged).toEqual(months.map(row => [row.date, row.new]));
});
