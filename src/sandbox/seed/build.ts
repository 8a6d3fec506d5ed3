import {setImmediate as pause} from 'node:timers/promises';
import type {DuckDBConnection} from '@duckdb/node-api';
import {secondsPerDay} from '../../calendar.ts';
import type {LateSessions} from '../options/option-table.ts';
import {readRows} from '../store/duckdb.ts';
import {appendRows, RowWriter} from '../store/row-writer.ts';
import {getTable} from '../store/sandbox-tables.ts';
import {tableSql} from '../store/table-definition.ts';
import {createScenarioEffects, type Scenario, type ScenarioEffects} from './scenarios.ts';
import {type Birth, drawBirths} from './simulation/births.ts';
import {createKeyRing, type KeyRing} from './simulation/key-ring.ts';
import type {SimulatedProduct} from './simulation/life.ts';
import {Random} from './simulation/random.ts';
import {createSimulation} from './simulation/simulation.ts';
import {eventRows, listPropertyValues, productRow} from './small-tables.ts';
import {createStatements, storedTableNames, type Writers} from './stored-tables.ts';
import {countInstallations, installationNumber, type ProductProfile, products} from './values/product-profiles.ts';

/** Determines the data, together with the version of the tables. */
export type Recipe = {
	readonly seed: number;
	/** Installations of the first product on the day of the size. */
	readonly size: number;
	/** The last visible day, counted from 1970-01-01. */
	readonly today: number;
	readonly late?: LateSessions | undefined;
	readonly scenarios?: readonly Scenario[] | undefined;
};

/** The number of installations between two pauses for signals and requests. */
const installationsPerPause = 2000;

/** Small tables that are stored as defined: those that never change, and those that change by the day. */
const fixedTables = ['property_value', 'event'];
const changingTables = ['product', 'license_key'];

/** Tables with rows that change while an installation is active. */
const stateTables = ['installation', 'property_span', 'lifetime_usage'];

/** Tables with dated rows, and the column of the date. */
const dayTables = {
	activity: 'date',
	event_usage: 'date',
	outreach_delivery: 'date',
	exception_line: 'day',
	custom_event_line: 'day',
} as const;

async function withWriters(connection: DuckDBConnection, work: (writers: Writers) => Promise<void>): Promise<void> {
	const writers: Record<string, RowWriter> = {};
	for (const table of storedTableNames) writers[table] = new RowWriter(await connection.createAppender(table, 'seed'));
	await work(writers as Writers);
	for (const writer of Object.values(writers)) writer.close();
}

type Births = (profile: ProductProfile) => Iterable<Birth>;

/** Only the first product, which has the license keys, has scenarios. */
function scenariosOf(
	profile: ProductProfile,
	recipe: Recipe,
	{effects, keys}: {effects: ScenarioEffects | undefined; keys: KeyRing},
): Pick<SimulatedProduct, 'scenarios' | 'sharedKeys'> {
	if (!profile.licensed || !effects) return {scenarios: undefined, sharedKeys: []};
	const sharedKeys = effects.sharedKeys.flatMap(({licenseKey, installations, from}) => {
		const place = 1 + keys.findIndex(({row}) => row.licenseKey === licenseKey);
		const [next] = bornAfter(from - 1, recipe, profile);
		return place > 0 && next ? [{place, first: next.number, last: next.number + installations - 1}] : [];
	});
	return {scenarios: effects, sharedKeys};
}

async function writeInstallations(
	connection: DuckDBConnection,
	recipe: Recipe,
	{births, from}: {births: Births; from: number},
): Promise<void> {
	const {seed, size, today, late} = recipe;
	const keys = createKeyRing({seed, size, today});
	const effects = createScenarioEffects(recipe.scenarios ?? []);
	const productRows = products.map(profile => productRow(profile, today));
	await appendRows(connection, getTable('product'), productRows);
	await appendRows(
		connection,
		getTable('license_key'),
		keys.map(({row}) => row),
	);
	await withWriters(connection, async writers => {
		let written = 0;
		for (const profile of products) {
			const write = createSimulation(
				{seed, profile, keys, late, ...scenariosOf(profile, recipe, {effects, keys})},
				{from, until: today, writers},
			);
			for (const birth of births(profile)) {
				write(birth);
				if (++written % installationsPerPause === 0) await pause();
			}
		}
	});
}

function bornAfter(after: number, {seed, size, today}: Recipe, profile: ProductProfile): Iterable<Birth> {
	const {launch, stream} = profile;
	const count = countInstallations(profile, size);
	return drawBirths({launch, count}, {after, until: today}, new Random(seed, 20 + stream));
}

export async function buildData(connection: DuckDBConnection, recipe: Recipe): Promise<void> {
	await connection.run('BEGIN');
	for (const table of [...fixedTables, ...changingTables])
		await connection.run(`CREATE TABLE ${tableSql(getTable(table))}`);
	await appendRows(connection, getTable('property_value'), listPropertyValues());
	await appendRows(connection, getTable('event'), products.flatMap(eventRows));
	await connection.run('CREATE SCHEMA seed');
	for (const sql of storedTableNames.flatMap(createStatements)) await connection.run(sql);
	const births: Births = profile => bornAfter(profile.launch - 1, recipe, profile);
	await writeInstallations(connection, recipe, {births, from: Number.NEGATIVE_INFINITY});
	await connection.run('COMMIT');
}

type Due = {readonly productId: number; readonly installation: number; readonly first: number};

export async function advanceData(connection: DuckDBConnection, recipe: Recipe, after: number): Promise<void> {
	const due = `SELECT installation FROM seed.installation WHERE nextDate <= ${recipe.today}`;
	await connection.run(`CREATE OR REPLACE TEMP TABLE due AS ${due}`);
	const rows = await readRows<Due>(
		connection,
		'SELECT DISTINCT productId, installation, dateInstalled AS first FROM seed.installation SEMI JOIN due USING (installation) ORDER BY installation',
	);
	await connection.run('BEGIN');
	for (const table of changingTables) await connection.run(`DELETE FROM ${table}`);
	// Rows that were valid before the contact on the last day are never visible again.
	for (const table of stateTables)
		await connection.run(
			`DELETE FROM seed.${table} WHERE installation IN (FROM due) OR until < ${(after + 1) * secondsPerDay}`,
		);
	// Rewrite the days on which late sessions can have arrived since then.
	const from = after + 1 - (recipe.late?.days ?? 0);
	for (const [table, day] of recipe.late ? Object.entries(dayTables) : [])
		await connection.run(`DELETE FROM seed.${table} WHERE ${day} >= ${from} AND installation IN (FROM due)`);
	function* births(profile: ProductProfile): Iterable<Birth> {
		for (const {productId, installation, first} of rows)
			if (productId === profile.productId) yield {number: installationNumber(installation), day: first};
		yield* bornAfter(after, recipe, profile);
	}
	await writeInstallations(connection, recipe, {births, from});
	await connection.run('COMMIT');
}
