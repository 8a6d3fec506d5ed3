import type {ConductParts} from '../../keys/conduct.ts';
import {getText} from '../../session/settings.ts';
import type {Context} from '../command.ts';

/** The address that keys of this context belong to; the sandbox has another one at each start. */
export const originOf = ({globals, settings}: Context): string =>
	globals.sandbox ? 'the sandbox' : (getText(settings, 'base-url') ?? '');

/** The flags that lead to the same service and product again. */
const sameService = ({globals, settings}: Context, product: number): string =>
	[
		...(globals.sandbox ? ['--sandbox'] : []),
		...(!globals.sandbox && settings.profile !== 'default' ? [`--profile ${settings.profile}`] : []),
		`-p ${product}`,
	].join(' ');

/** What bulk work takes of a command's context. */
export async function createSurroundings(context: Context, concurrency: number): Promise<ConductParts> {
	const flags = sameService(context, await context.product());
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
		again: run => `usagectl keys update --resume ${run} ${flags}`,
		takeBack: run => `usagectl keys undo ${run} ${flags}`,
	};
}
