import {stringify} from 'csv-stringify/sync';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {writable} from '../../src/keys/columns.ts';
import {checkCsvRow, toChecked} from '../../src/keys/csv-check.ts';
import {readCsv} from '../../src/keys/csv-rows.ts';
import {layoutOfOurs} from '../../src/keys/header.ts';
import {hashText} from '../../src/keys/key-set.ts';
import {createFindPlain} from '../../src/keys/plain-row.ts';
import {createParseRows} from '../../src/keys/row-lines.ts';
import {checked} from './support/checked.ts';

/** Rows that are told by their bytes to be good are kept as lines of the file: never one that a careful look refuses. */

const all = writable.map(column => column.name);
const isPlain = (line: string, header = all, delimiter = ',') => {
	const bytes = Buffer.from(`x${line}`);
	return createFindPlain(layoutOfOurs(header), delimiter)?.(bytes, 1, bytes.length) ?? 0;
};

describe('what is plain', () => {
	test.each([
		['every column', 'AAAA-1,purchased,true,false,TRUE,FALSE,2027-12-28,999999999,VIP é 日本'],
		['the key alone', 'AAAA-1,,,,,,,,'],
		['no expiry date', 'AAAA-1,,,,,,null,0,'],
		['a key of digits', '0012345678,,,,,,,,'],
		['a key like a number, cut off', '12E4-9,,,,,,,,'],
	])('%s', (_, line) => expect(isPlain(line)).toBe(hashText(line.split(',')[0] ?? '')));

	test.each([
		['a cell too few', 'AAAA-1,,,,,,,'],
		['a cell too many', 'AAAA-1,,,,,,,,,'],
		['no key', ',purchased,,,,,,,'],
		['a key that a spreadsheet spoilt', '1.23E+15,,,,,,,,'],
		['an error of a spreadsheet', '#NAME?,,,,,,,,'],
		['the example of the template', '# AAAA-BBBB-CCCC,purchased,true,false,false,true,2027-12-31,5,x'],
		['a key beyond ASCII', 'é,,,,,,,,'],
		['a key with a NUL', 'a\0,,,,,,,,'],
		['a flag of another kind', 'AAAA-1,,yes,,,,,,'],
		['a day the calendar does not have', 'AAAA-1,,,,,,2027-02-31,,'],
		['a month it does not have', 'AAAA-1,,,,,,2027-13-01,,'],
		['the day 0', 'AAAA-1,,,,,,2027-01-00,,'],
		['the year 0', 'AAAA-1,,,,,,0000-01-01,,'],
		['a day written otherwise', 'AAAA-1,,,,,,2027/01/01,,'],
		['a quota of words', 'AAAA-1,,,,,,,ten,'],
		['a quota below zero', 'AAAA-1,,,,,,,-1,'],
		['a quota beyond the limit', 'AAAA-1,,,,,,,2147483648,'],
	])('not %s', (_, line) => expect(isPlain(line)).toBe(0));

	test('no row of a file with cells that are not uploaded, or cut by what is no ASCII', () => {
		expect(isPlain('A,2026-01-01T00:00:00', ['licenseKey', 'lastEditedDate'])).not.toBe(0);
		expect(isPlain('A,7', ['licenseKey', 'product'])).toBe(0);
		expect(isPlain('A,Maria', ['licenseKey', 'customer'])).toBe(0);
		expect(isPlain('A§b', ['licenseKey', 'notes'], '§')).toBe(0);
	});
});

const cells: Readonly<Record<string, readonly string[]>> = {
	licenseKey: ['AAAA-1', '12E4', '1E+5', '#REF!', '# AAAA-BBBB-CCCC', 'é', '', ' a ', '=1+1', '-5', 'a\\b'],
	licenseType: ['', 'purchased', 'é', '\\', '\t', 'null'],
	expiryDate: [
		'',
		'null',
		'2027-02-28',
		'2027-02-29',
		'2028-02-29',
		'2027-2-1',
		'0000-01-01',
		'0100-01-01',
		'2027-12-31',
	],
	installQuota: ['', '0', '5', '007', '999999999', '2147483648', '1e3', '-1'],
	notes: ['', 'VIP', 'null', 'é 😀', '\\n', '#'],
	lastEditedDate: ['', '2026-01-01T00:00:00', 'x'],
	product: ['', '7', '8'],
	other: ['', 'x'],
};
const flags = ['', 'true', 'false', 'TRUE', 'FALSE', 'True', 'x'];
const table = fc
	.shuffledSubarray([...all.filter(name => name !== 'licenseKey'), 'lastEditedDate', 'product', 'other'])
	.chain(others => fc.shuffledSubarray(['licenseKey', ...others], {minLength: others.length + 1}))
	.chain(header =>
		fc.record({
			header: fc.constant(header),
			rows: fc.array(fc.tuple(...header.map(name => fc.constantFrom(...(cells[name] ?? flags)))), {maxLength: 12}),
			rules: fc.record({
				exactKeys: fc.boolean(),
				emptyClearsNotes: fc.boolean(),
				product: fc.constantFrom(undefined, 7),
			}),
			delimiter: fc.constantFrom(',', ';', '\t', '|'),
		}),
	);

test('a plain row is one that a careful look takes, and comes back from its line as that look reads it', async () => {
	let plain = 0;
	await fc.assert(
		fc.asyncProperty(table, async ({header, rows, rules, delimiter}) => {
			const layout = layoutOfOurs(header);
			const find = createFindPlain(layout, delimiter);
			const reading = {delimiter, header, emptyClearsNotes: rules.emptyClearsNotes};
			for (const row of rows) {
				const line = row.join(delimiter);
				const bytes = Buffer.from(line);
				const hash = find?.(bytes, 0, bytes.length) ?? 0;
				if (hash === 0) continue;
				plain++;
				expect(hash).toBe(hashText(row[layout.key] ?? ''));
				for await (const block of readCsv([Buffer.from(`${line}\n`)] as never, delimiter)) {
					for (const read of block.rows) {
						const {line: _, ...careful} = checkCsvRow(read, block, {layout, rules}) as never as Record<string, unknown>;
						expect(careful.problems).toBeUndefined();
						expect(careful.suspicion).toBeUndefined();
						const column = block.place(read, layout.key).column;
						const key = layout.key === 0 ? undefined : ([17, column] as const);
						expect(createParseRows({reading})([`17 ${line}`])).toEqual([
							toChecked({line: 17, cells: read.cells}, careful.update as never, {edited: layout.edited, key}),
						]);
					}
				}
			}
		}),
		{numRuns: 1_000},
	);
	expect(plain).toBeGreaterThan(300);
});

test('a file comes to the same whether its cells stand in quotes or not', async () => {
	await fc.assert(
		fc.asyncProperty(
			table,
			fc.constantFrom('\n', '\r\n'),
			async ({header, rows, rules, delimiter}, record_delimiter) => {
				const check = async (quoted: boolean) => {
					const text = stringify([header, ...rows], {delimiter, quoted, record_delimiter});
					const options = {rules, delimiter, naming: {map: new Map(), ignoreExtra: true}};
					const found = await checked(text, options).catch((error: Error) => error.message.replace(/.*keys\.csv/, ''));
					if (typeof found === 'string') return found;
					const withoutColumns = found.problems.map(problem => problem.replace(/:\d+/, ''));
					return {...found, rows: found.rows.map(({key, ...row}) => [row, key?.[0]]), problems: withoutColumns};
				};
				expect(await check(false)).toEqual(await check(true));
			},
		),
		{numRuns: 60},
	);
});
