import {join} from 'node:path';
import {type Assumed, parseAssumed} from './assumptions/table.ts';
import {createClock} from './clock.ts';
import type {FaultPlan} from './faults/fault-rules.ts';
import {createDownloads} from './files/downloads.ts';
import {createLogArchive} from './files/log-archive.ts';
import {createHandlers} from './handlers/all.ts';
import {serve} from './http/serve.ts';
import {loadProducts} from './products.ts';
import {loadAccounts} from './state/accounts.ts';
import {createAddresses} from './state/addresses.ts';
import {readDataSettings, sandboxFolder} from './state/data-settings.ts';
import {type DataSource, getDataSource} from './state/data-source.ts';
import {createKeyRegistry, type KeyRegistry} from './state/key-registry.ts';
import {createKeyCounter, loadRegisteredKeys} from './state/registered-keys.ts';
import {createSessions} from './state/sessions.ts';
import type {Database} from './store/database.ts';
import {openDatabase} from './store/duckdb.ts';

export type SandboxOptions = {
	/** The tool's state folder; the sandbox keeps its data and state in `sandbox` beneath it. */
	readonly stateDir: string;
	/** 0, the default, takes any free port. */
	readonly port?: number;
	/** Which data to serve; the default is what `sandbox reset` set. */
	readonly seed?: number | undefined;
	readonly size?: number | undefined;
	/** The day that is today, `YYYY-MM-DD`. */
	readonly now?: string | undefined;
	/** Settings of assumptions, `id=value`. */
	readonly assume?: readonly string[];
	readonly faults?: FaultPlan;
	/** Adds an exception file of about so many bytes of CSV to the first product. */
	readonly bulkFile?: number | undefined;
	/** The real clock. */
	readonly clock?: () => Date;
};

/** A running sandbox. */
export type Sandbox = {
	readonly baseUrl: string;
	readonly products: readonly {readonly productId: number; readonly name: string}[];
	readonly users: readonly {
		readonly user: string;
		readonly password: string;
		readonly licenseKeyPermission: boolean;
	}[];
	/** False when it serves imported data. */
	readonly synthetic: boolean;
	readonly close: () => Promise<void>;
};

type Opened = {
	readonly folder: string;
	readonly source: DataSource;
	readonly database: Database;
	readonly assume: Assumed;
	/** The real clock. */
	readonly now: () => Date;
};

/** Opens the state that the folder holds beside the data: users, sessions, one-time addresses, written keys. */
function openState({folder, source, database, assume, now}: Opened) {
	const time = () => now().getTime();
	const idleMs = assume['session-idle-minutes'] * 60_000;
	const lifetimeMs = assume['address-minutes'] * 60_000;
	const accounts = loadAccounts(folder);
	const sessions = createSessions({path: join(folder, 'sessions.log'), idleMs, now: time});
	const addresses = createAddresses({path: join(folder, 'addresses.log'), lifetimeMs, now: time});
	let keys: Promise<KeyRegistry> | undefined;
	/** The key registry, loaded on first use. */
	const registry = () => {
		keys ??= loadRegisteredKeys(database).then(initial => createKeyRegistry(source.keyLog, initial));
		return keys;
	};
	const close = async () => {
		(await keys)?.close();
		sessions.close();
		addresses.close();
	};
	return {accounts, sessions, addresses, registry, close};
}

/** Starts to serve the opened data and state. */
async function serveOpened(
	{source, database, assume, now}: Opened,
	{accounts, sessions, addresses, registry}: ReturnType<typeof openState>,
	{port = 0, bulkFile: bytes, faults}: SandboxOptions,
): Promise<Sandbox> {
	const products = await loadProducts(database);
	const clock = createClock(source.today, now);
	const bulk = bytes === undefined ? undefined : {product: products[0]?.id ?? 0, bytes};
	const archive = createLogArchive({database, assume, bulk});
	let baseUrl = '';
	const shared = {accounts, clock, archive, addresses};
	const installCounts = createKeyCounter(database);
	const server = await serve({
		...{database, products, accounts, sessions, clock, assume, now, port},
		label: source.imported ? 'imported data' : 'synthetic data',
		handlers: createHandlers({...shared, registry, installCounts, baseUrl: () => baseUrl}),
		download: createDownloads({...shared, assume}),
		...(faults ? {faults} : {}),
	});
	baseUrl = `http://127.0.0.1:${server.port}`;
	return {
		baseUrl,
		products: products.map(({id, name}) => ({productId: id, name})),
		users: accounts.map(({user, password, licenseKeyPermission}) => ({user, password, licenseKeyPermission})),
		synthetic: !source.imported,
		close: server.close,
	};
}

/**
 * Starts the sandbox on loopback and builds its data if it is missing. Several processes may serve from one folder.
 * Throws a CliError: usage for an unknown assumption, disk, or network for a port that is in use.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const {clock: now = () => new Date(), seed, size, now: day} = options;
	const assume = parseAssumed(options.assume ?? []);
	const folder = sandboxFolder(options.stateDir);
	const source = getDataSource(folder, readDataSettings(folder), {seed, size, now: day, today: now()});
	const database = await openDatabase(await source.ensure());
	const opened = {folder, source, database, assume, now};
	const state = openState(opened);
	const closeAll = async () => {
		await state.close();
		database.close();
	};
	try {
		const sandbox = await serveOpened(opened, state, options);
		return {...sandbox, close: () => sandbox.close().then(closeAll)};
	} catch (error) {
		await closeAll();
		throw error;
	}
}
