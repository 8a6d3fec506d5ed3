import {expect, test} from 'vitest';
import {emptyRecord} from '../support/service/fake-service.ts';
import {createKeysService} from './support/uploaded.ts';

/** Who manages a flag decides what an upload does, and the API does not tell (docs/service.md#help-managed). */

const note =
	'note: the flags activated, blacklisted, expired and whitelisted take effect only if the product manages them on the server';
const listed = () => createKeysService({records: [emptyRecord('A')]});

test('notes once that a flag may have no effect, where an import or keys set changes one', async () => {
	const service = listed();
	const set = await service.run(['keys', 'set', 'A', '--blacklisted']);
	expect(set.stderr.split(note)).toHaveLength(2);
	expect((await service.run(['keys', 'set', 'A', '--notes', 'x'])).stderr).not.toContain(note);
	const path = service.file('keys.csv', 'licenseKey,activated\nA,true\nB,true\n');
	expect((await service.run(['keys', 'update', path, '-y'])).stderr.split(note)).toHaveLength(2);
});

test('keys diff names client management if flags of an imported file differ again', async () => {
	const service = listed();
	const path = service.file('keys.csv', 'licenseKey,activated\nA,true\n');
	const cause = 'the product probably manages them on the client';
	expect((await service.run(['keys', 'diff', path, '-o', 'csv'])).stderr).not.toContain(cause);
	await service.run(['keys', 'update', path, '-y']);
	expect((await service.run(['keys', 'diff', path, '-o', 'csv'])).stderr).not.toContain(cause);
	service.keys.set('A', emptyRecord('A'));
	expect((await service.run(['keys', 'diff', path, '-o', 'csv'])).stderr).toContain(cause);
});
