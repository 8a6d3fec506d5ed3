import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, expect} from 'vitest';
import {chooseData} from '../../sandbox/support/started.ts';
import {openTables, type Sql} from '../../support/oracle/exported-tables.ts';
import type {Days} from '../../support/oracle/screens.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** What stands on the screen and the page of a command line, and the tables that it must agree with. */

export const today = '2026-06-30';
type Cells = readonly string[];

export type Screens = {
	/** Runs a command line and returns what it prints. */
	readonly run: (line: string) => Promise<string>;
	/** Returns the large figure and the sentence of the page of a command line, if it has them. */
	readonly readAnswer: (line: string) => Promise<{readonly figure: number; readonly text: string} | undefined>;
	readonly sql: Sql;
	readonly folder: string;
};

/** For a whole file of tests: the usual sandbox, and its tables. */
export async function openScreens(): Promise<Screens> {
	const folder = mkdtempSync(join(tmpdir(), 'screens-'));
	afterAll(() => rmSync(folder, {recursive: true, force: true}));
	const env = {USAGECTL_CONFIG_DIR: join(folder, 'config')};
	await chooseData(env.USAGECTL_CONFIG_DIR);
	await usagectl(`sandbox export ${folder}/tables --format parquet`, {env});
	const run = async (line: string): Promise<string> => {
		const {stdout, stderr, exitCode} = await usagectl(`--sandbox ${line} --today ${today} -q`, {env});
		expect({line, exitCode, stderr: exitCode === 0 ? '' : stderr}).toEqual({line, exitCode: 0, stderr: ''});
		return stdout;
	};
	const readAnswer = async (line: string) => {
		const page = join(folder, 'page.html');
		await run(`${line} --html ${page}`);
		const [, figure, text] = /<p class="answer"><b>(.*?)<\/b> (.*?)<\/p>/.exec(readFileSync(page, 'utf8')) ?? [];
		return figure === undefined ? undefined : {figure: toNumber(figure.replaceAll(/,| .*/g, '')), text: text as string};
	};
	return {run, readAnswer, sql: await openTables(join(folder, 'tables')), folder};
}

/** Reads the table below the title: its headings and rows, without marks. */
export function readTable(text: string): {readonly heads: Cells; readonly rows: readonly Cells[]} {
	const lines = text.split('\n');
	const ruleAt = lines.findIndex(line => /^─[─ ]*$/.test(line));
	const spans = [...(lines[ruleAt] ?? '').matchAll(/─+/g)].map(
		({index, 0: rule}) => [index, index + rule.length] as const,
	);
	const cut = (line: string) => spans.map(([from, to]) => line.slice(from, to).trim().replace(/\*$/, ''));
	const rows = ruleAt < 0 ? [] : lines.slice(ruleAt + 1).filter(line => line !== '');
	return {heads: cut(lines[ruleAt - 1] ?? ''), rows: rows.map(cut)};
}

export const toNumber = (cell: string | undefined): number =>
	cell === undefined || cell === '' ? 0 : Number(cell.replace('−', '-'));
export const toPercent = (part: number, whole: number): number => Math.round((10_000 * part) / whole) / 100;
/** The first day of the month or day that a cell names. */
export const dateOf = (cell: string): string => (/^\d{4}-\d\d$/.test(cell) ? `${cell}-01` : cell);

const day = fc.integer({min: 0, max: 170}).map(at => new Date(Date.UTC(2026, 0, 5 + at)).toISOString().slice(0, 10));
/** Ranges of the half year before today. */
export const randomDays: fc.Arbitrary<Days> = fc
	.tuple(day, day)
	.map(([one, other]): Days => (one < other ? {first: one, last: other} : {first: other, last: one}));

/** As many days as the range, before it. */
export function daysBefore({first, last}: Days): Days {
	const [from, to] = [Date.parse(first), Date.parse(last)];
	const text = (moment: number) => new Date(moment).toISOString().slice(0, 10);
	return {first: text(from - (to - from) - 86_400_000), last: text(from - 86_400_000)};
}
