import {stringify} from 'csv-stringify/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {printField, writableColumns} from '../../../src/keys/rows/upload-columns.ts';
import {checked, plainRules} from '../support/checked.ts';

test('reads rows as updates, in which an empty cell leaves a field unchanged', async () => {
	const {updates, problems, columns} = await checked(
		'licenseKey,licenseType,activated,expired,expiryDate,installQuota,notes\n007,purchased,true,false,2027-01-31,5,"a, ""b"""\nB,,,,null,,\n',
	);
	const header = ['licenseKey', 'licenseType', 'activated', 'expired', 'expiryDate', 'installQuota', 'notes'];
	expect(problems).toEqual([]);
	expect(columns).toEqual(header);
	expect(updates).toEqual([
		{
			licenseKey: '007',
			licenseType: 'purchased',
			licenseStatus: {activated: true, expired: false},
			expiryDate: '2027-01-31',
			installQuota: 5,
			notes: 'a, "b"',
		},
		{licenseKey: 'B', expiryDate: null},
	]);
});

test('an empty cell clears notes only with --empty-clears', async () => {
	const text = 'licenseKey,licenseType,notes\nA,,\n';
	expect((await checked(text, {emptyClearsNotes: true})).updates).toEqual([{licenseKey: 'A', notes: ''}]);
});

test('keeps the date of the last edit that keys list wrote', async () => {
	const {rows} = await checked('licenseKey,lastEditedDate,lastEditedBy.name\nA,2026-01-02T03:04:05,Ada\nB,,\n');
	expect(rows).toEqual([
		{line: 2, update: {licenseKey: 'A'}, expect: {lastEditedDate: '2026-01-02T03:04:05'}},
		{line: 3, update: {licenseKey: 'B'}},
	]);
});

test('reads JSON and NDJSON, flat as keys list writes them or nested as the service returns them', async () => {
	const rows = [
		{licenseKey: 'A', activated: true, expiryDate: null, installCount: 3, 'lastEditedBy.name': null},
		{licenseKey: 'B', licenseStatus: {allowed: true, expired: false}, installQuota: 2, notes: ''},
	];
	const updates = [
		{licenseKey: 'A', licenseStatus: {activated: true}, expiryDate: null},
		{licenseKey: 'B', licenseStatus: {whitelisted: true, expired: false}, installQuota: 2, notes: ''},
	];
	for (const text of [JSON.stringify(rows), rows.map(row => JSON.stringify(row)).join('\n')]) {
		const found = await checked(`\n ${text}`, {}, 'keys.json');
		expect(found.problems).toEqual([]);
		expect(found.updates).toEqual(updates);
	}
});

test('reports every error of a JSON file with its position', async () => {
	const {problems, left} = await checked(
		[
			'{"licenseKey": 12}',
			'{"licenseKey": "A", "installQuota": "5", "color": 1}',
			'{"notes": "no key"}',
			'{"licenseKey": "B", "activated": true, "licenseStatus": {"activated": false}}',
			'{"licenseKey": "C"',
		].join('\n'),
	);
	expect(problems).toEqual([
		'1:16 licenseKey: 12 is not a string',
		'2:37 installQuota: "5" is not a whole number from 0 to 2147483647',
		`2:51 color: unknown column "color" (use --map 'color=…' or --ignore-extra)`,
		'3:1 licenseKey: the license key is missing',
		'4:71 activated: "activated" appears twice',
		'5:19 : invalid JSON from here on',
	]);
	expect(left.map(row => row.line)).toEqual([1, 2, 3, 4]);
});

test('rejects rows of another product', async () => {
	const {problems} = await checked('product,licenseKey\n7,A\n8,B\n', {rules: {...plainRules, product: 7}});
	expect(problems).toEqual(['3:1 product: this row belongs to product 8, not 7']);
});

