import {type GlobalOptions, globalFlags} from './commands/globals.ts';
import type {Entry} from './commands/table.ts';
import {CliError, exitCodes} from './errors.ts';
import {failureJson, failureText, toCliError} from './output/failure.ts';
import type {World} from './ports.ts';
import {isHelp, locate} from './program/locate.ts';
import {parseFlags} from './program/parse.ts';
import {helpText} from './reference/help-text.ts';
import {createContext} from './run/context.ts';
import {present} from './run/present.ts';
import {settleGlobals} from './run/settle.ts';
import {wantsColor} from './terminal/color.ts';
import {version} from './version.ts';

/** The format of errors, also for a command line that cannot be read: whatever follows the last `-o`. */
function wantsJson(argv: readonly string[], env: World['env']): boolean {
	const typed = argv.map(
		(word, index) =>
			/^(?:--output=|-o=?)(.+)$/.exec(word)?.[1] ?? (/^(-o|--output)$/.test(word) ? argv[index + 1] : undefined),
	);
	const format = typed.findLast(word => word !== undefined) ?? env.USAGECTL_OUTPUT;
	return format === 'json' || format === 'ndjson';
}

/** One run of the program: reads argv, does it, returns the exit code. The one place that catches everything. */
export async function run(argv: readonly string[], world: World): Promise<number> {
	const stop = new AbortController();
	const abort = () => stop.abort(world.signal.reason);
	world.signal.addEventListener('abort', abort);
	try {
		return await dispatch(argv, {...world, signal: stop.signal});
	} catch (error) {
		return await report(world.signal.aborted ? world.signal.reason : error, argv, world);
	} finally {
		world.signal.removeEventListener('abort', abort);
		// Whatever is still on its way is of no use to anyone.
		stop.abort(new CliError('interrupted', 'the run is over', {hint: ''}));
	}
}

async function dispatch(argv: readonly string[], world: World): Promise<number> {
	const located = locate(argv);
	if (located.rest.includes('--version') && !located.entry) {
		await world.stdout.write(`${version}\n`);
		return 0;
	}
	if (located.rest.slice(0, endOfFlags(located.rest)).some(isHelp)) {
		await world.stdout.write(await helpText(located));
		return 0;
	}
	if (located.entry) return runCommand(located.entry, located.rest, world);
	const {rest, group} = located;
	parseFlags(rest, {flags: globalFlags, args: [], command: group?.path ?? ''});
	// Nothing typed at all is a question; a group without its command is a mistake, and its stdout may be a file.
	await (group ? world.stderr : world.stdout).write(await helpText(located));
	return group ? exitCodes.usage : 0;
}

const endOfFlags = (words: readonly string[]) => {
	const end = words.indexOf('--');
	return end < 0 ? words.length : end;
};

async function runCommand(entry: Entry, rest: readonly string[], world: World): Promise<number> {
	const command = await entry.load();
	const {options, args} = parseFlags(rest, {
		flags: {...globalFlags, ...command.flags},
		args: command.args ?? [],
		command: entry.path,
	});
	const flags = options as unknown as GlobalOptions;
	const globals = settleGlobals(flags);
	const context = createContext({globals, flags, world});
	const outcome = await command.run(options, args, context);
	const rows = await present(outcome, {
		globals,
		flags,
		sink: world.stdout,
		color: wantsColor(flags.color ?? 'auto', {env: world.env, isTTY: world.stdout.isTTY}),
		note: context.note,
	});
	const exit = typeof outcome.exit === 'function' ? outcome.exit() : outcome.exit;
	if (exit) return exit;
	if (flags.failOnEmpty && rows === 0) {
		throw new CliError('assertion', 'there are no rows', {hint: 'widen the range or the filter (--fail-on-empty)'});
	}
	return 0;
}

/** Says on stderr what went wrong; a reader that went away is no failure to speak of. */
async function report(thrown: unknown, argv: readonly string[], world: World): Promise<number> {
	const error = toCliError(thrown);
	if (error.kind !== 'brokenPipe') {
		const debug = argv.includes('--debug');
		const color = wantsColor('auto', {env: world.env, isTTY: world.stderr.isTTY});
		const text = wantsJson(argv, world.env) ? failureJson(error) : failureText(error, {color, debug});
		await world.stderr.write(text).catch(() => {});
	}
	return exitCodes[error.kind];
}
