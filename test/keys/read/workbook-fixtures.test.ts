import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {checked} from '../support/checked.ts';

async function read(name: string, options: Parameters<typeof checked>[1] = {}, content?: string) {
	const notes: string[] = [];
	const note = async (text: string) => void notes.push(text);
	const file = content ?? readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url));
	return {...(await checked(file, {...options, note}, name)), notes};
}

test('merged cells give their value to each row', async () => {
	const {updates, notes} = await read('merged-notes.xlsx');
	expect(updates).toEqual([
		{licenseKey: 'KM1', notes: 'ACME order 7', expiryDate: '2026-12-31'},
		{licenseKey: 'KM2', notes: 'ACME order 7', expiryDate: '2026-12-31'},
	]);
	expect(notes).toEqual(['2 cells read with the value of the merged cells around']);
});

test('hidden rows are counted, and left out with --visible-only', async () => {
	const all = await read('autofilter.xlsx');
	expect(all.updates.map(({licenseKey}) => licenseKey)).toEqual(['KV', 'KHID']);
	expect(all.notes).toEqual(['1 hidden or filtered row read too (to leave them out, add --visible-only)']);
	const visible = await read('autofilter.xlsx', {visibleOnly: true});
	expect(visible.updates.map(({licenseKey}) => licenseKey)).toEqual(['KV']);
	expect(visible.notes).toEqual(['1 hidden or filtered row left out (--visible-only)']);
});

test('a chart before the first data sheet is skipped', async () => {
	expect((await read('chart.xlsx')).updates).toMatchObject([{licenseKey: 'K1', installQuota: 5}]);
});

test('other files are named with what to do', async () => {
	await expect(read('book.ods')).rejects.toMatchObject({
		message: expect.stringContaining('this is an OpenDocument spreadsheet (.ods)'),
		details: {hint: 'save it as .xlsx or .csv, and give that file'},
	});
	await expect(read('keys.xls', {}, '<html><table></table></html>')).rejects.toMatchObject({
		message: expect.stringContaining('is an HTML or XML file'),
	});
});
