import {CliError} from '../../../errors.ts';
import type {LogKind} from '../../files/log-kinds.ts';
import {dialects} from '../engine/dialects.ts';
import type {EngineAddress} from './engine-address.ts';

/** The table of a kind, and the folder that holds it as the engine sees it. */
type Table = {readonly kind: LogKind; readonly location: string};

const {trino, clickHouse} = dialects;
/** Names and texts of Spark, BigQuery and Athena are those of ClickHouse: in other quotes, with backslashes. */
const {name, text} = clickHouse;
const path = (names: readonly string[]) => names.map(name).join('.');

/** The function of ClickHouse that reads a table there. */
const getReader = (location: string) =>
	/^(?:az|abfss?):/.test(location) ? 'deltaLakeAzure' : location.startsWith('/') ? 'deltaLakeLocal' : 'deltaLake';

const statements: Readonly<
	Record<EngineAddress['engine'], (names: readonly string[], table: Table) => readonly string[]>
> = {
	trino: ([catalog = '', schema = ''], {kind, location}) => [
		`CREATE SCHEMA IF NOT EXISTS ${trino.name(catalog)}.${trino.name(schema)};`,
		`CALL ${trino.name(catalog)}.system.register_table(`,
		`  schema_name => ${trino.text(schema)}, table_name => ${trino.text(kind)}, table_location => ${trino.text(location)});`,
	],
	clickhouse: ([, database = ''], {kind, location}) => [
		`CREATE DATABASE IF NOT EXISTS ${name(database)};`,
		`CREATE OR REPLACE VIEW ${path([database, kind])} AS SELECT * FROM ${getReader(location)}(${text(location)});`,
	],
	spark: (names, {kind, location}) => [
		`CREATE TABLE IF NOT EXISTS ${path([...names, kind])} USING DELTA LOCATION ${text(location)};`,
	],
	bigquery: ([dataset = '', connection = ''], {kind, location}) => [
		`CREATE OR REPLACE EXTERNAL TABLE ${path([dataset, kind])} WITH CONNECTION ${name(connection)}`,
		`OPTIONS (format = 'DELTA_LAKE', uris = [${text(location)}]);`,
	],
	athena: (names, {kind, location}) => [
		`CREATE EXTERNAL TABLE ${path([...names, kind])} LOCATION ${text(`${location}/`)}`,
		`TBLPROPERTIES ('table_type' = 'DELTA');`,
	],
};

/** The names in an address. Throws CliError `usage` where BigQuery's are missing. */
function getNames(address: EngineAddress): readonly string[] {
	if ('server' in address) return [address.catalog, address.schema];
	if (address.engine === 'bigquery' && address.names.length !== 2)
		throw new CliError('usage', '--engine bigquery: needs a data set and a connection', {
			hint: 'for the data set usage and the connection eu.lake, write --engine bigquery:usage/eu.lake',
		});
	return address.names;
}

/** The statements that make a table of `DIR/lines` known to an engine; `location`: of that folder, for example `s3://B/lines`. */
export function getSetup(address: EngineAddress, kind: LogKind, location: string): string {
	const folder = `${location.replace(/\/+$/, '')}/kind=${kind}`;
	return `${statements[address.engine](getNames(address), {kind, location: folder}).join('\n')}\n`;
}
