import type {Context} from '../commands/command.ts';
import type {GlobalOptions, Globals} from '../commands/globals.ts';
import {CliError} from '../errors.ts';
import {printable} from '../output/printable.ts';
import type {World} from '../ports.ts';
import {getFolders} from '../session/folders.ts';
import {createProgress} from '../terminal/progress.ts';
import {createTerminal} from '../terminal/terminal.ts';

/** The local calendar day of a moment, in a zone or the machine's own. */
export const calendarDay = (moment: Date, zone?: string): string =>
	new Intl.DateTimeFormat('en-CA', {
		...(zone ? {timeZone: zone} : {}),
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	}).format(moment);

/** Everything a command may use, for one product or none. */
export function createContext({
	globals,
	flags,
	world,
	product,
}: {
	readonly globals: Globals;
	readonly flags: GlobalOptions;
	readonly world: World;
	readonly product?: number;
}): Context {
	const {clock, env, stderr} = world;
	const say = async (text: string) => {
		if (!globals.quiet) await stderr.write(`${printable(text)}\n`).catch(() => {});
	};
	const inPlace = flags.progress === 'always' || (flags.progress !== 'never' && stderr.isTTY);
	return {
		globals,
		env,
		clock,
		today: flags.today ?? calendarDay(clock.now(), globals.tz),
		terminal: createTerminal(world, globals),
		signal: world.signal,
		...getFolders(world),
		connect: async () => {
			throw new CliError('internal', 'there is no client yet', {hint: 'wait'});
		},
		product: () => {
			if (product === undefined) throw new Error('a command that needs a product must say so');
			return product;
		},
		note: text => say(`note: ${text}`),
		warn: async text => {
			if (globals.strict) throw new CliError('usage', text, {hint: 'leave out --strict to go on with a warning'});
			await say(`warning: ${text}`);
		},
		caveat: text => say(`note: ${text}`),
		detail: async text => {
			if (globals.verbose || globals.debug) await say(text);
		},
		progress: createProgress({
			clock,
			createSpinner: inPlace ? world.createSpinner : undefined,
			line: text => void say(text),
		}),
	};
}
