import {writeXlsx} from 'hucre/xlsx';
import {expect, test} from 'vitest';
import yazl from 'yazl';
import {readWorkbook} from '../../../src/keys/read/workbook-reader.ts';
import {checked} from '../support/checked.ts';

async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
	const file = new yazl.ZipFile();
	for (const [name, text] of Object.entries(parts)) file.addBuffer(Buffer.from(text), name);
	file.end();
	const chunks: Buffer[] = [];
	for await (const chunk of file.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks);
}

const relation = (id: string, type: string, target: string) =>
	`<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (...items: readonly string[]) => `<Relationships>${items.join('')}</Relationships>`;
/** A workbook as a spreadsheet program stores it, with these cells in the only sheet. */
const parts = (cells: string, more: Readonly<Record<string, string>> = {}) => ({
	'[Content_Types].xml': '<Types/>',
	'_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
	'xl/workbook.xml': '<workbook><sheets><sheet name="Keys" sheetId="1" r:id="rId1"/></sheets></workbook>',
	'xl/_rels/workbook.xml.rels': relations(
		relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
		relation('rId2', 'styles', 'styles.xml'),
	),
	'xl/styles.xml':
		'<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>',
	'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells}</sheetData></worksheet>`,
	...more,
});
const header = '<row r="1"><c r="A1" t="str"><v>licenseKey</v></c><c r="B1" t="str"><v>notes</v></c></row>';
const cellsOf = async (file: Buffer, sheet?: string) => (await readWorkbook(file, sheet)).rows.map(({cells}) => cells);

const twoSheets = async () =>
	Buffer.from(
		await writeXlsx({
			sheets: [
				{name: 'Draft', rows: [['draft']], hidden: true},
				{
					name: 'Keys',
					rows: [
						['key', true, new Date('2027-12-31T00:00:00Z'), 5, 0.1 + 0.2],
						[null, false, new Date('2027-12-31T12:30:00Z'), 123_456_789_012_345, 'two\nlines'],
					],
				},
				{name: '1', rows: [['one']]},
			],
		}),
	);

test('reads text, flags, dates and numbers of the first sheet that is not hidden', async () => {
	expect(await cellsOf(await twoSheets())).toEqual([
		['key', 'true', '2027-12-31', '5', '0.3'],
		['', 'false', '2027-12-31T12:30:00', '123456789012345', 'two\nlines'],
	]);
});

test.each([
	['Draft', 'draft'],
	['2', 'key'],
])('finds the sheet %s by name or number', async (sheet, text) => {
	expect((await cellsOf(await twoSheets(), sheet))[0]?.[0]).toBe(text);
});

test('lists the sheets if the wanted one is missing', async () => {
	await expect(readWorkbook(await twoSheets(), 'Licences')).rejects.toMatchObject({
		message: 'the workbook has no sheet Licences',
		hint: 'give one of its sheets: --sheet "Draft", "Keys" or "1"',
	});
});

test('reads formulas as their stored values', async () => {
	const cells = '<c r="A2" t="str"><f>A1&amp;"x"</f><v>AB-1</v></c><c r="B2"><f>1+1</f><v>2</v></c>';
	const {updates} = await checked(await zip(parts(`${header}<row r="2">${cells}</row>`)));
	expect(updates).toEqual([{licenseKey: 'AB-1', notes: '2'}]);
});

test.each([
	['a rounded number', '<c r="A2"><v>1.23E+15</v></c>', 'has rounded this number to 15 digits'],
	['a date', '<c r="A2" s="2"><v>45000</v></c>', 'has converted this key to a date'],
	['a number with leading zeros', '<c r="A2" s="1"><v>123</v></c>', 'the number 123 is shown in the format 00000'],
	['an error', '<c r="A2" t="e"><v>#REF!</v></c>', 'the cell has the error #REF!'],
	['a formula without a value', '<c r="A2"><f>B1</f></c>', 'the formula has no stored value'],
])('a key that is %s is an error', async (_name, cell, message) => {
	const {problems, updates} = await checked(await zip(parts(`${header}<row r="2">${cell}</row>`)));
	expect(problems).toEqual([expect.stringContaining(`2:1 licenseKey: `)]);
	expect(problems[0]).toContain(message);
	expect(updates).toEqual([]);
});

test('names row and column of a cell, also after a cell with two lines', async () => {
	const rows =
		'<row r="2"><c r="A2" t="str"><v>A</v></c><c r="B2" t="str"><v>a\nb</v></c></row><row r="7"><c r="A7" t="str"><v>B</v></c><c r="B7" t="e"><v>#N/A</v></c></row>';
	const {problems, rows: good} = await checked(await zip(parts(header + rows)));
	expect(problems).toEqual(['7:2 notes: the cell has the error #N/A']);
	expect(good).toMatchObject([{line: 2}]);
});

const bomb = Buffer.alloc(80 * 2 ** 20, ' ');

test.each([
	['a sheet of 80 MiB', () => zip(parts('', {'xl/worksheets/sheet1.xml': bomb.toString()})), 'is too large'],
	['a text table of 80 MiB', () => zip(parts('', {'xl/sharedStrings.xml': bomb.toString()})), 'is too large'],
	[
		'entities',
		() => zip(parts('', {'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "bbbb">]><workbook>&b;</workbook>'})),
		'has a document type definition',
	],
	['a cell in column 51', () => zip(parts(`<row r="1"><c r="AY1"><v>1</v></c></row>`)), 'or 50 columns'],
	[
		'a cell in the last row',
		() => zip(parts(`${header}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`)),
		'more than 100,000 rows',
	],
	['no sheet', () => zip({'a.txt': 'a'}), 'is damaged'],
	['a sheet without an end', () => zip(parts('', {'xl/worksheets/sheet1.xml': '<sheetData><row>'})), 'is damaged'],
	['half of its bytes', async () => (await zip(parts(header))).subarray(0, 700), 'is damaged'],
] as const)('a workbook with %s is rejected', async (_name, create, message) => {
	await expect(readWorkbook(await create(), undefined)).rejects.toMatchObject({
		name: 'WorkbookError',
		message: expect.stringContaining(message),
	});
});

test('millions of columns in a few bytes cost nothing', async () => {
	const columns = '<col min="1" max="16384" width="9"/>'.repeat(200_000);
	const sheet = `<worksheet><cols>${columns}</cols><sheetData>${header}</sheetData></worksheet>`;
	expect(await cellsOf(await zip(parts('', {'xl/worksheets/sheet1.xml': sheet})))).toEqual([['licenseKey', 'notes']]);
});
