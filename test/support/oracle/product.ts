import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Endpoint} from '../../../src/contract/endpoint.ts';
import {endpoints} from '../../../src/contract/endpoints.ts';
import {defaultAssumed} from '../../../src/sandbox/assumptions/table.ts';
import type {Handler} from '../../../src/sandbox/handler.ts';
import {ensureData} from '../../../src/sandbox/store/data.ts';
import {openDatabase} from '../../../src/sandbox/store/duckdb.ts';
import {loadProduct} from './load.ts';
import {vocabularyOf} from './random-requests.ts';

export const today = '2026-06-30';
export {endpoints};

/** The first product of generated data: as the sandbox has it, and as the naive reader has it. */
export async function openProduct(recipe: {readonly seed: number; readonly size: number}) {
	const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
	const database = await openDatabase(await ensureData({folder, ...recipe, now: today}));
	const [first] = await database.rows<{productId: number; oldest: number}>(
		'SELECT productId, oldestReportedDate AS oldest FROM product ORDER BY productId',
	);
	const {productId, oldest} = first as {productId: number; oldest: number};
	const loaded = await loadProduct(table => database.rows(`SELECT * FROM ${table}`), productId);
	const campaigns = [
		...new Set(loaded.installations.flatMap(one => [...one.delivered].map(name => name.slice(name.indexOf('/') + 1)))),
	].sort();
	const service = {database, today, assume: defaultAssumed};
	/** Asks a handler as the router does: through the row's schema, by a user who may see license keys. */
	const ask = <E extends Endpoint>(row: E, handler: Handler<E>, request: object) =>
		handler(
			row.request.parse(request) as never,
			{product: productId, user: 'admin', licenseKeyPermission: true},
			service,
		) as Promise<{readonly results: never}>;
	return {
		...loaded,
		oldest,
		vocabulary: vocabularyOf(loaded.installations, loaded.events, campaigns),
		ask,
		close: () => {
			database.close();
			rmSync(folder, {recursive: true, force: true});
		},
	};
}
