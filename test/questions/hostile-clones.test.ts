import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {createRandom} from '../support/data/mutate.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {isLong} from '../support/laws/laws.ts';
import {start} from '../support/program/child.ts';
import {hostileServer, reply} from '../support/service/hostile-server.ts';

/** Repositories in which everything is planted at random. Deadline and memory of each run are promises of every run. */

const sandbox = await started();
const canary = 'canary-of-the-disk';

const file = `
notify: [{slack: ops}, {webhook: pager, digest: daily}]
calendar: {holidays: [team.ics]}
questions:
  active: {ask: report current --from -30d, checks: [{column: active, sum: true, min: 1}]}
  filtered: {ask: 'report current --from -30d --filter @f.txt'}
  crashes: {ask: exceptions top crashes}
`;
const history = 'usagectl-history';
const saved = `${history}/active/2026-06-29_${sandbox.product}_20260629T000000Z.json`;
const places = [
	'f.txt',
	'team.ics',
	saved,
	`${history}/active/2099-01-01_${sandbox.product}_20990101T000000Z.json`,
	`${history}/.notifications/ops.ndjson`,
	`${history}/.notifications/pager.ndjson`,
	`${history}/active`,
	'crashes/.usagectl-manifest.ndjson',
	`crashes/${sandbox.product}_exc_2026-06-29.zip`,
	'crashes/lines/kind=exceptions/_delta_log/00000000000000000000.json',
	`crashes/lines/kind=exceptions/product=${sandbox.product}/month=2026-06/part-1.parquet`,
	'crashes/.usagectl-crashes.ndjson',
	history,
];
const queued = (id: string) =>
	`${JSON.stringify({at: '2026-06-29T00:00:00Z', event: 'queued', digest: {id, day: '2026-06-29'}})}\n`;
const noted = `${JSON.stringify({at: '2026-06-29T00:00:00Z', event: 'noted', key: `active/${sandbox.product}`, state: 'ok'})}\n`;
const texts = [
	'',
	'{}',
	'['.repeat(100_000),
	noted + queued('../../../x'),
	queued('0123456789abcdef01234567').repeat(40_000),
	'PK\u0003\u0004\u0000\u0000',
	'PAR1\u0000\u0000PAR1',
	`{"add":{"path":"../../../outside/secret.txt","size":1}}\n`,
	`BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(50_000)}`,
	'ram>=8GB\u001b]0;x\u0007',
];

function plant(seed: number) {
	const random = createRandom(seed);
	const folder = temporaryFolder();
	const [repository, outside] = [join(folder, 'repository'), join(folder, 'outside')];
	for (const path of [repository, outside]) mkdirSync(path);
	writeFileSync(join(outside, 'secret.txt'), canary);
	writeFileSync(join(repository, 'usagectl.yaml'), file);
	writeFileSync(join(repository, 'f.txt'), 'ram>=8GB');
	writeFileSync(join(repository, 'team.ics'), 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
	for (let count = 0; count < seed % 6; count++) {
		const path = join(repository, random.pick(places));
		const kinds = [
			() => execFileSync('mkfifo', [path]),
			() => symlinkSync(random.pick([outside, join(outside, 'secret.txt'), '/dev/zero', '.']), path),
			() => writeFileSync(path, random.pick(texts)),
			() => writeFileSync(path, random.pick(texts)),
		];
		try {
			rmSync(path, {recursive: true, force: true});
			mkdirSync(dirname(path), {recursive: true});
			random.pick(kinds)();
		} catch {
			// Something else is planted there already.
		}
	}
	return {folder, repository, outside};
}

const lines = [
	'questions run --notify --file REPOSITORY/usagectl.yaml',
	'questions digest --file REPOSITORY/usagectl.yaml --html FOLDER/digest.html',
	'exceptions top REPOSITORY/crashes',
	'exceptions sync REPOSITORY/crashes --from 2026-06-29',
	'history list --file REPOSITORY/usagectl.yaml',
];

test.each(Array.from({length: isLong ? 100 : 1}, (_, at) => at))(
	'clone %i sends, writes, reads and silences nothing that it should not',
	async seed => {
		const target = await hostileServer(reply('ok'));
		const {folder, repository, outside} = plant(seed);
		// What is planted below a link is there already.
		const before = readdirSync(outside, {recursive: true});
		const targets = {OPS: `${target.address}/planted`, PAGER: `${target.address}/pager`};
		const env = {
			...sandbox.env,
			USAGECTL_CONFIG_DIR: join(folder, 'config'),
			...Object.fromEntries(Object.entries(targets).map(([name, url]) => [`USAGECTL_NOTIFY_${name}`, url])),
		};
		for (const line of lines) {
			const words = line.replaceAll('REPOSITORY', repository).replaceAll('FOLDER', folder).split(' ');
			const {code, stdout, stderr} = await start(words, {env}).ended;
			expect([0, 2, 4, 6, 7, 8, 9, 10], stderr).toContain(code);
			expect(stdout + stderr, line).not.toContain(canary);
		}
		expect(readdirSync(outside, {recursive: true})).toEqual(before);
		expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(canary);
		// The digest of the day, and at most one message for each question and target.
		expect(target.met.length).toBeLessThanOrEqual(7);
		if (seed === 0) expect(target.met.map(({path}) => path)).toContain('/pager');
		expect(JSON.stringify(target.met)).not.toMatch(/0123456789abcdef01234567|\.\.\/x/);
	},
	isLong ? 300_000 : 120_000,
);
