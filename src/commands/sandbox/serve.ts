import {once} from 'node:events';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {Expected, optional, repeated, withDefault} from '../../cli/definition/flag.ts';
import {integer, text} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import {saveCompiledCode} from '../../files/compiled-code.ts';
import {getDiskMessage} from '../../files/disk-error.ts';
import {openRegular} from '../../files/file-bytes.ts';
import {dataFlags} from './data-flags.ts';

function pace(value: string): number {
	const [, times] = /^[x×](\d{1,5})$/.exec(value) ?? [];
	const speed = value === 'frozen' ? 0 : value === 'real' ? 1 : Number(times);
	if (speed >= 0 && speed <= 86_400) return speed;
	throw new Expected('real, frozen, or a pace such as x60');
}

type Sandbox = Awaited<ReturnType<typeof import('../../sandbox/start.ts')['startSandbox']>>;

const maxMiB = 256;

/** A pipe or device could deliver without end. */
async function readSmallFile(path: string): Promise<string> {
	const file = await openRegular(path);
	try {
		if ((await file.stat()).size > maxMiB * 1024 * 1024) throw new Error(`it is larger than ${maxMiB} MiB`);
		return await file.readFile('utf8');
	} finally {
		await file.close();
	}
}

const readFlagFile = (flag: string, path: string, hint: string) =>
	readSmallFile(path).catch(cause => {
		const {code, message} = cause as NodeJS.ErrnoException;
		throw new CliError('usage', `${flag}: ${path} cannot be read: ${getDiskMessage(code) ?? message}`, {hint, cause});
	});

async function readFaults(path: string) {
	const {parseFaultPlan} = await import('../../sandbox/faults/fault-rules.ts');
	return parseFaultPlan(
		await readFlagFile(
			'--faults',
			path,
			'give a JSON file such as {"rules": [{"fault": {"kind": "latency", "ms": 500}}]}',
		),
		path,
	);
}

const wantsJson = ({output}: Context['globals']) => output === 'json' || output === 'ndjson';

function describe({baseUrl, controlToken, products, users}: Sandbox, {globals}: Context): string {
	if (wantsJson(globals)) return `${JSON.stringify({baseUrl, controlToken, products, users})}\n`;
	return [
		`${baseUrl}  control token ${controlToken}`,
		...products.map(({productId, name}) => `product ${productId}  ${name}`),
		...users.map(
			({user, password, licenseKeyPermission}) =>
				`user ${user}  password ${password}${licenseKeyPermission ? '  (may filter by licenseKey)' : ''}`,
		),
		'',
	].join('\n');
}

export const command = defineCommand({
	description:
		"Runs the whole service on 127.0.0.1 until you stop it with Ctrl-C or SIGTERM. When ready, it prints its address, products and users (with -o json on one line), and a control token for the paths under /_sandbox/ (see `usagectl help sandbox`). The data is synthetic; no response contains anything later than the sandbox's clock. Changes (license keys, sessions) and the time of a running clock are saved. With --seed, --size or --now, the server works on a temporary copy and saves nothing.",
	examples: [
		{line: 'usagectl sandbox serve --port 8080', caption: 'a fixed port'},
		{
			line: 'usagectl sandbox serve --seed 7 --size 2k --now 2026-06-30 -o json',
			caption: 'the same data every time, for a test suite',
		},
		{line: 'usagectl sandbox serve --clock x60', caption: 'one minute per second: a day takes 24 minutes'},
		{line: 'usagectl sandbox serve --replay recorded.ndjson', caption: 'responses from a recording'},
		{line: 'usagectl sandbox serve --faults faults.json', caption: 'failures, to test a client'},
	],
	takes: ['out'],
	flags: {
		...dataFlags,
		port: withDefault({
			flags: '--port <n>',
			summary: 'Port to listen on; 0 takes any free port',
			default: '0',
			parse: integer({min: 0, max: 65_535}),
		}),
		clock: optional({
			flags: '--clock <pace>',
			summary: 'Clock speed: real, frozen or a factor such as x60 (default: real; frozen if the clock was set)',
			parse: pace,
		}),
		assume: repeated({
			flags: '--assume <id=value>',
			summary: 'Set a sandbox option, as listed by `sandbox options`',
			parse: text,
		}),
		replay: optional({
			flags: '--replay <file>',
			summary: 'Answer requests from a recording (made with --record)',
			complete: 'file',
			parse: text,
		}),
		faults: optional({
			flags: '--faults <file>',
			summary: 'File with failures to inject',
			complete: 'file',
			parse: text,
		}),
	},
	run: async ({seed, size, now, clock, port, assume, faults, replay}, _args, context) => {
		if (replay !== undefined) {
			const given = {seed, size, now, clock, faults, assume: assume[0]};
			const other = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
			if (other !== undefined)
				throw new CliError('usage', `--replay cannot be combined with --${other}`, {
					hint: 'give one of them',
				});
			const served = await serveReplay(replay, {port, context});
			return {text: untilStopped(served, context)};
		}
		const plan = faults === undefined ? undefined : await readFaults(faults);
		const {startSandbox} = await import('../../sandbox/start.ts');
		const isOther = [seed, size, now].some(given => given !== undefined);
		const {createTemporaryState} = await import('../../sandbox/state/temporary-state.ts');
		const temporary = isOther ? await createTemporaryState(context.stateDir) : undefined;
		const sandbox = await startSandbox({
			stateDir: temporary?.folder ?? context.stateDir,
			port,
			seed,
			size,
			now,
			speed: clock,
			assume,
			...(plan ? {faults: plan} : {}),
			clock: context.clock.now,
		}).catch(async error => {
			await temporary?.remove();
			throw error;
		});
		const close = () => sandbox.close().finally(temporary?.remove);
		await context.note(`sandbox: ${sandbox.synthetic ? 'synthetic' : 'imported'} data`);
		return {text: untilStopped({text: describe(sandbox, context), close}, context)};
	},
});

/** Serves a recording, which accepts any user and password; the products are those of its requests. */
async function serveReplay(path: string, {port, context}: {readonly port: number; readonly context: Context}) {
	const hint = 'give a file that was made with --record';
	const {parseRecording} = await import('../../recording/recording-format.ts');
	const recording = parseRecording(await readFlagFile('--replay', path, hint));
	if (typeof recording === 'string') throw new CliError('usage', `--replay: ${path}: ${recording}`, {hint});
	const {startReplay} = await import('../../sandbox/replay.ts');
	const {baseUrl, products, close} = await startReplay(recording, {port});
	const {command, today} = recording.header;
	const parts = [`--base-url ${baseUrl}`, ...products.slice(0, 1).map(id => `-p ${id}`), `--today ${today}`];
	const line = `USAGECTL_USER=a USAGECTL_PASSWORD=a usagectl ${command} ${parts.join(' ')}`;
	return {
		text: wantsJson(context.globals)
			? `${JSON.stringify({baseUrl, products, command, today})}\n`
			: `${baseUrl}\n${line}\n`,
		close,
	};
}

type Served = {readonly text: string; readonly close: () => Promise<void>};

async function* untilStopped(served: Served, context: Context): AsyncGenerator<string> {
	try {
		yield served.text;
		saveCompiledCode();
		if (!context.signal.aborted) await once(context.signal, 'abort');
	} finally {
		await served.close();
	}
}
