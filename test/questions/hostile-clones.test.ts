import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {resultText} from '../../src/questions/results/result.ts';
import {started} from '../sandbox/support/started.ts';
import {hostileZips} from '../support/data/hostile-zips.ts';
import {createRandom} from '../support/data/mutate.ts';
import {resultOf} from '../support/data/saved-results.ts';
import {readAll, temporaryFolder} from '../support/disk/folders.ts';
import {isLong} from '../support/laws/laws.ts';
import {start} from '../support/program/child.ts';
import {hostileServer, reply} from '../support/service/hostile-server.ts';

/** Repositories in which everything is planted at random. Deadline and memory of each run are promises of every run. */

const sandbox = await started();
const canary = 'canary-of-the-disk';
const firstSeed = Number(process.env.FIRST_SEED ?? 0);

const file = `
notify: [{slack: ops}, {webhook: pager, digest: daily}, {email: team}]
calendar: {holidays: [team.ics]}
questions:
  active: {ask: report current --from -30d, checks: [{column: active, sum: true, min: 1}]}
  filtered: {ask: 'report current --from -30d --filter @f.txt'}
  crashes: {ask: exceptions top crashes}
  fails: {ask: report current --from -30d, checks: [{column: active, sum: true, min: 1000000}]}
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
	`${history}/fails`,
	`${history}/fails/2026-06-29_${sandbox.product}_20260629T000000Z.json`,
	'crashes/.usagectl-manifest.ndjson',
	`crashes/${sandbox.product}_exc_2026-06-29.zip`,
	'crashes/lines/kind=exceptions/_delta_log/00000000000000000000.json',
	`crashes/lines/kind=exceptions/product=${sandbox.product}/month=2026-06/part-1.parquet`,
	...['decisions', 'lines', `exceptions-${sandbox.product}`].map(name => `crashes/.usagectl-${name}.lock`),
	'crashes/crash-decisions.txt',
	'crashes/rejects',
	'crashes',
	history,
];
const crashFile = 'timestamp,exception.class,exception.stackTrace\n';
const huge = 2 ** 22;
const zips = hostileZips.filter(({verdict}) => verdict !== 'ok').map(({bytes}) => bytes);
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
	JSON.stringify({pid: 1, host: 'elsewhere', started: '', boot: '', token: 'planted', since: '2026-06-29'}),
	`0123456789abcdef known # \u001b]0;x\u0007\u202e\r\n${'0'.repeat(16)} fixed-in 9\u0000\n`,
	`0123456789abcdef known # ${'x'.repeat(huge)}`,
	'0123456789abcdef known\n'.repeat(100_000),
	`${crashFile}2026-06-29T00:00:00,E,"${' at F.G()\n'.repeat(400_000)}"\n`,
	resultText(resultOf('2026-06-29', [['Pro', 9]], {question: 'fails', product: sandbox.product})),
	`{"format":1,"rows":[${'["x",1],'.repeat(200_000)}["x",1]]}`,
];

/** An archive, and the settings and the session of a user. */
const good = mkdtempSync(join(tmpdir(), 'usagectl-good-'));
afterAll(() => rmSync(good, {recursive: true, force: true}));
beforeAll(async () => {
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(good, 'config')};
	await start(['exceptions', 'sync', join(good, 'crashes'), '--from', '2026-06-20'], {env}).ended;
});

