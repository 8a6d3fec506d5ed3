import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../../src/questions/notify/notify-journal.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const at = '2026-06-30T00:00:00Z';

function createKey() {
	const folder = temporaryFolder();
	for (const name of ['usagectl.yaml', 'other.yaml']) writeFileSync(join(folder, name), '');
	return {
		stateDir: join(folder, 'state'),
		path: join(folder, 'usagectl.yaml'),
		service: 'https://usage.example.com',
		name: 'ops',
	};
}

test('a line whose ID was not made here is damaged, so no ID is a path or a header', async () => {
	const key = createKey();
	const ids = ['0123456789abcdef01234567', '../../../../etc/cron.d/x', 'a\r\nBcc: b@c.example', ''];
	const {add} = await openJournal(key);
	await add(...ids.map(id => ({at, event: 'queued' as const, digest: {id, day: '2026-06-30'}})));
	const {state} = await openJournal(key);
	expect(state.pending.map(line => 'digest' in line && line.digest.id)).toEqual(['0123456789abcdef01234567']);
});

test('messages of the sandbox, of each service, of each file and of each target have journals of their own', async () => {
	const key = createKey();
	const {add} = await openJournal(key);
	await add({at, event: 'noted', key: 'keys/1', state: 'fail'});
	expect((await openJournal(key)).state.states.size).toBe(1);
	const others = [
		{service: 'sandbox'},
		{service: ''},
		{path: key.path.replace('usagectl.yaml', 'other.yaml')},
		{name: 'chat'},
	];
	for (const other of others) expect((await openJournal({...key, ...other})).state.states.size).toBe(0);
});
