import type {Context} from '../../cli/definition/command.ts';
import type {RunPorts} from '../../keys/run/run-to-completion.ts';
import {getText} from '../../session/settings.ts';

/** The address of the service; the sandbox has another one at each start. */
export const originOf = ({globals, settings}: Context): string =>
	globals.sandbox ? 'the sandbox' : (getText(settings, 'base-url') ?? '');

/** The flags that select the same service and product again. */
const printServiceFlags = ({globals, settings}: Context, product: number): string =>
	[
		...(globals.sandbox ? ['--sandbox'] : []),
		...(!globals.sandbox && settings.profile !== 'default' ? [`--profile ${settings.profile}`] : []),
		`-p ${product}`,
	].join(' ');

/** What bulk work needs of a command's context. */
export async function createPorts(context: Context, concurrency: number): Promise<RunPorts> {
	// Below 200 MB, however many keys there are.
	context.limitMemory();
	const flags = printServiceFlags(context, await context.product());
	return {
		stateDir: context.stateDir,
		clock: context.clock,
		signal: context.signal,
		note: context.note,
		progress: context.progress,
		confirm: text => context.terminal.confirm({text, flag: '--yes'}),
		connect: context.connect,
		stdin: context.terminal.stdin.chunks,
		random: Math.random,
		retries: context.globals.retries,
		concurrency,
		resumeCommand: run => `usagectl keys update --resume ${run} ${flags}`,
		undoCommand: run => `usagectl keys undo ${run} ${flags}`,
	};
}
