import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {placeOfByte, placeOfField, readCsvHeader} from '../../../../src/sandbox/store/transfer/csv-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'csv-place-'));
afterAll(() => rmSync(folder, {recursive: true}));
const write = (text: string) => {
	const path = join(folder, 'table.csv');
	writeFileSync(path, text);
	return path;
};

test('returns line and column of a byte, in characters', async () => {
	const text = 'a,b\r\nGröße,漢\n\n"x\ny",z\n';
	const path = write(text);
	const placeOf = (part: string) => placeOfByte(path, Buffer.byteLength(text.slice(0, text.indexOf(part))));
	expect(await placeOf('a')).toEqual({line: 1, column: 1});
	expect(await placeOf('b')).toEqual({line: 1, column: 3});
	expect(await placeOf('G')).toEqual({line: 2, column: 1});
	expect(await placeOf('漢')).toEqual({line: 2, column: 7});
	expect(await placeOf('"x')).toEqual({line: 4, column: 1});
	expect(await placeOf('z')).toEqual({line: 5, column: 4});
	expect(await placeOfByte(path, Buffer.byteLength(text))).toEqual({line: 6, column: 1});
});

test('finds a place far into a file', async () => {
	const path = write(`${'x'.repeat(99)}\n`.repeat(1000) + 'y'.repeat(200_000));
	expect(await placeOfByte(path, 100_000)).toEqual({line: 1001, column: 1});
	expect(await placeOfByte(path, 299_999)).toEqual({line: 1001, column: 200_000});
});

/** The places of the fields of a record. */
const places = async (text: string, record: number, fields: number) => {
	const path = write(text);
	const found: (readonly [line: number, column: number])[] = [];
	for (let field = 0; field < fields; field++) {
		const {line, column} = await placeOfField(path, record, field);
		found.push([line, column]);
	}
	return found;
};

test('finds each field of a record with any quoted text', async () => {
	const text = '\uFEFFid,name\r\n1,"two, ""quoted""\nlines",3\n,\nlast';
	expect(await places(text, 0, 2)).toEqual([
		[1, 1],
		[1, 4],
	]);
	expect(await places(text, 1, 3)).toEqual([
		[2, 1],
		[2, 3],
		[3, 8],
	]);
	expect(await places(text, 2, 2)).toEqual([
		[4, 1],
		[4, 2],
	]);
	expect(await places(text, 3, 1)).toEqual([[5, 1]]);
});

test('treats an unclosed quote as a field to the end of the file', async () => {
	expect(await places('a\n"x,y\nz', 1, 2)).toEqual([
		[2, 1],
		[3, 2],
	]);
});

test.each([
	['\uFEFFid,"name"\r\n1,x\r\n', ['id', 'name']],
	['id', ['id']],
	['', []],
])('the header of %j', async (text, names) => {
	expect(await readCsvHeader(write(text))).toEqual(names);
});
