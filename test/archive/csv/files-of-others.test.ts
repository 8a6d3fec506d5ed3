import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {forEachCsv} from '../../../src/archive/csv/csv-contents.ts';
import {createFileTally} from '../../../src/archive/csv/file-tally.ts';
import {countRows, readRows} from '../../../src/archive/csv/read-rows.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {laws} from '../../support/laws/laws.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const pathOf = (name: string) => join(import.meta.dirname, 'real', name);
const top = async (path: string) => {
	const {stdout, stderr, exitCode} = await usagectl(['exceptions', 'top', path, '-o', 'json']);
	const groups = exitCode === 0 ? (JSON.parse(stdout) as {class: string; message: string; count: number}[]) : [];
	const {message, hint} = exitCode === 0 ? {message: stderr, hint: ''} : JSON.parse(stderr).error;
	return {
		exitCode,
		message,
		hint,
		groups: groups.map(({class: kind, message}) => [kind, message]).sort(),
		count: groups.reduce((sum, {count}) => sum + count, 0),
	};
};
/** Class and message of each row. */
const read = async (path: string) => {
	const tally = createFileTally();
	const rows: (string | undefined)[][] = [];
	const readContent = async (content: AsyncIterable<Buffer>) => {
		for await (const found of readRows(content, tally))
			for (const row of found)
				if ('cells' in row)
					rows.push(['exception_class', 'exception_message'].map(name => row.cells[row.columns.indexOf(name)]));
	};
	await forEachCsv(path, readContent, {tally});
	return rows;
};
const write = (name: string, content: string | Buffer) => {
	const path = join(temporaryFolder(), name);
	writeFileSync(path, content);
	return path;
};
const semi = readFileSync(pathOf('semi.csv'), 'utf8');
const groups = [
	['E', 'msg one'],
	['F', 'msg, two "q"'],
];

test.each(['semi.csv', 'utf16.csv'])('reads %s', async name => {
	expect(await top(pathOf(name))).toMatchObject({exitCode: 0, groups, count: 2});
});

const variants: readonly (readonly [string, string, string | Buffer])[] = [
	['tabs', 'a.csv', semi.replaceAll('\n\tat', '\n at').replaceAll('\tat', ' at').replaceAll(';', '\t')],
	['vertical bars', 'a.csv', semi.replaceAll(';', '|')],
	['a line that tells the delimiter', 'a.csv', `sep=;\r\n${semi}`],
	['a byte order mark', 'a.csv', `\uFEFF${semi}`],
	['UTF-16 LE without a mark', 'a.csv', Buffer.from(semi, 'utf16le')],
	['UTF-16 BE with a mark', 'a.csv', Buffer.from(`\uFEFF${semi}`, 'utf16le').swap16()],
	['UTF-16 BE without a mark', 'a.csv', Buffer.from(semi, 'utf16le').swap16()],
	['CR line ends', 'a.csv', semi.replaceAll(/;\n|\n(?=2026)|\n$/g, end => end.replace('\n', '\r'))],
	['CRLF line ends', 'a.csv', semi.replaceAll('\n', '\r\n')],
	[
		'other case and blanks in the header',
		'a.csv',
		semi.replace(/^.*/, header => header.toUpperCase().replaceAll(';', ' ; ')),
	],
	['SQL names in the header', 'a.csv', semi.replace('Exception Class', 'exception_class')],
	['the type that PowerShell writes first', 'a.csv', `#TYPE System.Object\r\n${semi}`],
	['names as R writes them', 'a.csv', semi.replace(/^.*/, header => header.replaceAll(' ', '.'))],
	['names as databases write them', 'a.csv', semi.replace(/^.*/, header => header.replaceAll(' ', '_').toLowerCase())],
	['names without blanks', 'a.csv', semi.replace(/^.*/, header => header.replaceAll(' ', ''))],
	['UTC as pandas writes it', 'a.csv', semi.replaceAll(/(?<=^2026-\d\d-\d\d)T([\d:]+)/gm, ' $1+00:00')],
	['rows without values', 'a.csv', `${semi};;;;;;\n;;;;;;\n`],
	['formulas instead of texts', 'a.csv', semi.replaceAll(/(?<=;)([EF])(?=;)/g, '"=""$1"""')],
	['gzip', 'a.csv', gzipSync(semi)],
	['gzip named as a zip', 'a.zip', gzipSync(semi)],
	['a zip named as CSV', 'a.csv', writeZip([{name: 'a.csv', data: semi}])],
];
test.each(variants)('reads a file with %s', async (_, name, content) => {
	expect(await read(write(name, content))).toEqual(groups);
});

