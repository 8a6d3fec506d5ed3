import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import fc from 'fast-check';
import {onTestFinished} from 'vitest';
import {dayNumber, dayText} from '../../../src/calendar.ts';
import {advanceData, buildData} from '../../../src/sandbox/seed/build.ts';
import type {Database} from '../../../src/sandbox/store/database.ts';
import {readRows} from '../../../src/sandbox/store/duckdb.ts';
import {tables} from '../../../src/sandbox/store/sandbox-tables.ts';

export const recipes = fc.record({seed: fc.integer({min: 0, max: 2 ** 31 - 1}), size: fc.integer({min: 1, max: 60})});

export type Recipe = Omit<Parameters<typeof buildData>[1], 'today'>;

/** Builds data in memory up to a day. `advance` moves them to a later day. */
export async function openData(recipe: Recipe, day: string) {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	let today = dayNumber(day);
	await buildData(connection, {...recipe, today});
	const advance = async (to: string) => {
		await advanceData(connection, {...recipe, today: dayNumber(to)}, today);
		today = dayNumber(to);
	};
	const close = () => {
		connection.closeSync();
		instance.closeSync();
	};
	onTestFinished(close);
	const rows: Database['rows'] = (sql, parameters) => readRows(connection, sql, parameters);
	return {advance, connection, today: () => dayText(today), rows, database: {rows, close}};
}

/** Returns the rows of every table as sorted texts. */
export async function readTables(connection: DuckDBConnection): Promise<ReadonlyMap<string, readonly string[]>> {
	const found = new Map<string, readonly string[]>();
	for (const {name} of tables) {
		const rows = await readRows(connection, `SELECT * FROM ${name}`);
		found.set(name, rows.map(row => JSON.stringify(row)).sort());
	}
	return found;
}
