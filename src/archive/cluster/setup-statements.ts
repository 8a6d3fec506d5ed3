import {CliError} from '../../errors.ts';
import type {LogKind} from '../log-kinds.ts';
import {dialects} from '../sql/dialects.ts';
import type {EngineAddress} from './engine-address.ts';

/** `location` is the folder of the table as the engine sees it. */
type SetupTable = {readonly kind: LogKind; readonly location: string};

const {trino, clickHouse} = dialects;
/** Spark, BigQuery and Athena quote names and texts as ClickHouse does. */
const {quoteName, textLiteral} = clickHouse;
const joinNames = (names: readonly string[]) => names.map(quoteName).join('.');

const getTableFunction = (location: string) =>
	/^(?:az|abfss?):/.test(location) ? 'deltaLakeAzure' : location.startsWith('/') ? 'deltaLakeLocal' : 'deltaLake';

const statements: Readonly<
	Record<EngineAddress['engine'], (names: readonly string[], table: SetupTable) => readonly string[]>
> = {
	trino: ([catalog = '', schema = ''], {kind, location}) => [
		`CREATE SCHEMA IF NOT EXISTS ${trino.quoteName(catalog)}.${trino.quoteName(schema)};`,
		`CALL ${trino.quoteName(catalog)}.system.register_table(`,
		`  schema_name => ${trino.textLiteral(schema)}, table_name => ${trino.textLiteral(kind)}, table_location => ${trino.textLiteral(location)});`,
	],
	clickhouse: ([, database = ''], {kind, location}) => [
		`CREATE DATABASE IF NOT EXISTS ${quoteName(database)};`,
		`CREATE OR REPLACE VIEW ${joinNames([database, kind])} AS SELECT * FROM ${getTableFunction(location)}(${textLiteral(location)});`,
	],
	spark: (names, {kind, location}) => [
		`CREATE TABLE IF NOT EXISTS ${joinNames([...names, kind])} USING DELTA LOCATION ${textLiteral(location)};`,
	],
	bigquery: ([dataset = '', connection = ''], {kind, location}) => [
		`CREATE OR REPLACE EXTERNAL TABLE ${joinNames([dataset, kind])} WITH CONNECTION ${quoteName(connection)}`,
		`OPTIONS (format = 'DELTA_LAKE', uris = [${textLiteral(location)}]);`,
	],
	athena: (names, {kind, location}) => [
		`CREATE EXTERNAL TABLE ${joinNames([...names, kind])} LOCATION ${textLiteral(`${location}/`)}`,
		`TBLPROPERTIES ('table_type' = 'DELTA');`,
	],
};

function getNameParts(address: EngineAddress): readonly string[] {
	if ('server' in address) return [address.catalog, address.schema];
	if (address.engine === 'bigquery' && address.names.length !== 2)
		throw new CliError('usage', '--engine bigquery: requires a dataset and a connection', {
			hint: 'write --engine bigquery:usage/eu.lake for the dataset usage and the connection lake in the region eu',
		});
	return address.names;
}

/**
 * Returns the statements that register a table with an engine. `location` is the folder `lines` of the archive as the
 * engine sees it, for example `s3://B/lines`.
 */
export function getSetupStatements(address: EngineAddress, kind: LogKind, location: string): string {
	const folder = `${location.replace(/\/+$/, '')}/kind=${kind}`;
	return `${statements[address.engine](getNameParts(address), {kind, location: folder}).join('\n')}\n`;
}
