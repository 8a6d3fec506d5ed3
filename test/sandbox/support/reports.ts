import {afterAll, beforeAll} from 'vitest';
import type {Endpoint} from '../../../src/contract/operations/endpoint.ts';
import type {Caller, Service} from '../../../src/sandbox/handler.ts';
import {parseInput} from '../../../src/sandbox/http/parse-request.ts';
import {validateUndocumentedParts} from '../../../src/sandbox/http/request-rules.ts';
import {parseOptions} from '../../../src/sandbox/options/option-table.ts';
import type {Database} from '../../../src/sandbox/store/database.ts';
import {openDatabase} from '../../../src/sandbox/store/duckdb.ts';
import {getUsualFile} from './started.ts';

/** The day of the data that the tests ask. */
export const today = '2026-06-30';
export const caller: Caller = {
	product: 5_000_000_101,
	user: 'admin@sandbox.example',
	licenseKeyPermission: true,
	oldestDate: '2023-07-01',
};
/** A product of the same account that has no data. */
export const emptyProduct: Caller = {...caller, product: 5_000_000_103};

/** The data of the usual sandbox for a file of tests; the service reads it once the tests run. */
export function generatedData() {
	let database: Database;
	beforeAll(async () => {
		database = await openDatabase(getUsualFile());
	});
	afterAll(() => database.close());
	return {
		service: (...assume: readonly string[]): Service => ({
			...{database, today, now: `${today}T23:59:59`},
			options: parseOptions(assume),
		}),
		rows: <Row extends object>(sql: string) => database.rows<Row>(sql),
	};
}

/** Parses a request as its handler receives it. Throws a Rejection for an invalid request, and for one that the options reject. */
export function readInput<E extends Endpoint>(endpoint: E, members: object, assume: readonly string[] = []) {
	const options = parseOptions(assume);
	const {input} = parseInput(endpoint, members as Readonly<Record<string, unknown>>, options);
	validateUndocumentedParts(input, today, options);
	return input;
}

type Plain = string | number | boolean | null | readonly Plain[] | {readonly [key: string]: Plain};

/** An answer with plain objects in place of Maps, for comparing; the order of keys is kept as far as objects can. */
export const plain = (value: unknown): Plain =>
	JSON.parse(JSON.stringify(value, (_, item) => (item instanceof Map ? Object.fromEntries(item) : item)));