test('reads columns in any order, and keeps unknown ones', async () => {
	const content =
		'my own;Stack Trace;other;Exception Class;more;and more;Timestamp\nx;at a.b(D:1);y;E;;;2026-06-20T10:00:00\n';
	expect(await top(write('a.csv', content))).toMatchObject({exitCode: 0, count: 1, groups: [['E', '']]});
});

test.each([
	[
		'nohead.csv',
		/nohead\.csv: none of its 2 rows can be read: line 1: expected a header with "Timestamp" and other column names, found 26 columns separated by ','/,
	],
	[
		'excel.csv',
		/excel\.csv: its row cannot be read: line 2: expected a timestamp such as 2026-06-30T08:57:02, found "6\/20\/2026 10:00"/,
	],
	['git-lfs.csv', /git-lfs\.csv: none of its 3 rows can be read: line 1: .*a Git LFS pointer/],
])('rejects %s with the line, what was expected and what was found', async (name, expected) => {
	const found = await top(pathOf(name));
	expect(found.exitCode).toBe(8);
	expect(found.message).toMatch(expected);
});

const foreign: readonly (readonly [string, string | Buffer, RegExp, RegExp])[] = [
	['JSON', '{"Timestamp": "2026-06-28T10:00:00", "Client ID": "A"}\n', /found JSON$/, /CSV with a header/],
	['JSON of a spreadsheet', '[{"Timestamp":"2026-06-28T10:00:00","Stack":"at a,\n b"}]', /found JSON$/, /CSV with a/],
	['a page with attributes', '<html lang=a,"b"><body>\n', /found HTML or XML$/, /CSV with a header/],
	['a sign-in page', '<!DOCTYPE html><html></html>', /found HTML or XML$/, /CSV with a header/],
	['bzip2', Buffer.from('BZh91AY&SY\0', 'latin1'), /found a bzip2 archive: unpack it$/, /CSV with a header/],
	['xz', Buffer.from('\xfd7zXZ\0\0', 'latin1'), /found an xz archive: unpack it$/, /CSV with a header/],
	['a tar archive', `${'a.csv'.padEnd(257, '\0')}ustar`, /found a tar archive: unpack it$/, /CSV with a header/],
	['a zip in a zip', writeZip([{name: 'a.zip', data: 'PK\x03\x04'}]), /found a zip archive inside another/, /CSV/],
	[
		'a workbook',
		writeZip([{name: '[Content_Types].xml', data: '<Types/>'}]),
		/is an Office document$/,
		/save it as CSV/,
	],
	['UTF-32', Buffer.from('\xff\xfe\0\0T\0\0\0', 'latin1'), /UTF-32 is not supported$/, /convert it to UTF-8/],
];
test.each(foreign)('names %s that is given as a crash file', async (_, content, message, hint) => {
	const found = await top(write('a.csv', content));
	expect(found).toMatchObject({
		exitCode: 8,
		message: expect.stringMatching(message),
		hint: expect.stringMatching(hint),
	});
});

test.each(['', '\r\n  \r\n'])('a file without a header (%j) does not pass as one without crashes', async content => {
	const path = write('a.csv', content);
	const {exitCode, stderr} = await usagectl(['exceptions', 'top', path, '--fail-on', 'new']);
	expect(stderr).toContain('error: whether a group is new is unknown: ');
	expect(stderr).toContain('a.csv is empty: it has no header');
	expect(exitCode).toBe(7);
	const {stdout} = await usagectl(['exceptions', 'top', path]);
	expect(stdout.split('\n')).toEqual([
		`there are no crash reports in ${path}`,
		`${path} is empty: it has no header`,
		'',
	]);
});

test('a file with only a header is not an error', async () => {
	expect(await top(pathOf('headonly.csv'))).toMatchObject({exitCode: 0, count: 0});
});

test.each(['30.06.2026 08:57', '6/30/26 8:57', '46203.37', '2026-06-30'])('does not guess the date %s', async date => {
	const content = `timestamp,exception.class\n2026-06-30T00:00:00,A\n${date},B\n`;
	const {message, exitCode, count} = await top(write('a.csv', content));
	expect({exitCode, count}).toEqual({exitCode: 0, count: 1});
	expect(message).toMatch(/1 of 2 rows of .*a\.csv cannot be read: line 3: expected a timestamp/);
});

