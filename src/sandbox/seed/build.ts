import {setImmediate as pause} from 'node:timers/promises';
import type {DuckDBConnection} from '@duckdb/node-api';
import {tableSql} from '../store/columns.ts';
import type {KeyRow} from '../store/key-row.ts';
import {appendRows} from '../store/rows.ts';
import {getTable} from '../store/schema.ts';
import {createWriter, type TableWriter} from '../store/writer.ts';
import {currentColumns} from './codes.ts';
import {createKeys, keyCount} from './simulation/license-keys.ts';
import type {Life} from './simulation/life.ts';
import {simulate, type Writers} from './simulation/simulation.ts';
import {eventRows, productRow, propertyValueRows} from './small-tables.ts';
import {storedTables, viewSql} from './stored.ts';
import {countInstallations, type ProductProfile, products} from './values/products.ts';

/** What the data depends on. `today` counts days from 1970-01-01. */
export type Recipe = {readonly seed: number; readonly size: number; readonly today: number};

/** Installations between two pauses, in which signals and requests are handled. */
const installationsPerPause = 2000;

const getLaunch = ({age}: ProductProfile, today: number): number => today - age + 1;

/** Small tables, which are stored as the schema has them. */
const plainTables = ['product', 'license_key', 'property_value', 'event'].map(getTable);

/** The keys of the product that has a registry. */
function licenseKeys({seed, size, today}: Recipe): readonly KeyRow[] {
	const profile = products.find(({licensed}) => licensed);
	if (!profile) return [];
	const {productId} = profile;
	return [...createKeys(seed, {productId, count: keyCount(size), first: getLaunch(profile, today), today})];
}

async function createWriters(connection: DuckDBConnection, keys: readonly KeyRow[]): Promise<Writers> {
	await connection.run('CREATE SCHEMA seed');
	const writers: Record<string, TableWriter> = {};
	for (const [name, stored] of Object.entries(storedTables(keys))) {
		writers[name] = await createWriter(connection, stored.table, stored.columns);
		await connection.run(viewSql(stored));
	}
	return writers as Writers;
}

/** Writes the installations of a product, numbered from `start`; returns the last one. */
async function buildInstallations(
	writers: Writers,
	{seed, size, today}: Recipe,
	{profile, keys, start, previous}: {profile: ProductProfile; keys: readonly KeyRow[]; start: number; previous?: Life},
): Promise<Life | undefined> {
	for (const writer of Object.values(writers)) writer.setFirst(profile.productId);
	const world = {profile, keys, today, launch: getLaunch(profile, today)};
	const part = {seed, start, count: countInstallations(profile, size), previous};
	let last = previous;
	for (const life of simulate(world, part, {writers, current: currentColumns(keys)})) {
		last = life;
		if (life.number % installationsPerPause === installationsPerPause - 1) await pause();
	}
	return last;
}

/** Fills an empty database with the data of a recipe. */
export async function buildData(connection: DuckDBConnection, recipe: Recipe): Promise<void> {
	const {size, today} = recipe;
	const keys = licenseKeys(recipe);
	for (const table of plainTables) await connection.run(`CREATE TABLE ${tableSql(table)}`);
	await appendRows(connection, getTable('property_value'), propertyValueRows);
	await appendRows(connection, getTable('license_key'), keys);
	await appendRows(
		connection,
		getTable('product'),
		products.map(profile => productRow(profile, today)),
	);
	await appendRows(connection, getTable('event'), products.flatMap(eventRows));
	await connection.run('BEGIN');
	const writers = await createWriters(connection, keys);
	let start = 1;
	let previous: Life | undefined;
	for (const profile of products) {
		previous = await buildInstallations(writers, recipe, {profile, keys, start, ...(previous ? {previous} : {})});
		start += countInstallations(profile, size);
	}
	for (const writer of Object.values(writers)) writer.close();
	await connection.run('COMMIT');
}
