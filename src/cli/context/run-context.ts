import {calendarDay} from '../../calendar.ts';
import {getProxy, getProxySecrets} from '../../client/http/proxy-settings.ts';
import type {Mask} from '../../client/mask.ts';
import {once} from '../../contract/once.ts';
import type {Lines} from '../../lines/checked-line.ts';
import type {Ports, Progress, Transport} from '../../ports.ts';
import type {Identity} from '../../session/current-session.ts';
import {getCacheFolder, getFolders} from '../../session/folders.ts';
import {createProgress} from '../../terminal/progress-display.ts';
import {createTerminal} from '../../terminal/terminal.ts';
import type {Context, EmbeddedSandbox, InnerRun, RunLine} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';
import type {CommandLine} from '../parse/command-line.ts';
import {createEmbedded} from './embedded-service.ts';
import type {Messages} from './messages.ts';
import {getSandboxDay, openSandbox} from './open-sandbox.ts';
import {bindProduct, connect, createRunIdentity} from './run-client.ts';
import {findServiceDay, learnServiceDay, watchService} from './service-clock.ts';

export type BaseContext = Omit<Context, 'product' | keyof Lines>;

/** Redraws one line on a terminal that can do so; elsewhere each update is a line. */
function createRunProgress({quiet, progress}: Globals, ports: Ports, {note}: Messages): Progress {
	const {clock, env, stderr, createSpinner} = ports;
	if (quiet || progress === 'never') return {start: () => ({advance: () => {}, end: () => {}}), wait: () => () => {}};
	return createProgress({
		clock,
		createSpinner: stderr.isTTY && env.TERM !== 'dumb' ? createSpinner : undefined,
		atOnce: progress === 'always',
		line: text => void note(text),
	});
}

/** The transport of the run, which can record the call, passes it to the sandbox. */
const passSandbox =
	(transport: Transport, sandbox: () => Promise<EmbeddedSandbox>): Transport =>
	async (request, options) =>
		transport(request, {...options, service: (await sandbox()).transport});

/** Returns the day of the service if neither a day nor a time zone is given, and undefined if that is the one of this machine. */
async function findOtherDay(
	{today, sandbox, tz}: Globals,
	parts: Pick<Context, 'stateDir' | 'clock' | 'settings'>,
): Promise<string | undefined> {
	if (today !== undefined) return undefined;
	if (sandbox) return getSandboxDay(parts.stateDir);
	return tz === undefined ? findServiceDay(parts) : undefined;
}

export async function createContext(
	{texts, globals, settings, settingsStore}: Omit<CommandLine, 'options' | 'args'>,
	{
		ports,
		network,
		mask,
		messages,
		runLine,
		inner,
		previews = false,
	}: {
		readonly ports: Ports;
		readonly network: Transport;
		readonly mask: Mask;
		readonly messages: Messages;
		readonly runLine: RunLine;
		readonly inner: InnerRun;
		readonly previews?: boolean | undefined;
	},
): Promise<{readonly context: BaseContext; readonly close: () => Promise<void>}> {
	const {env, clock, signal, transport} = ports;
	const folders = getFolders(ports);
	for (const secret of getProxySecrets(getProxy(env))) mask.add(secret);
	const sessions = once(async () => {
		const {createSessionStore} = await import('../../session/session-store.ts');
		return createSessionStore({configDir: folders.configDir, clock});
	});
	const progress = inner.progress ?? createRunProgress(globals, ports, messages);
	const {sandbox, identity, renew, close} = createEmbedded(
		() =>
			openSandbox({...folders, clock, mask, nameSource: messages.nameSource}).finally(
				progress.wait('starting the sandbox'),
			),
		(): Promise<Identity> => createRunIdentity(context),
	);
	const openedSandbox = settings.sandbox ? (inner.shared?.sandbox ?? sandbox) : undefined;
	const otherDay = await findOtherDay(globals, {...folders, clock, settings});
	const watched = watchService(transport, settings);
	const context = {
		texts,
		globals,
		settings,
		settingsStore,
		sessions,
		sandbox: openedSandbox,
		mask,
		env,
		clock,
		signal,
		network,
		transport: openedSandbox ? passSandbox(transport, openedSandbox) : watched.transport,
		serviceMoment: watched.serviceMoment,
		servedData: watched.servedData,
		today: globals.today ?? otherDay ?? calendarDay(clock.now(), globals.tz),
		terminal: createTerminal(ports, globals),
		...folders,
		cacheDir: getCacheFolder(ports),
		...messages,
		progress,
		isReadOnly: inner.isReadOnly ?? false,
		previews,
		runLine,
		renewSandbox: renew,
	};
	const whole = {...context, identity: inner.shared?.identity ?? identity};
	const closeAll = async () => {
		if (otherDay !== undefined && !openedSandbox) await learnServiceDay(context);
		await close();
	};
	return {context: {...whole, connect: once(() => connect(whole))}, close: closeAll};
}

const refuse = () => Promise.reject(new Error('a command that needs a product cannot run others'));

/** Adds a product, which is determined on first use and sent with every call. */
export function forProduct(context: BaseContext, find: Context['product']): Context {
	const product = once(find);
	return {
		...context,
		checkLine: refuse,
		findChart: refuse,
		product,
		connect: async () => bindProduct(await context.connect(), await product()),
	};
}

export const withoutProduct = (context: BaseContext, lines: Lines): Context => ({
	...context,
	...lines,
	product: () => Promise.reject(new Error('a command that needs a product must declare it in `product`')),
});