function plant(seed: number) {
	const random = createRandom(seed);
	const folder = temporaryFolder();
	const [repository, outside] = [join(folder, 'repository'), join(folder, 'outside')];
	for (const path of [repository, outside, join(repository, '.git')]) mkdirSync(path);
	writeFileSync(join(outside, 'secret.txt'), canary);
	cpSync(join(good, 'crashes'), join(repository, 'crashes'), {recursive: true});
	cpSync(join(good, 'config'), join(folder, 'config'), {recursive: true});
	writeFileSync(join(repository, 'usagectl.yaml'), file);
	writeFileSync(join(repository, 'f.txt'), 'ram>=8GB');
	writeFileSync(join(repository, 'team.ics'), 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
	for (let count = 0; count < seed % 8; count++) {
		const path = join(repository, random.pick(places));
		const kinds = [
			() => execFileSync('mkfifo', [path]),
			() =>
				symlinkSync(random.pick([outside, join(outside, 'secret.txt'), join(outside, 'new'), '/dev/zero', '.']), path),
			() => writeFileSync(path, random.pick(texts)),
			() => writeFileSync(path, random.pick(texts)),
			() => writeFileSync(path, path.endsWith('.zip') ? random.pick(zips) : random.pick(texts)),
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
	'questions run --notify --today 2026-06-30 --file REPOSITORY/usagectl.yaml',
	'questions digest --today 2026-06-30 --file REPOSITORY/usagectl.yaml --html FOLDER/digest.html',
	'exceptions top REPOSITORY/crashes',
	'exceptions mark 0123456789abcdef known --crashes REPOSITORY/crashes',
	'exceptions sync REPOSITORY/crashes --from 2026-06-29',
	'exceptions top REPOSITORY/crashes',
	'history list --file REPOSITORY/usagectl.yaml',
];

/** A failing question is told, unless an error says why nothing was asked. */
function expectTold({code, stderr}: {readonly code: number | null; readonly stderr: string}, messages: string): void {
	if (code === 7) expect(messages).toContain('under the minimum of 1,000,000');
	else expect([code, stderr]).toEqual([expect.toSatisfy(status => status !== 0), expect.stringMatching(/^error: /m)]);
}

test.each(Array.from({length: isLong ? 100 : 1}, (_, at) => at + firstSeed))(
	'clone %i sends, writes, reads and silences nothing that it should not',
	async seed => {
		const target = await hostileServer(reply('ok'));
		const {folder, repository, outside} = plant(seed);
		// What is planted below a link is there already.
		const before = readdirSync(outside, {recursive: true});
		const env = {
			...sandbox.env,
			USAGECTL_CONFIG_DIR: join(folder, 'config'),
			USAGECTL_NOTIFY_OPS: `${target.address}/planted`,
			USAGECTL_NOTIFY_PAGER: `${target.address}/pager`,
			USAGECTL_NOTIFY_TEAM: `${join(folder, 'mail')} a@b.example`,
		};
		for (const line of lines) {
			const words = line.replaceAll('REPOSITORY', repository).replaceAll('FOLDER', folder).split(' ');
			const ended = await start(words, {env}).ended;
			expect([0, 2, 4, 6, 7, 8, 10], ended.stderr).toContain(ended.code);
			expect(ended.stdout + ended.stderr, line).not.toContain(canary);
			if (line !== lines[0]) continue;
			expectTold(ended, JSON.stringify(target.met));
			if (seed === 0) expect(ended.code).toBe(7);
		}
		expect(readdirSync(outside, {recursive: true})).toEqual(before);
		expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(canary);
		const places = ['config', 'digest.html', 'mail', 'outside', 'repository'];
		expect(readdirSync(folder).filter(name => !places.includes(name))).toEqual([]);
		// The digest of the day, and at most one message for each question and target.
		expect(target.met.length).toBeLessThanOrEqual(9);
		if (seed === 0) expect(target.met.map(({path}) => path)).toContain('/pager');
		const mails = Object.entries(readAll(folder)).filter(([name]) => name.startsWith('mail'));
		for (const [name] of mails) expect(name).toMatch(/^mail.usagectl-[0-9a-f]{24}\.eml$/);
		const sent = [JSON.stringify(target.met), ...mails.map(([, bytes]) => bytes.toString())].join('\n');
		expect(sent).not.toMatch(/0123456789abcdef01234567|\.\.\/x|canary-of-the-disk/);
	},
	isLong ? 600_000 : 120_000,
);
