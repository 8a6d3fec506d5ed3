import {join} from 'node:path';
import {createClock} from './clock.ts';
import type {FaultPlan} from './faults/fault-rules.ts';
import {createDownloads} from './files/downloads.ts';
import {createFileArchive} from './files/file-archive.ts';
import {createHandlers} from './handlers/create-handlers.ts';
import {type Answer, createTooLarge, type SandboxRequest, toAnswer} from './http/http-messages.ts';
import {type AnswerParts, createAnswers, getMaxBodyBytes} from './http/sandbox-answers.ts';
import {parseLate, parseOptions} from './options/option-table.ts';
import {loadProducts} from './sandbox-products.ts';
import {type Account, loadAccounts, loadControlToken} from './state/accounts.ts';
import {createAddresses} from './state/addresses.ts';
import {startClockSaver} from './state/clock-saver.ts';
import {openDailyData} from './state/daily-data.ts';
import {readDataSettings, sandboxFolder} from './state/data-settings.ts';
import {type GivenData, getDataSource} from './state/data-source.ts';
import {createCurrentRegistry, createKeyCounter} from './state/registered-keys.ts';
import {createSessions} from './state/sessions.ts';

/** The defaults of seed, size and now are those of the last `sandbox reset`. */
export type StartOptions = Omit<GivenData, 'late'> & {
	/** The program's state folder. The sandbox keeps its data in the subfolder `sandbox`. */
	readonly stateDir: string;
	/** 0 takes any free port (default). */
	readonly port?: number;
	/** 0 is frozen, 1 is real time, 60 is a minute per second. The default is 0 if `now` is set. */
	readonly speed?: number | undefined;
	/** Sandbox options as `id=value`. */
	readonly assume?: readonly string[];
	readonly faults?: FaultPlan;
	readonly clock?: () => Date;
};

type SandboxParts = {
	readonly products: readonly {readonly productId: number; readonly name: string}[];
	readonly users: readonly Pick<Account, 'user' | 'password' | 'licenseKeyPermission'>[];
	readonly synthetic: boolean;
	readonly close: () => Promise<void>;
};

export type OpenedSandbox = SandboxParts & {
	/** The root of one-time addresses, where nothing listens. */
	readonly address: string;
	readonly answer: (request: SandboxRequest) => Promise<Answer>;
};

export type Sandbox = SandboxParts & {
	readonly baseUrl: string;
	/** Required by the operations under `/_sandbox/`. */
	readonly controlToken: string;
};

/** Opens the data, and builds them if they are missing. */
async function openParts(start: StartOptions, baseUrl: () => string) {
	const {clock: now = () => new Date(), seed, size, now: day} = start;
	const options = parseOptions(start.assume ?? []);
	const folder = sandboxFolder(start.stateDir);
	const source = getDataSource(folder, readDataSettings(folder), {
		seed,
		size,
		now: day,
		late: parseLate(options.late),
	});
	const speed = start.speed ?? (source.now === undefined ? 1 : 0);
	const clock = createClock({start: source.now, speed, real: now});
	const data = await openDailyData(source, clock);
	const log = (name: string) => ({path: join(folder, `${name}.log`), now: clock.now});
	const sessions = createSessions({...log('sessions'), idleMs: options['session-idle-minutes'] * 60_000});
	const addresses = createAddresses({...log('addresses'), lifetimeMs: options['address-minutes'] * 60_000});
	const registry = createCurrentRegistry(source.keyLog);
	// Do not save the clock of data that flags chose for this run, nor the real time.
	const isKept = [seed, size, day].every(given => given === undefined);
	const runs = speed > 0 && (source.now !== undefined || speed !== 1);
	const clockSaver = isKept && runs ? startClockSaver(folder, source.settings, clock) : undefined;
	const close = async () => {
		await clockSaver?.close();
		for (const part of [registry, sessions, addresses, data.database]) part.close();
	};
	try {
		const {database} = data;
		const accounts = await loadAccounts(folder);
		const products = await loadProducts(database);
		const shared = {accounts, addresses, archive: createFileArchive({database, options})};
		const parts: AnswerParts = {
			data,
			products,
			accounts,
			sessions,
			clock,
			options,
			now,
			handlers: createHandlers({...shared, baseUrl, registry: registry.open, installCounts: createKeyCounter()}),
			download: createDownloads({...shared, clock, options}),
		};
		return {folder, parts, synthetic: !source.imported, close};
	} catch (error) {
		await close();
		throw error;
	}
}

const describeParts = ({products, accounts}: AnswerParts): Pick<SandboxParts, 'products' | 'users'> => ({
	products: products.map(({id, name}) => ({productId: id, name})),
	users: accounts.map(({user, password, licenseKeyPermission}) => ({user, password, licenseKeyPermission})),
});

/**
 * Opens the sandbox as a function, and builds the data if they are missing. Several processes can open one folder. Throws a
 * CliError of kind usage (an unknown option) or disk.
 */
export async function openSandbox(start: StartOptions): Promise<OpenedSandbox> {
	const address = 'http://127.0.0.1:0';
	const {parts, synthetic, close} = await openParts(start, () => address);
	const answer = createAnswers(parts);
	const maxBodyBytes = getMaxBodyBytes(parts.options);
	return {
		...describeParts(parts),
		address,
		answer: async request =>
			Buffer.byteLength(request.body) > maxBodyBytes ? toAnswer(createTooLarge(maxBodyBytes)) : answer(request),
		synthetic,
		close,
	};
}

/** Serves on loopback what `openSandbox` opens. Also throws a CliError of kind network if the port is in use. */
export async function startSandbox(start: StartOptions): Promise<Sandbox> {
	let baseUrl = '';
	const {folder, parts, synthetic, close} = await openParts(start, () => baseUrl);
	try {
		const {serve} = await import('./http/serve-sandbox.ts');
		const controlToken = await loadControlToken(folder);
		const {port = 0, faults} = start;
		const label = synthetic ? 'synthetic data' : 'imported data';
		const server = await serve({...parts, controlToken, port, label, ...(faults ? {faults} : {})});
		baseUrl = `http://127.0.0.1:${server.port}`;
		const closeAll = () => server.close().then(close);
		return {...describeParts(parts), baseUrl, controlToken, synthetic, close: closeAll};
	} catch (error) {
		await close();
		throw error;
	}
}
