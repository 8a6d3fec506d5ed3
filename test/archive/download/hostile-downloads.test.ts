import {readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {listLogFiles} from '../../../src/archive/download/open-files.ts';
import {syncFolder} from '../../../src/archive/download/sync-folder.ts';
import {hostileZips} from '../../support/data/hostile-zips.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {inTurns} from '../../support/laws/laws.ts';
import {createLogService, daily, portsOf} from '../../support/service/log-service.ts';

/** A day from which each archive is counted. */
const first = Date.UTC(2026, 0, 1);
const dayOf = (at: number) => new Date(first + at * 86_400_000).toISOString().slice(0, 10);

test('of hostile archives that a service sends, a sync keeps the good ones and writes nothing beside them', async () => {
	const zips = inTurns(hostileZips, 0);
	const files = zips.map(({bytes}, at) => ({...daily(dayOf(at)), bytes, unpacked: 2 ** 16}));
	const service = createLogService(files);
	const ports = {...portsOf(service), retries: 0};
	const folder = join(temporaryFolder(), 'crashes');
	const request = {
		folder,
		files: await listLogFiles(ports),
		since: undefined,
		forms: {zip: true, unpacked: true},
		concurrency: 4,
		maxBytes: undefined,
		waitMs: undefined,
		needsOpen: false,
		lock: 'test',
	};
	const {results} = await syncFolder(request, ports);
	const outcomes = results.map(({file, state, ...rest}) => [file.name, state, 'failure' in rest && rest.failure.kind]);
	expect(Object.fromEntries(outcomes.map(([name, ...outcome]) => [name, outcome]))).toEqual(
		Object.fromEntries(
			zips.map(({verdict}, at) => [files[at]?.name, verdict === 'ok' ? ['fetched', false] : ['failed', 'damaged']]),
		),
	);
	const good = zips.flatMap(({verdict}, at) => (verdict === 'ok' ? [`7_exc_${dayOf(at)}`] : []));
	const kept = readdirSync(folder).filter(name => !name.startsWith('.usagectl-manifest'));
	expect(kept.filter(name => name.endsWith('.zip'))).toEqual(good.map(stem => `${stem}.zip`));
	expect(kept.filter(name => !good.some(stem => name.startsWith(stem)))).toEqual([]);
	expect(readdirSync(dirname(folder))).toEqual(['crashes']);
});
