import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {
	chmodSync,
	chownSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {headers} from '../support/data/crash-month.ts';
import {deadPid, leftoverOf} from '../support/disk/fault-fs.ts';
import {inTurns} from '../support/laws/laws.ts';

/** What another user of the machine plants where the program of a user works. Only root can run processes as two users. */

const [victim, attacker] = [61_001, 61_002];
/** `RACE_RUNS=30` gives the attacker more to try. */
const rounds = Number(process.env.RACE_RUNS ?? 1);
const program = resolve(import.meta.dirname, '../../bin/usagectl.js');
const canRun =
	process.getuid?.() === 0 &&
	spawnSync(process.execPath, [program, '--version'], {uid: victim, gid: victim}).status === 0;
// Files of few days: each of them is zipped to be listed.
const sandbox = await started({assume: ['file-days=9']});

/** Folders of one test: `shared` is like /tmp, `home` and `precious` are the victim's. */
function createPlaces() {
	const shared = mkdtempSync(join(tmpdir(), 'two-users-'));
	onTestFinished(() => rmSync(shared, {recursive: true, force: true}));
	chmodSync(shared, 0o1777);
	const make = (name: string, mode: number) => {
		const path = join(shared, name);
		mkdirSync(path);
		chmodSync(path, mode);
		chownSync(path, victim, victim);
		return path;
	};
	const [home, precious, wide] = [make('home', 0o755), make('precious', 0o755), make('wide', 0o777)];
	const write = (path: string, text: string) => {
		writeFileSync(path, text, {mode: 0o600});
		chownSync(path, victim, victim);
	};
	write(join(precious, 'precious.txt'), 'precious');
	write(join(home, 'lines.csv'), `${headers.names}\r\n`);
	return {shared, home, precious, wide};
}
type Places = ReturnType<typeof createPlaces>;

const leftover = leftoverOf(deadPid);

/** What the attacker puts in the path, as shell. */
const attacks: Readonly<Record<string, (path: string, precious: string) => string>> = {
	'a link to a folder of the user': (path, precious) => `ln -s ${precious} ${path}`,
	'a link to a file of the user': (path, precious) => `ln -s ${precious}/precious.txt ${path}`,
	'a FIFO': path => `mkfifo -m 666 ${path}`,
	'a folder that all can change': path => `mkdir -m 777 ${path}`,
	'forged leftovers with links': (path, precious) =>
		`mkdir -m 777 ${path} && mkdir -m 700 ${path}/${leftover} && ln -s ${precious} ${path}/${leftover}/inner && ln -s ${precious} ${path}/.usagectl-00000000-00000000-1-1-abc.part`,
};

type Case = {
	/** The path that is attacked. */
	readonly path: (places: Places) => string;
	readonly words: (places: Places) => readonly string[];
	readonly env?: (places: Places) => Readonly<Record<string, string>>;
	/** Whether the run goes on: the user did not name the path. Otherwise it may be refused. */
	readonly goesOn: boolean;
};
const top = ({home}: Places) => ['exceptions', 'top', join(home, 'lines.csv')];
const cases: Readonly<Record<string, Case>> = {
	'the temporary folder': {
		path: ({shared}) => join(shared, 'temp'),
		words: top,
		env: ({shared}) => ({TMPDIR: join(shared, 'temp')}),
		goesOn: true,
	},
	'the cache': {
		path: ({shared}) => join(shared, 'cache'),
		words: top,
		env: ({shared}) => ({XDG_CACHE_HOME: join(shared, 'cache')}),
		goesOn: true,
	},
	'the folder of settings and state': {
		path: ({shared}) => join(shared, 'config'),
		words: top,
		env: ({shared}) => ({USAGECTL_CONFIG_DIR: join(shared, 'config')}),
		goesOn: false,
	},
	'the settings': {
		path: ({shared}) => join(shared, 'config'),
		words: () => ['profile', 'set', 'default', '--timeout', '30s'],
		env: ({shared}) => ({USAGECTL_CONFIG_DIR: join(shared, 'config')}),
		goesOn: false,
	},
	'the folder of a download': {
		path: ({shared}) => join(shared, 'files'),
		words: ({shared}) => [
			'exceptions',
			'download',
			`${sandbox.product}_exc_2026-06-29.zip`,
			'-d',
			join(shared, 'files'),
		],
		goesOn: false,
	},
	'the name of a download': {
		path: ({wide}) => join(wide, `${sandbox.product}_exc_2026-06-29.zip`),
		words: ({wide}) => ['exceptions', 'download', `${sandbox.product}_exc_2026-06-29.zip`, '-d', wide],
		goesOn: false,
	},
	'the folder of the output': {
		path: ({shared}) => join(shared, 'out'),
		words: places => [...top(places), '-o', 'csv', '--out', join(places.shared, 'out/top.csv')],
		goesOn: false,
	},
	'a folder above the state': {
		path: ({shared}) => join(shared, 'state'),
		words: top,
		env: ({shared}) => ({USAGECTL_CONFIG_DIR: '', XDG_STATE_HOME: join(shared, 'state')}),
		goesOn: false,
	},
	'the output': {
		path: ({shared}) => join(shared, 'out.csv'),
		words: places => [...top(places), '-o', 'csv', '--out', join(places.shared, 'out.csv')],
		goesOn: false,
	},
};

const describeTree = (folder: string) =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.sort()
		.map(name => {
			const found = lstatSync(join(folder, name));
			return [
				name,
				found.mode,
				found.uid,
				found.mtimeMs,
				found.isFile() ? readFileSync(join(folder, name), 'utf8') : '',
			];
		});

const runAsVictim = (words: readonly string[], env: NodeJS.ProcessEnv, cwd?: string) =>
	new Promise<{code: number | null; stderr: string}>(done => {
		const child = spawn(process.execPath, [program, ...words], {
			uid: victim,
			gid: victim,
			env,
			...(cwd === undefined ? {} : {cwd}),
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
		let stderr = '';
		child.stderr.on('data', chunk => {
			stderr += chunk;
		});
		child.on('close', code => {
			clearTimeout(timer);
			done({code, stderr});
		});
	});

/** Runs the program as the user: it ends as documented, and what is precious is as it was. */
async function expectHarmless(where: string, places: Places, before: unknown): Promise<void> {
	const {words, env, goesOn} = cases[where] as Case;
	const {code, stderr} = await runAsVictim(words(places), {
		PATH: process.env.PATH,
		HOME: places.home,
		USAGECTL_CONFIG_DIR: join(places.home, 'config'),
		...sandbox.env,
		...env?.(places),
	});
	expect(describeTree(places.precious)).toEqual(before);
	// 8: what was downloaded is another file by the time its rows are counted.
	expect(goesOn ? [0] : [0, 2, 8, 9, 10], stderr).toContain(code);
	if (code !== 0) expect(stderr).toMatch(/^error: .+\nhint: .+/m);
}

/** Each path meets one attack, and each attack two paths (all with all: npm run soak:laws). */
const table = Object.keys(cases).flatMap((where, turn) =>
	inTurns(Object.keys(attacks), turn, 5).map(what => [where, what] as const),
);

test.runIf(canRun).each(table)('protects the files of the user when %s is %s of another user', async (where, what) => {
	const places = createPlaces();
	const {path} = cases[where] as Case;
	const script = (attacks[what] as (typeof attacks)[string])(path(places), places.precious);
	expect(spawnSync('sh', ['-c', script], {uid: attacker, gid: attacker}).status).toBe(0);
	const before = describeTree(places.precious);
	await expectHarmless(where, places, before);
});

/** Puts a link in the place of a folder and the folder back again, for ever; in every second path (all: npm run soak:laws). */
const exchange = `
	const fs = require('node:fs');
	const [path, precious] = process.argv.slice(1);
	const attempt = work => { try { work(); } catch {} };
	attempt(() => fs.mkdirSync(path));
	attempt(() => fs.chmodSync(path, 0o777));
	attempt(() => fs.symlinkSync(precious, path + '.link'));
	for (let round = 0; ; round++) {
		attempt(() => fs.renameSync(path, path + '.folder'));
		attempt(() => fs.renameSync(path + '.link', path));
		attempt(() => fs.renameSync(path, path + '.link'));
		attempt(() => fs.renameSync(path + '.folder', path));
		if (round === 0) process.send('ready');
	}`;

test.runIf(canRun).each(inTurns(Object.keys(cases), 0, 2))(
	'protects the files of the user when another user exchanges %s during a run',
	async where => {
		const places = createPlaces();
		const path = (cases[where] as Case).path(places);
		const before = describeTree(places.precious);
		const child = spawn(process.execPath, ['-e', exchange, path, places.precious], {
			uid: attacker,
			gid: attacker,
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
		onTestFinished(() => void child.kill('SIGKILL'));
		await once(child, 'message');
		for (let round = 0; round < rounds; round++) await expectHarmless(where, places, before);
		child.kill('SIGKILL');
		await once(child, 'close');
	},
);

/** What the attacker plants in a folder like /tmp, in which the user then runs questions. */
const plantedQuestions: Readonly<Record<string, (places: Places) => string>> = {
	'a question file': ({shared}) => `echo 'questions: {q: {ask: keys list}}' > ${shared}/usagectl.yaml`,
	'a link to a question file of the user': ({shared, precious}) =>
		`ln -s ${precious}/usagectl.yaml ${shared}/usagectl.yaml`,
	'a link to a folder of the user': ({shared, precious}) => `ln -s ${precious} ${shared}/usagectl.yaml`,
};

test.runIf(canRun).each(Object.entries(plantedQuestions))(
	'%s that another user planted is not run, and no result is saved',
	async (_, plant) => {
		const places = createPlaces();
		const {shared, home, precious} = places;
		const own = join(precious, 'usagectl.yaml');
		writeFileSync(own, 'questions: {q: {ask: keys list}}\n');
		chownSync(own, victim, victim);
		expect(spawnSync('sh', ['-c', plant(places)], {uid: attacker, gid: attacker}).status).toBe(0);
		const before = describeTree(precious);
		const env = {PATH: process.env.PATH, HOME: home, USAGECTL_CONFIG_DIR: join(home, 'config'), ...sandbox.env};
		const {code, stderr} = await runAsVictim(['questions', 'run'], env, shared);
		expect(code, stderr).toBe(2);
		expect(stderr).toMatch(/belongs to another user\nhint: |there is no usagectl\.yaml/);
		expect(describeTree(precious)).toEqual(before);
		expect(readdirSync(shared)).not.toContain('usagectl-history');
		// The same file, where the user put it.
		expect(await runAsVictim(['questions', 'run', 'q'], env, precious)).toMatchObject({code: 0});
		expect(lstatSync(join(precious, 'usagectl-history')).mode & 0o777).toBe(0o700);
	},
);
