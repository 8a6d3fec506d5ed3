import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import pMap from 'p-map';
import {expect, onTestFinished, test} from 'vitest';
import {chooseData} from './sandbox/support/started.ts';
import {temporaryFolder} from './support/disk/folders.ts';
import {drip, hang, hostileServer, ok, type Reply, reply} from './support/service/hostile-server.ts';

/** SIGTERM during everything that the program waits for. */

const program = join(import.meta.dirname, '../bin/usagectl.js');
const terminated = 143;

type Wait = {
	/** Shell. `usagectl` is the program, and replaces the shell; the folder is empty. */
	readonly line: string;
	readonly replies?: readonly Reply[];
	/** Uses the sandbox's data. */
	readonly sandbox?: true;
	/** 0 for a server, which ends as it should; a signal if only that can end the process. */
	readonly status?: 0 | NodeJS.Signals;
	/** True once the program waits; by default once the server has met all requests or, without one, the process is idle. */
	readonly waits?: (pid: number, folder: string) => boolean;
};

const readStatus = (pid: number) => {
	try {
		const [, rest = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
		const fields = rest.split(' ');
		return {parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12])};
	} catch {
		return {parent: 0, ticks: 0};
	}
};

const getChildren = (pid: number): readonly number[] =>
	readdirSync('/proc')
		.map(Number)
		.filter(other => other > 0 && readStatus(other).parent === pid);

const countTicks = (pid: number): number =>
	[pid, ...getChildren(pid)].reduce((sum, each) => sum + readStatus(each).ticks, 0);

/** Returns once the program has used no processor time for a while, after it began to work. */
async function waitUntilIdle(pid: number, isRunning: () => boolean): Promise<void> {
	for (let before = -1, still = 0; isRunning() && still < 6; ) {
		const ticks = countTicks(pid);
		still = ticks === before && ticks > 10 ? still + 1 : 0;
		before = ticks;
		await setTimeout(50);
	}
}

/** Starts the line and calls `act` once it waits. A run that outlives the signal is killed, and ends with SIGKILL. */
async function during({line, replies = [], sandbox, waits}: Wait, act: (child: ChildProcess) => unknown) {
	const server = await hostileServer(...replies);
	const folder = temporaryFolder();
	const config = join(folder, 'config');
	if (sandbox) await chooseData(config);
	const log = openSync(join(folder, 'log'), 'a');
	const child = spawn('bash', ['-c', line.replace('usagectl', `exec '${process.execPath}' '${program}'`)], {
		cwd: folder,
		env: {
			...process.env,
			USAGECTL_CONFIG_DIR: config,
			USAGECTL_BASE_URL: server.address,
			USAGECTL_USER: 'ada@example.test',
			USAGECTL_PASSWORD: 'canary-password',
			USAGECTL_PRODUCT: '7',
		},
		stdio: ['pipe', log, log],
		// A process group, with which the helpers of the line end too.
		detached: true,
	});
	closeSync(log);
	const pid = child.pid as number;
	onTestFinished(() => {
		try {
			process.kill(-pid, 'SIGKILL');
		} catch {
			// All have ended.
		}
	});
	const getShown = () => readFileSync(join(folder, 'log'), 'utf8');
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const isWaiting = waits ?? (replies.length > 0 ? () => server.met.length >= replies.length : undefined);
	if (isWaiting) while (isRunning() && !isWaiting(pid, folder)) await setTimeout(20);
	else await waitUntilIdle(pid, isRunning);
	const hasEnded = once(child, 'exit');
	if (!isRunning()) throw new Error(`it ended with ${child.exitCode} before the signal: ${getShown()}`);
	await act(child);
	const stop = new AbortController();
	void setTimeout(5000, undefined, {signal: stop.signal}).then(
		() => child.kill('SIGKILL'),
		() => undefined,
	);
	const [code, signal] = await hasEnded;
	stop.abort();
	return {code, signal, shown: getShown()};
}

const signedIn = ok({sessionId: 'canary-session-0123'});
const busy = reply('', {status: 503, headers: {'retry-after': '50'}});
const listing = ok({
	monthlyFiles: [],
	openDailyFiles: [],
	dailyFiles: [{fileName: '7_exc_2026-11-19.zip', fileDate: '2026-11-19', uncompressedSizeKB: 1, compressedSizeKB: 1}],
});
const notReady = {fileName: '7_exc_2026-11-19.zip', fileDate: '2026-11-19', uncompressedSizeKB: 1, isAvailable: false};
const toFile: Reply = (response, met) => ok({downloadUrl: `http://${met.headers.host}/file.zip`})(response, met);
const endless = `"SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 1"`;
const getTime = (folder: string, name: string) =>
	statSync(join(folder, name), {throwIfNoEntry: false})?.mtimeMs ?? Number.NaN;
