import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {dirname, join, relative} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {type Dialect, findInHome, getStatements, type Rows, type StartEngine} from './engine.ts';

const dialect: Dialect = {
	name: column => `"${column}"`,
	text: column => `CAST("${column}" AS varchar)`,
	milliseconds: 'to_milliseconds("timestamp" - TIMESTAMP \'1970-01-01 00:00:00 UTC\')',
	day: `CAST("timestamp" AT TIME ZONE 'UTC' AS date)`,
	moment: text => `TIMESTAMP '${text} UTC'`,
	digest: text => `lower(to_hex(md5(to_utf8(${text}))))`,
};

const findPort = async (): Promise<number> => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	return typeof address === 'object' && address ? address.port : 0;
};

/** Writes its settings: one node on loopback, with tables of Delta Lake below a folder and their names in files. */
function writeSettings(folder: string, server: string, {store, port}: {readonly store: string; readonly port: number}) {
	const files = {
		'node.properties': ['node.environment=test', 'node.id=one', `node.data-dir=${folder}/data`],
		// Most statements run once: optimizing what they are compiled to takes longer than they do.
		'jvm.config': [
			'-Xmx3G',
			'-XX:TieredStopAtLevel=1',
			'-XX:+UseSerialGC',
			'-Djdk.attach.allowAttachSelf=true',
			'--enable-native-access=ALL-UNNAMED',
		],
		'config.properties': [
			'coordinator=true',
			'node-scheduler.include-coordinator=true',
			`http-server.http.port=${port}`,
			`discovery.uri=http://127.0.0.1:${port}`,
			'node.internal-address=127.0.0.1',
			`plugin.dir=${folder}/plugin`,
		],
		'catalog/delta.properties': [
			'connector.name=delta_lake',
			'hive.metastore=file',
			'hive.metastore.catalog.dir=local:///.metastore',
			'fs.native-local.enabled=true',
			`local.location=${store}`,
			'delta.register-table-procedure.enabled=true',
		],
	};
	mkdirSync(join(folder, 'etc', 'catalog'), {recursive: true});
	mkdirSync(join(folder, 'plugin'));
	mkdirSync(join(store, '.metastore'));
	symlinkSync(join(server, 'plugin', 'delta-lake'), join(folder, 'plugin', 'delta-lake'));
	for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, 'etc', name), `${lines.join('\n')}\n`);
}

type Page = {
	readonly error?: {readonly message: string};
	readonly data?: Rows;
	readonly nextUri?: string;
};
const getPage = async (...request: Parameters<typeof fetch>) => (await (await fetch(...request)).json()) as Page;

/** Answers a query over its protocol: pages until there is no next one. */
async function askServer(address: string, sql: string): Promise<Rows> {
	const headers = {'X-Trino-User': 'test', 'X-Trino-Catalog': 'delta', 'X-Trino-Schema': 'lines'};
	let page = await getPage(`${address}/v1/statement`, {method: 'POST', headers, body: sql});
	const rows: string[][] = [];
	for (;;) {
		if (page.error) throw new Error(`Trino: ${page.error.message}`);
		rows.push(...(page.data ?? []).map(row => row.map(String)));
		if (!page.nextUri) return rows;
		page = await getPage(page.nextUri);
	}
}

/** Trino of Maven's `trino-server`, unpacked, with the Java that it needs in `java`. */
export const startTrino: StartEngine = async store => {
	const java = findInHome('java');
	const name = readdirSync(findInHome() ?? '.').find(each => /^trino-server-\d+$/.test(each));
	const server = name && findInHome(name);
	if (!java || !server) return undefined;
	const [folder, port] = [join(store, '.trino'), await findPort()];
	writeSettings(folder, server, {store, port});
	const child = spawn(join(server, 'bin', 'launcher'), ['run', '--etc-dir', join(folder, 'etc')], {
		env: {...process.env, JAVA_HOME: java, PATH: `${java}/bin:${process.env.PATH}`},
		stdio: 'ignore',
	});
	const ended = once(child, 'exit');
	const address = `http://127.0.0.1:${port}`;
	const isReady = async () => (await askServer(address, 'SELECT node_version FROM system.runtime.nodes'))[0]?.[0];
	let version = await isReady().catch(() => undefined);
	for (; version === undefined && child.exitCode === null; version = await isReady().catch(() => undefined))
		await setTimeout(500);
	await askServer(address, 'CREATE SCHEMA delta.lines');
	const tables = new Map<string, string>();
	return {
		name: 'Trino',
		version: String(version),
		dialect,
		ask: async (table, queries) => {
			const found = tables.get(table) ?? `t${tables.size}`;
			if (!tables.has(table)) {
				const location = `local:///${relative(store, table)}`;
				await askServer(address, `CALL delta.system.register_table('lines', '${found}', '${location}')`);
			}
			tables.set(table, found);
			const answers: Rows[] = [];
			for (const sql of queries) answers.push(await askServer(address, sql.replaceAll('TABLE', found)));
			return answers;
		},
		cluster: async table => {
			const engine = `trino://test@127.0.0.1:${port}/delta/own`;
			const location = `local:///${relative(store, dirname(table))}`;
			for (const sql of getStatements(engine, location)) await askServer(address, sql);
			return engine;
		},
		close: async () => {
			child.kill();
			await ended;
		},
	};
};
