import type {Mask} from '../client/mask.ts';
import type {Context} from '../commands/command.ts';
import type {Globals} from '../commands/globals.ts';
import {CliError} from '../errors.ts';
import {printable} from '../output/printable.ts';
import type {Client, Progress, World} from '../ports.ts';
import {getFolders} from '../session/folders.ts';
import type {Settings} from '../session/settings.ts';
import type {SettingsStore} from '../session/settings-store.ts';
import {createProgress} from '../terminal/progress.ts';
import {createTerminal} from '../terminal/terminal.ts';
import {createRawClient} from './raw.ts';

/** The local calendar day of a moment, in a zone or the machine's own. */
export const calendarDay = (moment: Date, zone?: string): string =>
	new Intl.DateTimeFormat('en-CA', {
		...(zone ? {timeZone: zone} : {}),
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	}).format(moment);

/** What one run of a command has to go by. */
export type Setup = {
	readonly globals: Globals;
	readonly settings: Settings;
	readonly world: World;
	readonly mask: Mask;
};

/** What is said on stderr beside the output; a stderr that is closed or full is no reason to fail. */
export type Voice = Pick<Context, 'note' | 'warn' | 'caveat' | 'detail'> & {
	/** How many caveats there were. */
	readonly doubts: () => number;
};

export function createVoice({globals, world}: Setup): Voice {
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

/** Loads its parts when a job begins; `--progress never` and `-q` silence it. */
function createRunProgress({globals, world}: Setup, voice: Voice): Progress {
	if (globals.quiet || globals.progress === 'never') return {start: () => ({advance: () => {}, end: () => {}})};
	const inPlace = globals.progress === 'always' || world.stderr.isTTY;
	return createProgress({
		clock: world.clock,
		createSpinner: inPlace ? world.createSpinner : undefined,
		line: text => void voice.note(text),
	});
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
	let made: Promise<T> | undefined;
	return () => {
		made ??= make();
		return made;
	};
};

/** Everything a command may use, but the product. */
export function createContext(setup: Setup, {voice, settingsStore}: ContextParts): Omit<Context, 'product'> {
	const {globals, settings, world, mask} = setup;
	const {env, clock, signal, transport} = world;
	const folders = getFolders(world);
	const sessions = once(async () => {
		const {createSessionStore} = await import('../session/session-store.ts');
		return createSessionStore({configDir: folders.configDir, clock});
	});
	const context = {
		globals,
		settings,
		settingsStore,
		sessions,
		mask,
		env,
		clock,
		signal,
		transport,
		today: globals.today ?? calendarDay(clock.now(), globals.tz),
		terminal: createTerminal(world, globals),
		...folders,
		...voice,
		progress: createRunProgress(setup, voice),
	};
	return {...context, connect: once(() => connect(context))};
}
type ContextParts = {readonly voice: Voice; readonly settingsStore: SettingsStore};

/** A client that asks the service, prints what it would ask, or hands out the first answer as it came. */
async function connect(context: Omit<Context, 'product' | 'connect'>): Promise<Client> {
	const {globals, settings, terminal, mask} = context;
	const {stdout, stderr} = terminal;
	if (globals.printRequest) {
		const {createPrinter} = await import('../client/print-request.ts');
		return createPrinter({settings, form: globals.printRequest, write: stdout.write})();
	}
	const {createConnect} = await import('../client/connect.ts');
	const client = await createConnect({
		...context,
		sessions: await context.sessions(),
		timeoutMs: globals.timeout,
		retries: globals.retries,
		note: text => void context.note(text),
		trace: line => {
			if (globals.debug) stderr.write(`${printable(mask.text(line))}\n`).catch(() => {});
		},
	})();
	return globals.raw ? createRawClient(client) : client;
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
