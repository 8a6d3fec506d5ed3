import {mkdirSync, readdirSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {listLogFiles} from '../../../src/archive/download/open-files.ts';
import {downloadSelection} from '../../../src/archive/download/run-download.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {createLogService, daily, portsOf, type Transfer, whole} from '../../support/service/log-service.ts';

test('does not follow a link that is changed during a download', async () => {
	const place = temporaryFolder();
	const [own, foreign, link] = [join(place, 'own'), join(place, 'foreign'), join(place, 'link')];
	mkdirSync(own);
	mkdirSync(foreign);
	symlinkSync(own, link);
	const turn: Transfer = async function* (bytes, signal) {
		for await (const piece of whole(bytes, signal)) {
			yield piece;
			rmSync(link);
			symlinkSync(foreign, link);
		}
	};
	const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
	const ports = portsOf(
		createLogService(
			days.map(day => daily(day)),
			[turn, turn, turn],
		),
	);
	const request = {
		folder: link,
		files: await listLogFiles(ports),
		selection: {},
		forms: {zip: true, unpacked: true},
		overwrite: false,
		concurrency: 2,
		maxBytes: undefined,
		waitMs: undefined,
		needsOpen: true,
	};
	const {results} = await downloadSelection(request, ports);
	expect(results.map(({state}) => state)).toEqual(['fetched', 'fetched', 'fetched']);
	expect(readdirSync(own).filter(name => name.endsWith('.zip'))).toHaveLength(3);
	expect(readdirSync(foreign).filter(name => /zip|csv|part/.test(name))).toEqual([]);
});