test('skips the example of the template', async () => {
	const example = '# AAAA-BBBB-CCCC,"x"\n';
	const {updates, problems} = await checked(`licenseKey,licenseType\n${example}A,b\n`);
	expect(problems).toEqual([]);
	// Only the exact row of the template is skipped, because a key may begin with #.
	expect(updates.map(update => update.licenseKey)).toEqual(['# AAAA-BBBB-CCCC', 'A']);
});

test.each([
	['Notes, old;licenseKey\nx;A\n', new Map()],
	['Notes, old;Serial\nx;A\n', new Map([['Serial', 'licenseKey']])],
	['installQuota,5;lastEditedDate,x;licenseKey\n1;2;A\n', new Map()],
])('the delimiter is the one that separates the key column: %j', async (text, map) => {
	const {updates} = await checked(text, {naming: {map, ignoreExtra: true}});
	expect(updates).toEqual([{licenseKey: 'A'}]);
});

test('only the header is reported if it is unusable', async () => {
	const {problems} = await checked('Key,licenseType,color\nA,b,red\n');
	expect(problems).toEqual([
		`1:1 : unknown column "Key" (use --map 'Key=licenseKey' or --ignore-extra); its first value is "A"`,
		`1:17 : unknown column "color" (use --map 'color=…' or --ignore-extra); its first value is "red"`,
		'1:1 : the header has no column licenseKey',
	]);
});

test('only the header is reported if it has a quoting error', async () => {
	const {problems, rows} = await checked('licenseKey,no"tes\nA,x\n');
	expect(problems).toHaveLength(1);
	expect(problems[0]).toMatch(/^1:14 : a quote in an unquoted cell/);
	expect(rows).toEqual([]);
});

test.each([
	['nothing', ''],
	['a header', 'licenseKey,notes\n'],
	['an empty array', '[]'],
])('a file with %s is rejected', async (_name, text) => {
	await expect(checked(text)).rejects.toMatchObject({kind: 'usage', message: expect.stringMatching(/has no rows$/)});
});

test('reports the line and column of invalid bytes', async () => {
	const text = Buffer.concat([Buffer.from('licenseKey,notes\nA,x\nB,caf'), Buffer.from([0xe9]), Buffer.from('\n')]);
	await expect(checked(text)).rejects.toMatchObject({
		kind: 'usage',
		message: expect.stringContaining('byte 0xE9 is not valid UTF-8'),
		details: {place: {source: 'keys.csv', line: 3, column: 6}},
	});
});

test('merges equal rows, and reports contradicting rows with both lines', async () => {
	const {marks, problems} = await checked('notes,licenseKey\nx,A\ny,B\nx,A\nz,"B"\n,C\n');
	expect(marks).toEqual(['sent', 'contradicts', 'merged', 'contradicts', 'sent']);
	expect(problems).toEqual(['5:3 licenseKey: duplicate key "B": line 3 has different values']);
});

const fields = {
	licenseType: fc.constantFrom('', 'purchased', 'null', 'true', '=1+1', '😀', 'a\nb', ' x '),
	activated: fc.constantFrom('', 'true', 'false'),
	blacklisted: fc.constantFrom('', 'true', 'false'),
	expired: fc.constantFrom('', 'true', 'false'),
	whitelisted: fc.constantFrom('', 'true', 'false'),
	expiryDate: fc.constantFrom('', 'null', '2028-02-29', '0001-01-01'),
	installQuota: fc.constantFrom('', '0', '1', '2147483647'),
	notes: fc.string({unit: 'grapheme', maxLength: 20}),
};
const table = fc.tuple(
	fc.shuffledSubarray(Object.keys(fields) as (keyof typeof fields)[]),
	fc.uniqueArray(
		fc.string({minLength: 1, maxLength: 8}).filter(key => !key.includes('\0') && key.trim() !== ''),
		{
			minLength: 1,
			maxLength: 6,
		},
	),
	fc.array(fc.record(fields), {minLength: 6, maxLength: 6}),
);

