import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {CliError} from '../../../src/errors.ts';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const csv = 'licenseKey,installQuota\nA,1\nB,2\n';
const at = (start: string) => ({clock: fakeClock(start)});

/** Creates a machine with a run of March, an interrupted run of the same day, and a run of June. */
async function usedDesk() {
	const stop = new AbortController();
	const armed = {on: false};
	const service = createKeysService({
		records: [emptyRecord('A')],
		onAnswer: () => {
			if (armed.on) stop.abort(new CliError('interrupted', 'stopped', {hint: 'go on'}));
		},
	});
	const upload = async (name: string, quota: number, setup: Parameters<typeof service.run>[1]) => {
		const file = service.file(name, csv.replace('1', String(quota)));
		return service.run(['keys', 'update', file, '-y', '-q', '--batch-size', '1', '--concurrency', '1'], setup);
	};
	await upload('march.csv', 5, at('2026-03-01T10:00:00Z'));
	armed.on = true;
	await upload('cut-short.csv', 6, {...at('2026-03-01T11:00:00Z'), signal: stop.signal});
	armed.on = false;
	await upload('june.csv', 7, at('2026-06-29T10:00:00Z'));
	const folder = join(service.env.USAGECTL_CONFIG_DIR, 'state/keys');
	const [march = '', cutShort = '', june = ''] = readdirSync(folder).sort();
	return {...service, runsFolder: folder, march, cutShort, june, kept: () => readdirSync(folder).sort()};
}

test('lists the imports, newest first, with their size on disk', async () => {
	const service = await usedDesk();
	await service.run(['keys', 'undo', service.june, '-y']);
	await service.run(['keys', 'set', 'A', '--blacklisted', '-y']);
	const {stdout} = await service.run(['keys', 'runs', '-o', 'json']);
	const listed: Record<string, unknown>[] = JSON.parse(stdout);
	expect(listed.slice(2)).toMatchObject([
		{run: service.june, state: 'undone', command: 'update', started: '2026-06-29T10:00:00Z', rows: 2, accepted: 1},
		{run: service.cutShort, state: 'unfinished', source: join(service.folder, 'cut-short.csv'), product: 7},
		{run: service.march, state: 'finished', undoes: null, inserted: 1, updated: 1},
	]);
	expect(listed.slice(0, 2).map(({source, command, undoes}) => [source, command, undoes])).toEqual(
		expect.arrayContaining([
			['keys set', 'set', null],
			['keys undo', 'undo', service.june],
		]),
	);
	for (const {run, bytes} of listed) {
		const folder = join(service.runsFolder, String(run));
		// The other files of its preparation were deleted.
		expect(readdirSync(folder).sort()).toEqual(['journal', 'left', 'plan']);
		const sizes = readdirSync(folder).map(name => readFileSync(join(folder, name)).length);
		expect(bytes).toBe(sizes.reduce((sum, size) => sum + size));
	}
});

test('80 columns fit the import ID, its state and the counts whose sum is the file, 96 also the end of its name', async () => {
	const service = await usedDesk();
	const show = async (columns: number) => {
		const {stdout} = await service.run(['keys', 'runs'], {columns});
		const [head = '', , ...lines] = stdout.trimEnd().split('\n').slice(2, -1);
		return {titles: head.replace(/\p{Cc}\[\d+m/gu, '').split(/ {2,}/), lines};
	};
	const counts = ['Rows', 'Accepted', 'Rejected', 'Unchanged', 'Not sent'];
	expect((await show(80)).titles).toEqual(['Import', 'State', ...counts]);
	const {titles, lines} = await show(96);
	expect(titles).toEqual(['Import', 'State', 'Source', ...counts]);
	expect(lines).toHaveLength(3);
	expect(lines[1]).toMatch(new RegExp(`^${service.cutShort}  unfinished  …\\S*/cut-short\\.csv +2 +0 +0 +\\d +\\d$`));
});

test('--forget-before deletes old completed imports, and says what it deletes', async () => {
	const service = await usedDesk();
	const before = service.kept();
	const rehearsed = await service.run(['keys', 'runs', '--forget-before', '-90d', '--dry-run', '-o', 'json']);
	expect(JSON.parse(rehearsed.stdout)).toMatchObject([{run: service.march}]);
	expect(rehearsed.stderr).toMatch(
		/^note: would delete the records of 1 import from before 2026-04-01 and free (\d+ bytes|[\d.]+ KB)$/m,
	);
	expect(service.kept()).toEqual(before);
	const gone = await service.run(['keys', 'runs', '--forget-before', '-90d', '-y', '-o', 'json']);
	expect(gone).toMatchObject({exitCode: 0, stdout: rehearsed.stdout});
	expect(gone.stderr).toContain('note: deleting the records of 1 import from before 2026-04-01 frees ');
	expect(service.kept()).toEqual([service.cutShort, service.june]);
	const undo = await service.run(['keys', 'undo', service.march, '-y']);
	expect(undo).toMatchObject({exitCode: 2, stderr: expect.stringContaining(`there is no import ${service.march}`)});
	// The interrupted run can still be resumed.
	expect(await service.run(['keys', 'update', '--resume', service.cutShort])).toMatchObject({exitCode: 0});
	expect(service.keys.get('A')?.installQuota).toBe(6);
	const none = await service.run(['keys', 'runs', '--forget-before', '2026-03-01', '-o', 'csv', '--no-header']);
	expect(none).toMatchObject({
		exitCode: 0,
		stdout: '',
		stderr: 'note: nothing to delete: no completed import started before 2026-03-01\n',
	});
});

test('asks for confirmation, and deletes nothing without it', async () => {
	const service = await usedDesk();
	const before = service.kept();
	const line = ['keys', 'runs', '--forget-before', 'today'];
	const declined = await service.run(line, {columns: 100, answers: ['n']});
	expect(declined).toMatchObject({exitCode: 0, stderr: expect.stringContaining('Delete them? [y/N]')});
	expect(declined.stderr).toContain('note: nothing was deleted');
	const piped = await service.run(line);
	expect(piped).toMatchObject({exitCode: 2, stderr: expect.stringContaining('hint: give --yes')});
	expect(service.kept()).toEqual(before);
	await service.run(line, {columns: 100, answers: ['y']});
	expect(service.kept()).toEqual([service.cutShort]);
});

test.each([
	[['90d'], "'90d' is not a date"],
	[['soon'], "'soon' is not a date"],
	[[''], 'expected some text'],
	[['oldest'], "'oldest' applies only to reports"],
	[['2026-02-30'], 'month 2026-02 has 28 days'],
	[['-90d', '20260301-100000-abcd'], 'cannot be combined with an import ID'],
])('--forget-before %j is rejected, and nothing is deleted', async (words, message) => {
	const service = await usedDesk();
	const before = service.kept();
	const {exitCode, stderr, stdout} = await service.run(['keys', 'runs', '--forget-before', ...words, '-y']);
	expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
	expect(stderr).toContain(message);
	expect(service.kept()).toEqual(before);
});

test('an import with a damaged journal is kept and named', async () => {
	const service = await usedDesk();
	const journal = join(service.runsFolder, service.march, 'journal');
	writeFileSync(journal, readFileSync(journal, 'utf8').replace('finished', 'fimished'));
	const {exitCode, stderr} = await service.run(['keys', 'runs', '--forget-before', 'today', '-y', '-o', 'csv']);
	expect({exitCode, stderr}).toMatchObject({exitCode: 0, stderr: expect.stringContaining(`${journal} is damaged`)});
	expect(service.kept()).toEqual([service.march, service.cutShort]);
});
