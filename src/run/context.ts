import type {Context} from '../commands/command.ts';
import type {GlobalOptions, Globals} from '../commands/globals.ts';
import {CliError} from '../errors.ts';
import {printable} from '../output/printable.ts';
import type {Client, Progress, World} from '../ports.ts';
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

type Settings = {readonly globals: Globals; readonly flags: GlobalOptions; readonly world: World};

/** What is said on stderr beside the output; a stderr that is closed or full is no reason to fail. */
export type Voice = Pick<Context, 'note' | 'warn' | 'caveat' | 'detail'> & {
	/** How many caveats there were. */
	readonly doubts: () => number;
};

export function createVoice({globals, world}: Settings): Voice {
	let doubts = 0;
	const say = async (text: string) => {
		if (!globals.quiet) await world.stderr.write(`${printable(text)}\n`).catch(() => {});
	};
	return {
		doubts: () => doubts,
		note: text => say(`note: ${text}`),
		warn: async text => {
			if (globals.strict) throw new CliError('usage', text, {hint: 'leave out --strict to go on with a warning'});
			await say(`warning: ${text}`);
		},
		caveat: async text => {
			doubts++;
			await say(`note: ${text}`);
		},
		detail: async text => {
			if (globals.verbose || globals.debug) await say(text);
		},
	};
}

/** Off a terminal progress is whole lines; `--progress never` and `-q` silence it. */
export function createRunProgress({globals, flags, world}: Settings, voice: Voice): Progress {
	const silent = globals.quiet || flags.progress === 'never';
	const inPlace = flags.progress === 'always' || world.stderr.isTTY;
	if (silent) return {start: () => ({advance: () => {}, end: () => {}})};
	return createProgress({
		clock: world.clock,
		createSpinner: inPlace ? world.createSpinner : undefined,
		line: text => void voice.note(text),
	});
}

/** Everything a command may use. */
export function createContext(
	settings: Settings,
	{voice, connect}: {readonly voice: Voice; readonly connect: () => Promise<Client>},
): Omit<Context, 'product'> {
	const {globals, flags, world} = settings;
	return {
		globals,
		env: world.env,
		clock: world.clock,
		today: flags.today ?? calendarDay(world.clock.now(), globals.tz),
		terminal: createTerminal(world, globals),
		signal: world.signal,
		...getFolders(world),
		connect,
		...voice,
		progress: createRunProgress(settings, voice),
	};
}

/** The same for one product: its calls carry it. */
export const forProduct = (context: Omit<Context, 'product'>, product: number | undefined): Context => ({
	...context,
	product: () => {
		if (product === undefined) throw new Error('a command that needs a product says so in `product`');
		return product;
	},
	connect: async () => {
		const client = await context.connect();
		return product === undefined ? client : bindProduct(client, product);
	},
});

const bindProduct = (client: Client, product: number): Client => ({
	...client,
	call: (endpoint, input, options) => client.call(endpoint, input, {product, ...options}),
	raw: (endpoint, input, options) => client.raw(endpoint, input, {product, ...options}),
});