test('reading and printing a file returns its content', async () => {
	await fc.assert(
		fc.asyncProperty(table, async ([columns, keys, values]) => {
			const header = ['licenseKey', ...columns];
			const rows = keys.map((key, index) => [key, ...columns.map(column => values[index]?.[column] ?? '')]);
			const rules = {...plainRules, exactKeys: true};
			const found = await checked(stringify([header, ...rows], {quoted: true}), {rules});
			expect(found.problems).toEqual([]);
			const written = header.flatMap(name => writableColumns.find(column => column.name === name) ?? []);
			const printed = found.updates.map(update => written.map(column => printField(column, update) ?? ''));
			expect(printed).toEqual(rows);
		}),
		{numRuns: 60},
	);
});

test('reads a file written by a spreadsheet', async () => {
	const text = 'sep=;\r\nlicenseKey;notes;;\r\nA;"x;y";;\r\n;;;\r\n\r\nB;;;\r\n;;;\r\n';
	const {problems, updates, rows} = await checked(text);
	expect(problems).toEqual([]);
	expect(updates).toEqual([{licenseKey: 'A', notes: 'x;y'}, {licenseKey: 'B'}]);
	expect(rows.map(row => row.line)).toEqual([3, 6]);
});

test('cells beyond the header are an error unless they are empty', async () => {
	const {problems} = await checked('licenseKey,notes\nA,x,,\nB,x,,y\n');
	expect(problems).toHaveLength(1);
	expect(problems[0]).toContain('this row has 4 cells, but the header has 2');
});

test('reads dates and words in the given formats', async () => {
	const text =
		'licenseKey,expiryDate,activated,expired\nA,31/12/2027,Ja,falsch\nB,2027-12-31,true,nein\nC,31/13/2027,oui,\n';
	const yesNo = [['ja', 'nein'] as const, ['wahr', 'falsch'] as const];
	const {updates, problems} = await checked(text, {dateFormat: 'dd/mm/yyyy', yesNo});
	expect(updates).toEqual([
		{licenseKey: 'A', expiryDate: '2027-12-31', licenseStatus: {activated: true, expired: false}},
		{licenseKey: 'B', expiryDate: '2027-12-31', licenseStatus: {activated: true, expired: false}},
	]);
	expect(problems).toHaveLength(2);
	const american = await checked('licenseKey,expiryDate\nA,3/4/2027\n', {dateFormat: 'm/d/yyyy'});
	expect(american.updates).toEqual([{licenseKey: 'A', expiryDate: '2027-03-04'}]);
});

const aboutKey = (value: string) => `1:1 : unknown column "Serial" (use --map 'Serial=…' or --ignore-extra)${value}`;

test.each([
	['Serial\n', ''],
	['Serial,notes\n,\nA,\n', '; its first value is "A"'],
	['Serial,notes\n,x\nA,\n', ''],
	['Serial\n"A\n', ''],
])('an error in the header quotes the first value below it: %j', async (text, value) => {
	const {problems} = await checked(text);
	expect(problems).toEqual([aboutKey(value), '1:1 : the header has no column licenseKey']);
});

test.each([
	['licenseKey,expiryDate,blacklisted\nA,31/12/2027,nein\n', [/--date-format/, /--yes-no/]],
	['[{"licenseKey":"A","expiryDate":"31/12/2027","blacklisted":"nein"}]', [/or null$/, /true nor false$/]],
])('flags for cells are suggested only for CSV cells: %j', async (text, expected) => {
	const {problems} = await checked(text);
	expect(problems).toEqual(expected.map(pattern => expect.stringMatching(pattern)));
});

test('reports a column of --map that the header lacks, unless the key column is there', async () => {
	const map = new Map([
		['Seriel', 'licenseKey'],
		['Old quota', 'installQuota'],
	]);
	const {problems} = await checked('Serial,installQuota\nA,5\n', {naming: {map, ignoreExtra: true}});
	expect(problems).toEqual([
		'1:1 : the header has no column "Seriel" for --map \'Seriel=licenseKey\'',
		'1:1 : the header has no column licenseKey',
	]);
});
