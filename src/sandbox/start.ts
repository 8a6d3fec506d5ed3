import {join} from 'node:path';
import {type Assumed, parseAssumed} from './assumptions/table.ts';
import {createClock} from './clock.ts';
import type {FaultPlan} from './faults/fault-rules.ts';
import {withBulkFile} from './files/bulk-file.ts';
import {createDownloads} from './files/downloads.ts';
import {createLogArchive} from './files/log-archive.ts';
import {createHandlers} from './handlers/all.ts';
import {loadProducts} from './products.ts';
import {serve} from './serve.ts';
import {loadAccounts} from './state/accounts.ts';
import {createAddresses} from './state/addresses.ts';
import {type DataSettings, getKeyLog, readDataSettings, sandboxFolder} from './state/data-settings.ts';
import {createKeyRegistry, type KeyRegistry} from './state/key-registry.ts';
import {createSessions} from './state/sessions.ts';
import {ensureData} from './store/data.ts';
import type {Database} from './store/database.ts';
import {openDatabase} from './store/duckdb.ts';
import {createKeyCounter, loadRegisteredKeys} from './store/registered-keys.ts';

export type SandboxOptions = {
	/** The tool's state folder; the sandbox keeps its data and state in `sandbox` beneath it. */
	readonly stateDir: string;
	/** 0, the default: any port that is free. */
	readonly port?: number;
	/** Which data; what is absent is as `sandbox reset` left it. */
	readonly seed?: number | undefined;
	readonly size?: number | undefined;
	/** The day that is today, `YYYY-MM-DD`. */
	readonly now?: string | undefined;
	/** Settings of assumptions, `id=value`. */
	readonly assume?: readonly string[];
	readonly faults?: FaultPlan;
	/** One more exception file of the first product, of about so many bytes of CSV. */
	readonly bulkFile?: number | undefined;
	/** The real clock. */
	readonly clock?: () => Date;
};

/** A running sandbox: what `sandbox serve` prints when it is ready, and how to end it. */
export type Sandbox = {
	readonly baseUrl: string;
	readonly products: readonly {readonly productId: number; readonly name: string}[];
	readonly users: readonly {
		readonly user: string;
		readonly password: string;
		readonly licenseKeyPermission: boolean;
	}[];
	readonly close: () => Promise<void>;
};

/** Registry of the data, loaded when it is first asked for; what was written to other data is not in it. */
function createRegistryLoader(folder: string, settings: DataSettings, database: Database) {
	const path = getKeyLog(folder, settings);
	let loaded: Promise<KeyRegistry> | undefined;
	return {
		registry: () => {
			loaded ??= loadRegisteredKeys(database).then(keys => createKeyRegistry(path, keys));
			return loaded;
		},
		close: async () => (await loaded)?.close(),
	};
}

/**
 * Starts the sandbox on loopback; its data is made when it is not there yet. Any number may serve from one folder.
 * Throws a CliError: usage for an assumption that does not exist, disk, network for a port that is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const {stateDir, port = 0, clock: now = () => new Date()} = options;
	const assume = parseAssumed(options.assume ?? []);
	const folder = sandboxFolder(stateDir);
	const settings = {...readDataSettings(folder), ...givenSettings(options)};
	const today = settings.now ?? now().toISOString().slice(0, 10);
	const {seed, size} = settings;
	const database = await openDatabase(await ensureData({folder: join(folder, 'data'), seed, size, now: today}));
	const accounts = loadAccounts(folder);
	const clock = createClock(today, now);
	const time = () => now().getTime();
	const idleMs = assume['session-idle-minutes'] * 60_000;
	const lifetimeMs = assume['address-minutes'] * 60_000;
	const sessions = createSessions({path: join(folder, 'sessions.log'), idleMs, now: time});
	const addresses = createAddresses({path: join(folder, 'addresses.log'), lifetimeMs, now: time});
	const keys = createRegistryLoader(folder, settings, database);
	const products = await loadProducts(database);
	const archive = createArchive(database, assume, {product: products[0]?.id ?? 0, bytes: options.bulkFile});
	let baseUrl = '';
	const handlers = createHandlers({
		registry: keys.registry,
		installCounts: createKeyCounter(database),
		accounts,
		clock,
		archive,
		addresses,
		baseUrl: () => baseUrl,
	});
	const server = await serve({
		database,
		products,
		handlers,
		accounts,
		sessions,
		download: createDownloads({archive, addresses, clock, assume}),
		port,
		clock,
		assume,
		now,
		...(options.faults ? {faults: options.faults} : {}),
	});
	baseUrl = `http://127.0.0.1:${server.port}`;
	return {
		baseUrl,
		products: products.map(({id, name}) => ({productId: id, name})),
		users: accounts.map(({user, password, licenseKeyPermission}) => ({user, password, licenseKeyPermission})),
		close: async () => {
			await server.close();
			await keys.close();
			sessions.close();
			addresses.close();
			database.close();
		},
	};
}

const createArchive = (
	database: Database,
	assume: Assumed,
	{product, bytes}: {readonly product: number; readonly bytes: number | undefined},
) => {
	const archive = createLogArchive(database, assume);
	return bytes === undefined ? archive : withBulkFile(archive, {database, assume, product, bytes});
};

const givenSettings = ({seed, size, now}: SandboxOptions) => ({
	...(seed === undefined ? {} : {seed}),
	...(size === undefined ? {} : {size}),
	...(now === undefined ? {} : {now}),
});
