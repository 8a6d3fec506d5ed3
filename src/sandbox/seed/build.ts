import type {DuckDBConnection} from '@duckdb/node-api';
import {type Table, tableSql} from '../store/columns.ts';
import {readRows} from '../store/duckdb.ts';
import {getTable, tables} from '../store/schema.ts';
import {appendRows, createWriter, type IntegerWriter} from '../store/writer.ts';
import {type Bind, currentExpressions, historyExpressions, installationCodes, keyList, spanCodes} from './codes.ts';
import {createKeys, keyCount, type SeedKey} from './license-keys.ts';
import {seedCustomEvents, seedExceptions} from './lines.ts';
import {campaigns} from './people.ts';
import {installationsOf, type ProductProfile, products} from './products.ts';
import {simulate, type Writers} from './simulation.ts';
import {accountRows, eventRows, productRow, propertyValueRows} from './small-tables.ts';

/** What the data is a function of. `today` counts days from 1970-01-01. */
export type Recipe = {readonly seed: number; readonly size: number; readonly today: number};

/** Codes that one statement turns into rows of a table: names of the columns, and what they become. */
type Raw = {
	readonly table: string;
	readonly codes: readonly string[];
	readonly columns: (bind: Bind) => Readonly<Record<string, string>>;
};

const placed = {installation: 'installation', span: 'span'};
const at = {...placed, occurredAt: 'day::BIGINT * 86400 + second'};
const lineCodes = ['installation', 'span', 'day', 'second', 'kind', 'number'];
const filled = (list: string) => `replace(${list}[kind], '%', number::VARCHAR)`;

const raws: Readonly<Record<'spans' | 'installations' | 'deliveries' | 'exceptions' | 'customEvents', Raw>> = {
	spans: {
		table: 'property_span',
		codes: spanCodes,
		columns: bind => ({...placed, fromDate: 'fromDate', ...historyExpressions(bind)}),
	},
	installations: {
		table: 'installation',
		codes: installationCodes,
		columns: bind => ({installation: 'installation', ...currentExpressions(bind), ...historyExpressions(bind)}),
	},
	deliveries: {
		table: 'outreach_delivery',
		codes: ['installation', 'campaign', 'day'],
		columns: bind => ({
			installation: 'installation',
			channel: `${bind(campaigns.map(({channel}) => channel))}[raw.campaign]`,
			campaign: `${bind(campaigns.map(({id}) => id))}[raw.campaign]`,
			date: 'day',
		}),
	},
	exceptions: {
		table: 'exception_line',
		codes: lineCodes,
		columns: bind => ({
			...at,
			class: `${bind(seedExceptions.map(item => item.class))}[kind]`,
			method: `${bind(seedExceptions.map(({method}) => method))}[kind]`,
			message: filled(bind(seedExceptions.map(({message}) => message))),
			stackTrace: `${bind(seedExceptions.map(({stackTrace}) => stackTrace))}[kind]`,
		}),
	},
	customEvents: {
		table: 'custom_event_line',
		codes: lineCodes,
		columns: bind => ({
			...at,
			category: `${bind(seedCustomEvents.map(([category]) => category))}[kind]`,
			name: `${bind(seedCustomEvents.map(([, name]) => name))}[kind]`,
			data: filled(bind(seedCustomEvents.map(([, , data]) => data))),
		}),
	},
};

/** Turns the codes gathered so far into rows, and forgets them. */
async function expand(connection: DuckDBConnection, name: keyof typeof raws, productId: number): Promise<void> {
	const {table, columns} = raws[name];
	const parameters: (readonly (string | null)[])[] = [];
	const bind: Bind = values => `$${parameters.push(values)}`;
	const expressions = columns(bind);
	const values = getTable(table).columns.map(column =>
		column.name === 'productId' ? String(productId) : (expressions[column.name] ?? 'NULL'),
	);
	await readRows(connection, `INSERT INTO ${table} SELECT ${values.join(', ')} FROM raw_${name} AS raw`, parameters);
	await connection.run(`TRUNCATE raw_${name}`);
}

const rawNames = Object.keys(raws) as (keyof typeof raws)[];
const direct = {activity: 'activity', usage: 'event_usage', lifetime: 'lifetime_usage'} as const;

async function createWriters(connection: DuckDBConnection): Promise<Writers> {
	const writers: Record<string, IntegerWriter> = {};
	for (const name of rawNames) {
		const {codes} = raws[name];
		await connection.run(`CREATE TEMP TABLE raw_${name} (${codes.map(code => `${code} INTEGER`).join(', ')})`);
		writers[name] = await createWriter(
			connection,
			`raw_${name}`,
			codes.map(() => ({type: 'integer'})),
		);
	}
	for (const [name, table] of Object.entries(direct))
		writers[name] = await createWriter(connection, table, getTable(table).columns);
	return writers as Writers;
}

/** Installations between two hand-overs; a pause follows each, so that a signal or a request is not kept waiting. */
const batch = 50_000;

type Target = {readonly connection: DuckDBConnection; readonly writers: Writers};

async function handOver({connection, writers}: Target, productId: number): Promise<void> {
	for (const writer of Object.values(writers)) writer.flush();
	for (const name of rawNames) await expand(connection, name, productId);
}

/** The registry of a product, also as numbers and texts that installations find their key by. */
async function buildKeys(
	connection: DuckDBConnection,
	{seed, size, today}: Recipe,
	profile: ProductProfile,
): Promise<readonly SeedKey[]> {
	const count = profile.licensed && profile.events > 0 ? keyCount(size) : 0;
	const first = today - profile.age + 1;
	const keys = [...createKeys(seed, {productId: profile.productId, count, first, today})];
	await appendRows(connection, getTable('license_key'), keys);
	await readRows(connection, `SET VARIABLE ${keyList} = $1`, [keys.map(({licenseKey}) => licenseKey)]);
	return keys;
}

async function buildProduct(
	target: Target,
	recipe: Recipe,
	{profile, start}: {profile: ProductProfile; start: number},
): Promise<void> {
	const {connection, writers} = target;
	const {seed, size, today} = recipe;
	await appendRows(connection, getTable('product'), [productRow(profile, today)]);
	await appendRows(connection, getTable('event'), eventRows(profile));
	const keys = await buildKeys(connection, recipe, profile);
	for (const name of Object.keys(direct) as (keyof typeof direct)[]) writers[name].setFirst(profile.productId);
	const world = {profile, keys, today, launch: today - profile.age + 1};
	for (const made of simulate(world, {seed, start, count: installationsOf(profile, size)}, writers))
		if (made % batch === 0) await handOver(target, profile.productId);
	await handOver(target, profile.productId);
}

const createTable = (table: Table) => `CREATE TABLE ${tableSql(table)}`;

/** Fills an empty database with the sandbox's data: a function of the recipe alone. */
export async function buildData(connection: DuckDBConnection, recipe: Recipe): Promise<void> {
	for (const table of tables) await connection.run(createTable(table));
	await appendRows(connection, getTable('account'), accountRows);
	await appendRows(connection, getTable('property_value'), propertyValueRows);
	const target = {connection, writers: await createWriters(connection)};
	let start = 1;
	for (const profile of products) {
		await buildProduct(target, recipe, {profile, start});
		start += installationsOf(profile, recipe.size);
	}
	for (const writer of Object.values(target.writers)) writer.close();
}