test('rows that cannot be read count under --strict', async () => {
	const path = write('a.csv', 'timestamp,exception.class\n2026-06-30T00:00:00,A\n2026-06-30T00:00:00\n');
	expect((await usagectl(['exceptions', 'top', path, '--strict'])).exitCode).toBe(7);
});

test.each([
	['latin1.csv', ['E', 'Ger\uFFFDt fehlt']],
	['nul.csv', ['E', 'a\uFFFDb']],
])('%s loses one character, not a crash report', async (name, group) => {
	const {groups: found, message} = await top(pathOf(name));
	expect(found).toContainEqual(group);
	expect(message.match(/1 row with bytes that are not UTF-8 or are NUL, shown as \uFFFD/g)).toHaveLength(1);
});

test('says once that a file has no exception class', async () => {
	const {message, count} = await top(pathOf('noclass.csv'));
	expect(count).toBe(2);
	expect(
		message.match(/noclass\.csv has no column Exception Class, so its crashes are grouped by the rest/g),
	).toHaveLength(1);
});

test('names both of two equal columns', async () => {
	const {message} = await top(write('a.csv', 'timestamp,Exception Class,exception.class\n2026-06-30T00:00:00,A,B\n'));
	expect(message).toContain(
		'names a column twice: "Exception Class" (column 2) and "exception.class" (column 3); the first is used',
	);
});

test.each(['macosx.zip', 'dsstore.zip'])('reads %s, and notes the entries of the Mac', async name => {
	const {message, exitCode, count} = await top(pathOf(name));
	expect({exitCode, count}).toEqual({exitCode: 0, count: 2});
	expect(message).toMatch(/skipped \d entr(y|ies) that the system of its author added/);
});

test('names an entry that it refuses, and does not ask to download the file again', async () => {
	const {message, hint, exitCode} = await top(write('a.zip', writeZip([{name: '../a.csv', data: semi}])));
	expect(exitCode).toBe(8);
	expect(message).toContain('entry 1 of the archive ("../a.csv") has a name that points outside its folder');
	expect(hint).not.toContain('run the command again');
});

test('keeps a crash report whose stack has two million lines, and cuts the stack', async () => {
	const stack = 'at a.b.c(D.java:1)\n'.repeat(2_000_000);
	const content = `timestamp,exception.class,exception.stackTrace\n2026-06-30T00:00:00,A,"${stack}"\n2026-06-30T00:00:00,B,x\n`;
	const tally = createFileTally();
	async function* inChunks() {
		for (let at = 0; at < content.length; at += 2 ** 20) yield Buffer.from(content.slice(at, at + 2 ** 20));
	}
	await countRows(inChunks(), tally);
	expect(tally).toMatchObject({rows: 2, rejected: 0, shortened: 1});
});

const part = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.constantFrom(
			',',
			';',
			'\t',
			'"',
			'\n',
			'\r\n',
			'\r',
			'\0',
			'\xff',
			'2026-06-30T00:00:00',
			'timestamp',
		),
	},
	fc.string({maxLength: 5}),
);

test('reads or rejects each row of a mutated file', async () => {
	const rows = Array.from({length: 6}, (_, at) => `2026-06-2${at}T10:00:00;word${at};x;"a\nb"\n`);
	const whole = Buffer.from(`timestamp;exception.class;exception.message;exception.stackTrace\n${rows.join('')}`);
	const edit = fc.record({at: fc.nat(whole.length), length: fc.nat(3), text: part});
	await fc.assert(
		fc.asyncProperty(
			fc.array(edit, {minLength: 1, maxLength: 4}),
			fc.integer({min: 1, max: 60}),
			async (edits, pieces) => {
				const bytes = edits.reduce(
					(text, {at, length, text: added}) =>
						Buffer.concat([text.subarray(0, at), Buffer.from(added, 'latin1'), text.subarray(at + length)]),
					whole,
				);
				const count = async (size: number) => {
					const tally = createFileTally();
					async function* inPieces() {
						for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
					}
					await countRows(inPieces(), tally);
					return tally;
				};
				const tally = await count(pieces);
				expect(tally).toEqual(await count(bytes.length));
				// each word that is left is in a row or in a rejected row
				const words = rows.filter((_, at) => bytes.includes(`word${at}`)).length;
				expect(tally.rows + tally.rejected).toBeGreaterThan(words === 0 ? -1 : 0);
			},
		),
		laws(100),
	);
});