/** The process that runs SQL has begun to work. */
const computes = (pid: number) => getChildren(pid).some(child => readStatus(child).ticks > 60);

const waits: Readonly<Record<string, Wait>> = {
	'standard input of an import': {line: 'usagectl keys update -'},
	'a FIFO to import that nobody writes': {line: 'mkfifo f; usagectl keys update f'},
	'a FIFO to import whose writer waits': {line: 'mkfifo f; sleep 60 >f & usagectl keys update f'},
	'a FIFO to compare': {line: 'mkfifo f; usagectl keys diff f'},
	'a pipe of the shell to import': {line: 'usagectl keys update <(sleep 60)'},
	'a filter on standard input': {line: 'usagectl report current --filter @-'},
	'a filter from a pipe of the shell': {line: 'usagectl report current --filter @<(sleep 60)'},
	'the body of an API call on standard input': {line: 'usagectl api /reporting/propertyValues --input -'},
	'the body of an API call from a pipe of the shell': {
		line: 'usagectl api /reporting/propertyValues --input <(sleep 60)',
	},
	'a password on standard input': {line: 'usagectl login --password-stdin'},
	'a password from a FIFO': {line: 'mkfifo f; usagectl login --password-file f'},
	'a password from a pipe of the shell': {line: 'usagectl login --password-file <(sleep 60)'},
	'a password command': {line: "usagectl login --password-command 'sleep 60'"},
	'a server that never answers': {line: 'usagectl report current', replies: [signedIn, hang]},
	'a response that drips': {line: 'usagectl report current', replies: [signedIn, drip]},
	'the wait that a server asks for': {line: 'usagectl report current', replies: [signedIn, busy]},
	'a download that drips': {line: 'usagectl exceptions sync files', replies: [signedIn, listing, toFile, drip]},
	'open files': {
		line: 'usagectl exceptions sync files --wait 10m',
		replies: [signedIn, ok({openDailyFiles: [notReady]})],
	},
	'the interval of a tail': {
		line: 'usagectl exceptions tail --follow --interval 60s',
		replies: [signedIn, ok({fieldNames: {timestamp: 'timestamp'}, results: []})],
	},
	'a lock of another process': {
		line: "mkdir -m 700 config; echo '{}' >config/settings.lock; usagectl profile set --lost-after 30",
		// Each attempt writes a file beside the lock.
		waits: (_, folder) => getTime(folder, 'config') > getTime(folder, 'config/settings.lock') + 50,
	},
	'a thread that the system lets wait, as for a name server': {
		line: `mkfifo f; NODE_OPTIONS="--import data:text/javascript,import{open}from'node:fs';open('f','r',()=>{})" usagectl mcp`,
		status: 'SIGTERM',
	},
	'a FIFO for output that nobody reads': {line: 'mkfifo f; usagectl keys template --out f'},
	'a FIFO for output whose reader stopped': {
		line: 'mkfifo f; sleep 60 <f & usagectl query "SELECT * FROM range(10000000)" -o csv --out f',
	},
	'a pipe for output whose reader stopped': {
		line: 'usagectl query "SELECT * FROM range(10000000)" -o csv > >(sleep 60)',
	},
	SQL: {line: `usagectl query ${endless}`, waits: computes},
	'the prompt of query': {line: 'usagectl query'},
	'idle tools of an assistant': {line: 'usagectl mcp'},
	'an idle sandbox': {line: 'usagectl sandbox serve', sandbox: true, status: 0},
	'a sandbox that is being made': {line: 'usagectl sandbox reset --size 50k', waits: pid => countTicks(pid) > 100},
};

test.runIf(process.platform === 'linux')('SIGTERM ends every wait', {timeout: 180_000}, async () => {
	const endings = await pMap(
		Object.entries(waits),
		async ([name, wait]) => {
			const {code, signal, shown} = await during(wait, child => child.kill('SIGTERM'));
			return [name, code ?? signal, /stopped by SIGTERM|http:/.exec(shown)?.[0] ?? shown];
		},
		{concurrency: 5},
	);
	const expected = Object.entries(waits).map(([name, {status = terminated}]) => [
		name,
		status,
		status === 0 ? 'http:' : 'stopped by SIGTERM',
	]);
	expect(endings).toEqual(expected);
});
