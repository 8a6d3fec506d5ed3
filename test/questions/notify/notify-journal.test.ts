import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../../src/questions/notify/notify-journal.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

test('a journal of a stranger names no file: lines with an ID that is not a hash are damaged', async () => {
	const history = temporaryFolder();
	const queue = (id: string) => JSON.stringify({at: 'now', event: 'queued', digest: {id, day: '2026-06-30'}});
	mkdirSync(join(history, '.notifications'));
	const ids = ['0123456789abcdef01234567', '../../../../etc/cron.d/x', 'a\r\nBcc: b@c.example', ''];
	writeFileSync(join(history, '.notifications', 'box.ndjson'), ids.map(id => `${queue(id)}\n`).join(''));
	const {state} = await openJournal(history, 'box');
	expect(state.pending.map(line => 'digest' in line && line.digest.id)).toEqual(['0123456789abcdef01234567']);
});
