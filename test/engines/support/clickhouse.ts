import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {type Dialect, findInHome, getStatements, type Rows, type StartEngine} from './engine.ts';

const dialect: Dialect = {
	name: column => `\`${column}\``,
	text: column => `toString(\`${column}\`)`,
	milliseconds: 'toUnixTimestamp64Milli(timestamp)',
	day: `toDate(timestamp, 'UTC')`,
	moment: text => `toDateTime64('${text}', 6, 'UTC')`,
	digest: text => `lower(hex(MD5(${text})))`,
};

/** The engine reads files below its working folder only: it is started in the root. */
const program = `
const [path, ...queries] = process.argv.slice(1);
const {query} = await import(path);
const rows = sql => String(query(sql, 'JSONCompactStringsEachRow')).split('\\n').filter(line => line !== '').map(line => JSON.parse(line));
console.log(JSON.stringify(queries.map(rows)));`;

/** ClickHouse within npm's `chdb`, a process for each call. */
export const startClickHouse: StartEngine = async () => {
	const path = findInHome('npm', 'node_modules', 'chdb', 'index.mjs');
	if (!path) return undefined;
	const run = async (queries: readonly string[]): Promise<readonly Rows[]> => {
		const words = ['--input-type=module', '-e', program, path, ...queries];
		const {stdout} = await promisify(execFile)(process.execPath, words, {cwd: '/', maxBuffer: 2 ** 28});
		return JSON.parse(stdout);
	};
	const [[[version = '']]] = (await run(['SELECT version()'])) as [[[string]]];
	let server: ChildProcess | undefined;
	return {
		name: 'ClickHouse',
		version,
		dialect,
		ask: (table, queries) => {
			const isObject = table.startsWith('http:');
			const found = isObject ? `deltaLake('${table}/', 'S3RVER', 'S3RVER')` : `deltaLakeLocal('${table}')`;
			return run(queries.map(sql => sql.replaceAll('TABLE', found)));
		},
		cluster: async table => {
			const statements = getStatements('clickhouse://test@127.0.0.1/own', dirname(table));
			const words = [join(import.meta.dirname, 'clickhouse-server.mjs'), path, ...statements];
			server = spawn(process.execPath, words, {cwd: '/', stdio: ['pipe', 'pipe', 'ignore']});
			const [port] = await once(server.stdout as NodeJS.ReadableStream, 'data');
			return `clickhouse://test@127.0.0.1:${Number(port)}/own`;
		},
		close: async () => void server?.kill(),
	};
};
