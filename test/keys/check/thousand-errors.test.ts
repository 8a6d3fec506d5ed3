import {readFileSync} from 'node:fs';
import {parse} from 'csv-parse/sync';
import {expect, test} from 'vitest';
import {checked} from '../support/checked.ts';
import {createKeysService} from '../support/uploaded.ts';

const columns = [
	'licenseKey',
	'licenseType',
	'activated',
	'blacklisted',
	'expired',
	'whitelisted',
	'expiryDate',
	'installQuota',
	'notes',
];
const good = (key: string) => [key, 'purchased', 'true', 'false', 'false', 'true', '2027-12-31', '5', 'note'];

/** The kinds of errors: `write` puts the n-th error of its kind into a row, and `cell` is where it is reported. */
const kinds: readonly {
	readonly cell: number;
	readonly write: (row: string[], n: number) => string;
	readonly says: RegExp;
}[] = [
	...[2, 3, 4, 5].map(cell => ({
		cell,
		write: (row: string[], n: number) => join(row.with(cell, `word${n}`)),
		says: /"word\d+" is neither true nor false/,
	})),
	{cell: 6, write: (row, n) => join(row.with(6, `2026-02-${30 + (n % 60)}`)), says: /is not a date/},
	{cell: 6, write: (row, n) => join(row.with(6, `next week ${n}`)), says: /is not a date/},
	{cell: 7, write: (row, n) => join(row.with(7, `-${n + 1}`)), says: /is not a whole number/},
	{cell: 7, write: (row, n) => join(row.with(7, `${n}.5`)), says: /is not a whole number/},
	{cell: 7, write: (row, n) => join(row.with(7, `${n}e3`)), says: /is not a whole number/},
	{cell: 0, write: (row, n) => join(row.with(0, `${n % 10}.${n}E+15`)), says: /spreadsheet/},
	{cell: 0, write: (row, n) => join(row.with(0, `nul\0${n}`)), says: /NUL/},
	{cell: 0, write: row => join(row.with(0, '')), says: /the license key is missing/},
	{cell: 8, write: row => join(row.slice(0, 8)), says: /this row has 8 cells, but the header has 9/},
	{cell: 9, write: (row, n) => join([...row, `extra ${n}`]), says: /this row has 10 cells, but the header has 9/},
	{
		cell: 0,
		write: row => join(row.with(0, 'TWICE')).replace('note', 'other'),
		says: /duplicate key "TWICE": line 2 has different values/,
	},
	// A quote in the middle of a cell, and text after a closing quote.
	{cell: 1, write: (row, n) => join(row).replace('purchased', `p"${n}`), says: /a quote in an unquoted cell/},
	{cell: 1, write: (row, n) => join(row).replace('purchased', `"p"${n}`), says: /text after the closing quote/},
];
/** Quotes the cells that need it, like a spreadsheet. */
const join = (cells: readonly string[]) =>
	cells.map(cell => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

/** Creates a file with 1,000 invalid rows among good ones, and the position of each error. */
function createErrors() {
	const lines = [join(columns), join(good('TWICE'))];
	const expected: {line: number; column: number; says: RegExp}[] = [];
	for (let n = 0; n < 1000; n++) {
		// Good rows, some of two lines, and empty lines in between.
		if (n % 3 === 0) lines.push(join(good(`GOOD-${n}`).with(8, 'two\nlines')));
		if (n % 7 === 0) lines.push('');
		const kind = kinds[n % kinds.length];
		if (!kind) throw new Error('no kind');
		const text = kind.write(good(`KEY-${n}`), n);
		const line = lines.join('\n').split('\n').length + 1;
		lines.push(text);
		expected.push({line, column: columnOf(text, kind.cell, kind.says), says: kind.says});
	}
	return {content: `${lines.join('\n')}\n`, expected};
}

test('reports all 1,000 errors of a file at once, with line and column', async () => {
	const {content, expected} = createErrors();
	const {problems, rows} = await checked(content);
	expect(problems).toHaveLength(1000);
	const found = problems.map(problem => /^(\d+):(\d+) (.*)$/s.exec(problem)?.slice(1) ?? []);
	for (const {line, column, says} of expected) {
		const match = found.find(([at]) => Number(at) === line);
		expect({line, column: Number(match?.[1]), message: match?.[2]}).toEqual({
			line,
			column,
			message: expect.stringMatching(says),
		});
	}
	expect(rows.filter(row => row.update.licenseKey.startsWith('GOOD'))).toHaveLength(334);
});

test('sends nothing, asks for no login, and writes every error to a file', async () => {
	const {content, expected} = createErrors();
	const service = createKeysService();
	const {exitCode, stderr} = await service.run(['keys', 'update', service.file('keys.csv', content), '-y']);
	expect({exitCode, sent: service.log}).toEqual({exitCode: 2, sent: []});
	expect(stderr).toContain('keys.csv has 1,000 errors; nothing was sent');
	const report = parse(readFileSync(`${service.folder}/keys.csv.problems.csv`), {columns: true});
	const placed = (report as {line: string; column: string}[]).map(({line, column}) => `${line}:${column}`);
	expect(new Set(placed)).toEqual(new Set(expected.map(({line, column}) => `${line}:${column}`)));
	expect(placed).toHaveLength(1000);
});

/** Returns the column of the error: the start of the cell, or the character of a quoting error. */
function columnOf(text: string, cell: number, says: RegExp): number {
	if (says.source.includes('a quote in')) return text.indexOf('"') + 1;
	if (says.source.includes('text after')) return text.lastIndexOf('"') + 2;
	const commas = [...text.matchAll(/,/g)].map(match => match.index);
	if (cell === 0) return 1;
	return cell > commas.length ? text.length + 1 : (commas[cell - 1] ?? 0) + 2;
}
