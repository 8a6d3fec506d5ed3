import {globalFlags} from './commands/globals.ts';
import {CliError, exitCodes} from './errors.ts';
import {failureJson, failureText, toCliError} from './output/failure.ts';
import type {World} from './ports.ts';
import {isHelp, locate} from './program/locate.ts';
import {parseFlags} from './program/parse.ts';
import {helpText} from './reference/help-text.ts';
import {execute} from './run/execute.ts';
import {wantsColor} from './terminal/color.ts';
import {version} from './version.ts';

/** One run of the program: reads argv, does it, returns the exit code. The one place that catches everything. */
export async function run(argv: readonly string[], world: World): Promise<number> {
	const stop = new AbortController();
	const abort = () => stop.abort(world.signal.reason);
	world.signal.addEventListener('abort', abort);
	const complain = (error: CliError) => say(error, argv, world);
	try {
		return await dispatch(argv, {world: {...world, signal: stop.signal}, complain});
	} catch (thrown) {
		const error = toCliError(world.signal.aborted ? world.signal.reason : thrown);
		const {body} = error.details;
		if (body !== undefined) await world.stdout.write(body).catch(() => {});
		// A reader that went away is no failure to speak of.
		if (error.kind !== 'brokenPipe') await complain(error);
		return exitCodes[error.kind];
	} finally {
		world.signal.removeEventListener('abort', abort);
		// Whatever is still on its way is of no use to anyone.
		stop.abort(new CliError('interrupted', 'the run is over', {hint: ''}));
	}
}

type Run = {readonly world: World; readonly complain: (error: CliError) => Promise<void>};

async function dispatch(argv: readonly string[], run: Run): Promise<number> {
	const {stdout, stderr} = run.world;
	const located = locate(argv);
	const {entry, group, rest} = located;
	if (rest.slice(0, endOfFlags(rest)).some(isHelp)) {
		await stdout.write(await helpText(located));
		return 0;
	}
	if (entry) return execute(entry, rest, run);
	if (rest.includes('--version')) {
		await stdout.write(`${version}\n`);
		return 0;
	}
	parseFlags(rest, {flags: globalFlags, args: [], command: group?.path ?? ''});
	// Nothing typed at all is a question; a group without its command is a mistake, and its stdout may be a file.
	await (group ? stderr : stdout).write(await helpText(located));
	return group ? exitCodes.usage : 0;
}

const endOfFlags = (words: readonly string[]) => {
	const end = words.indexOf('--');
	return end < 0 ? words.length : end;
};

/** The format of errors, also for a command line that cannot be read: whatever follows the last `-o`. */
function wantsJson(argv: readonly string[], env: World['env']): boolean {
	const typed = argv.map(
		(word, index) =>
			/^(?:--output=|-o=?)(.+)$/.exec(word)?.[1] ?? (/^(-o|--output)$/.test(word) ? argv[index + 1] : undefined),
	);
	const format = typed.findLast(word => word !== undefined) ?? env.USAGECTL_OUTPUT;
	return format === 'json' || format === 'ndjson';
}

/** What went wrong, on stderr: two lines, or one JSON object. */
async function say(error: CliError, argv: readonly string[], {env, stderr}: World): Promise<void> {
	const color = wantsColor('auto', {env, isTTY: stderr.isTTY});
	const style = {color, debug: argv.includes('--debug')};
	await stderr.write(wantsJson(argv, env) ? failureJson(error) : failureText(error, style)).catch(() => {});
}
