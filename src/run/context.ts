import type {Mask} from '../client/mask.ts';
import {getProxy, getProxySecrets} from '../client/proxy.ts';
import type {Context, EmbeddedSandbox} from '../commands/command.ts';
import type {Globals} from '../commands/globals.ts';
import {CliError} from '../errors.ts';
import {printable} from '../output/printable.ts';
import type {Progress, World} from '../ports.ts';
import {getFolders} from '../session/folders.ts';
import type {Settings} from '../session/settings.ts';
import type {SettingsStore} from '../session/settings-store.ts';
import {createProgress} from '../terminal/progress.ts';
import {createTerminal} from '../terminal/terminal.ts';
import {calendarDay} from './calendar-day.ts';
import {bindProduct, connect} from './connect.ts';
import {openSandbox} from './sandbox.ts';

/** What one run of a command has to go by. */
export type Setup = {
	readonly globals: Globals;
	readonly settings: Settings;
	readonly world: World;
	readonly mask: Mask;
};

/** What is said on stderr beside the output; a stderr that is closed or full is no reason to fail. */
export type Voice = Pick<Context, 'note' | 'warn' | 'caveat' | 'detail'> & {
	/** A line as it is. */
	readonly banner: (text: string) => Promise<void>;
	/** How many caveats there were. */
	readonly doubts: () => number;
};

export function createVoice({globals, world}: Setup): Voice {
	let doubts = 0;
	const said = new Set<string>();
	const say = async (text: string) => {
		if (!globals.quiet) await world.stderr.write(`${printable(text)}\n`).catch(() => {});
	};
	return {
		doubts: () => doubts,
		banner: say,
		note: text => say(`note: ${text}`),
		warn: async text => {
			if (globals.strict) throw new CliError('usage', text, {hint: 'leave out --strict to go on with a warning'});
			await say(`warning: ${text}`);
		},
		caveat: async text => {
			doubts++;
			// What holds for every product is said once.
			if (!said.has(text)) await say(`note: ${text}`);
			said.add(text);
		},
		detail: async text => {
			if (globals.verbose || globals.debug) await say(text);
		},
	};
}

/** In place on a terminal that can redraw a line, in whole lines elsewhere; `--progress never` and `-q` silence it. */
function createRunProgress({globals, world}: Setup, voice: Voice): Progress {
	const {clock, env, stderr, createSpinner} = world;
	if (globals.quiet || globals.progress === 'never') return {start: () => ({advance: () => {}, end: () => {}})};
	return createProgress({
		clock,
		createSpinner: stderr.isTTY && env.TERM !== 'dumb' ? createSpinner : undefined,
		atOnce: globals.progress === 'always',
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

export type RunContext = {
	readonly context: Omit<Context, 'product'>;
	/** Ends what runs beside the command. */
	readonly close: () => Promise<void>;
};

/** Everything a command may use, but the product. What costs is made when it is asked for. */
export function createContext(setup: Setup, {voice, settingsStore}: ContextParts): RunContext {
	const {globals, settings, world, mask} = setup;
	const {env, clock, signal, transport} = world;
	const folders = getFolders(world);
	for (const secret of getProxySecrets(getProxy(env))) mask.add(secret);
	const sessions = once(async () => {
		const {createSessionStore} = await import('../session/session-store.ts');
		return createSessionStore({configDir: folders.configDir, clock});
	});
	let opened: Promise<EmbeddedSandbox> | undefined;
	const sandbox = () => {
		opened ??= openSandbox({...folders, clock, mask, banner: voice.banner});
		return opened;
	};
	const context = {
		globals,
		settings,
		settingsStore,
		sessions,
		sandbox: settings.sandbox ? sandbox : undefined,
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
	return {
		context: {...context, connect: once(() => connect(context))},
		close: async () => (await opened?.catch(() => undefined))?.close(),
	};
}
type ContextParts = {readonly voice: Voice; readonly settingsStore: SettingsStore};

/** The same for one product, found out when it is first needed: its calls carry it. */
export const forProduct = (context: Omit<Context, 'product'>, find: Context['product']): Context => {
	const product = once(find);
	return {...context, product, connect: async () => bindProduct(await context.connect(), await product())};
};

/** The same for a command that needs no product. */
export const withoutProduct = (context: Omit<Context, 'product'>): Context => ({
	...context,
	product: () => Promise.reject(new Error('a command that needs a product says so in `product`')),
});
