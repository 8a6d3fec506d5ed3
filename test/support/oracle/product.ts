import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dayText} from '../../../src/calendar.ts';
import type {Endpoint} from '../../../src/contract/operations/endpoint.ts';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import type {Handler} from '../../../src/sandbox/handler.ts';
import {defaultOptions} from '../../../src/sandbox/options/option-table.ts';
import {ensureData} from '../../../src/sandbox/seed/synthetic-data.ts';
import {readDataSettings, sandboxFolder} from '../../../src/sandbox/state/data-settings.ts';
import {getDataSource} from '../../../src/sandbox/state/data-source.ts';
import type {Database} from '../../../src/sandbox/store/database.ts';
import {openDatabase} from '../../../src/sandbox/store/duckdb.ts';
import {tables} from '../../../src/sandbox/store/sandbox-tables.ts';
import {exportData} from '../../../src/sandbox/store/transfer/export-data.ts';
import {importSandbox} from '../../../src/sandbox/stored-data.ts';
import {loadProduct, type Tables} from './load.ts';
import {dropLater, type Tables as PastTables, type Row} from './past.ts';
import {vocabularyOf} from './random-requests.ts';

const today = '2026-06-30';

export {endpoints};

/** A product of the sandbox, and what the naive reader reads of it. */
export type Product = Awaited<ReturnType<typeof describeProduct>>;

type Known = {
	/** As the sandbox has it. */
	readonly database: Database;
	/** As the naive reader has it. */
	readonly tables: Tables;
	readonly today: string;
	readonly folder: string;
};

/** The first product of opened data. */
async function describeProduct({database, tables, today: day, folder}: Known) {
	const [first] = await tables('product');
	const {productId, oldestReportedDate: oldest} = first as {productId: number; oldestReportedDate: number};
	const loaded = await loadProduct(tables, productId);
	const campaigns = [
		...new Set(loaded.installations.flatMap(one => [...one.delivered].map(name => name.slice(name.indexOf('/') + 1)))),
	].sort();
	const service = {database, today: day, now: `${day}T23:59:59`, options: defaultOptions};
	/** Asks a handler as the router does: through the row's schema, by a user who may see license keys. */
	const ask = <E extends Endpoint>(row: E, handler: Handler<E>, request: object) =>
		handler(
			row.request.parse(request) as never,
			{product: productId, user: 'admin', licenseKeyPermission: true, oldestDate: dayText(oldest)},
			service,
		) as Promise<{readonly results: never}>;
	return {
		...loaded,
		...{oldest, today: day, ask},
		vocabulary: vocabularyOf(loaded.installations, loaded.events, campaigns),
		close: () => {
			database.close();
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

const readAll =
	(database: Database): Tables =>
	table =>
		database.rows(`SELECT * FROM ${table}`);

/** Generated data. */
export async function openProduct(recipe: {readonly seed: number; readonly size: number}): Promise<Product> {
	const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
	const database = await openDatabase(await ensureData({folder, ...recipe, now: today}));
	return describeProduct({database, tables: readAll(database), today, folder});
}

type Past = {readonly folder: string; readonly known: PastTables};

type PastRecipe = {
	readonly seed: number;
	readonly size: number;
	/** `YYYY-MM-DDThh:mm:ss`. */
	readonly now: string;
};

/** The same, exported, and imported with an earlier time as now. The naive reader gets what is left without later rows. */
export async function importPast({now, ...recipe}: PastRecipe): Promise<Past> {
	const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
	const source = join(folder, 'tables');
	const file = await ensureData({folder, ...recipe, now: today});
	await exportData({file, folder: source, format: 'parquet'});
	await importSandbox(folder, {source, now});
	const whole = await openDatabase(file);
	const all: Record<string, readonly Row[]> = {};
	for (const {name} of tables) all[name] = await readAll(whole)(name);
	whole.close();
	// Moments are seconds, days are days; both count from 1970-01-01.
	const last = Date.parse(`${now}Z`) / 1000;
	const isKnown = (when: unknown) => Number(when) <= (Number(when) > 1_000_000 ? last : last / 86_400);
	return {folder, known: dropLater(all, {isKnown, nothing: null})};
}

/** Data that `importPast` imported. */
export async function openPast(recipe: PastRecipe, {folder, known}: Past): Promise<Product> {
	const state = sandboxFolder(folder);
	const day = recipe.now.slice(0, 10);
	const database = await openDatabase(await getDataSource(state, readDataSettings(state), {}).ensure(day));
	return describeProduct({database, tables: async table => known[table] ?? [], today: day, folder});
}
