import type {KeysPorts} from '../../keys/keys-ports.ts';
import {formatCommandLine} from '../../lines/line-words.ts';
import {getText} from '../../session/settings.ts';
import type {Context} from '../definition/command.ts';

/** Returns the address of the service, or a name for the sandbox, whose address changes with each start. */
export const originOf = ({globals, settings}: Context): string =>
	globals.sandbox ? 'the sandbox' : (getText(settings, 'base-url') ?? '');

const getServiceFlags = ({globals, settings}: Context, product: number): readonly string[] => [
	...(globals.sandbox ? ['--sandbox'] : []),
	...(!globals.sandbox && settings.profile !== 'default' ? ['--profile', settings.profile] : []),
	'-p',
	String(product),
];

export async function createKeysPorts(context: Context, concurrency: number): Promise<KeysPorts> {
	const {createReadKeys} = await import('../../keys/registry/read-keys.ts');
	const {clock} = context;
	const {retries} = context.globals;
	const flags = getServiceFlags(context, await context.product());
	return {
		stateDir: context.stateDir,
		clock,
		today: context.today,
		signal: context.signal,
		note: context.note,
		footnote: context.footnote,
		warn: context.warn,
		progress: context.progress,
		confirm: text => context.terminal.confirm({text, flag: '--yes'}),
		isAsked: context.terminal.isInteractive() && !context.globals.yes,
		connect: async (call = {}) => {
			const client = await context.connect();
			return {
				call: (endpoint, input, options) => client.call(endpoint, input, {...call, ...options}),
				readKeys: createReadKeys({client, clock, retries, call}),
			};
		},
		stdin: context.terminal.stdin.chunks,
		random: Math.random,
		retries,
		concurrency,
		keysLine: (...words) => formatCommandLine(['keys', ...words, ...flags]),
	};
}
