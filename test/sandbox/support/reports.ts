import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll} from 'vitest';
import type {Endpoint} from '../../../src/contract/operations/endpoint.ts';
import {parseAssumed} from '../../../src/sandbox/assumptions/assumption-table.ts';
import type {Caller, Service} from '../../../src/sandbox/handler.ts';
import {parseInput} from '../../../src/sandbox/http/parse-request.ts';
import {validateOpen} from '../../../src/sandbox/http/request-rules.ts';
import {ensureData} from '../../../src/sandbox/seed/synthetic-data.ts';
import type {Database} from '../../../src/sandbox/store/database.ts';
import {openDatabase} from '../../../src/sandbox/store/duckdb.ts';

/** The day of the data that the tests ask. */
export const today = '2026-06-30';
export const caller: Caller = {product: 5_000_000_101, user: 'admin@sandbox.example', licenseKeyPermission: true};
/** A product of the same account that has no data. */
export const emptyProduct: Caller = {...caller, product: 5_000_000_103};

/** Generated data for a file of tests; the service reads it once the tests run. */
export function generatedData({size, seed = 7}: {size: number; seed?: number}) {
	let folder: string;
	let database: Database;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'sandbox-reports-'));
		database = await openDatabase(await ensureData({folder, seed, size, now: today}));
	});
	afterAll(async () => {
		database.close();
		await rm(folder, {recursive: true, force: true});
	});
	return {
		service: (...assume: readonly string[]): Service => ({database, today, assume: parseAssumed(assume)}),
		rows: <Row extends object>(sql: string) => database.rows<Row>(sql),
	};
}

/** The request as its handler gets it. Throws a Rejection for what client and sandbox refuse alike, or is assumed to be refused. */
export function readInput<E extends Endpoint>(endpoint: E, members: object, assume: readonly string[] = []) {
	const assumed = parseAssumed(assume);
	const {input} = parseInput(endpoint, members as Readonly<Record<string, unknown>>, assumed);
	validateOpen(input, today, assumed);
	return input;
}

type Plain = string | number | boolean | null | readonly Plain[] | {readonly [key: string]: Plain};

/** An answer with plain objects in place of Maps, for comparing; the order of keys is kept as far as objects can. */
export const plain = (value: unknown): Plain =>
	JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Map ? Object.fromEntries(item) : item)));
