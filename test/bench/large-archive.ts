import {linkSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {getManifestPath} from '../../src/archive/download/manifest.ts';
import type {Engine} from '../../src/archive/sql/engine.ts';
import {createPartPath, type TablePart} from '../../src/archive/tables/delta-log.ts';
import {commitVersion} from '../../src/archive/tables/delta-log-files.ts';
import {formatSchema, getInitialColumns, TableColumns} from '../../src/archive/tables/delta-schema.ts';
import {getTableFolder} from '../../src/archive/tables/find-table.ts';
import {getSummaryPath, writeSummary} from '../../src/archive/tables/part-summary.ts';
import {writeParts} from '../../src/archive/tables/write-parts.ts';
import {addDays} from '../../src/calendar.ts';

/**
 * Writes an archive of crash reports directly as a table: `npx tsx test/bench/large-archive.ts TABLES FOLDER REPORTS`. TABLES is the folder of
 * `sandbox export --format parquet`; the installations of its last 30 days send the reports. These days have a twelfth of the reports, in a part for each day. The month
 * before has as many; ten further names of each of its parts stand for ten more months, so that the disk has two months.
 */
const [tables = '', folder = '', total = '60000000'] = process.argv.slice(2);
const copies = 11;
const groups = 1600;
const kind = 'exceptions';

mkdirSync(join(folder, 'work'), {recursive: true});
const db = await DuckDBInstance.create(':memory:', {memory_limit: '3GB', temp_directory: join(folder, 'work')});
const connection = await db.connect();
const toCell = (value: unknown) => (typeof value === 'bigint' ? Number(value) : (value as string));
const engine = {
	run: async (sql: string) => void (await connection.run(sql)),
	rows: async (sql: string) => (await (await connection.runAndReadAll(sql)).getRows()).map(row => row.map(toCell)),
} as unknown as Engine;

await engine.run(`SET TimeZone = 'UTC'; SET preserve_insertion_order = false; SELECT setseed(0.5)`);
const read = (name: string) => `read_parquet('${tables}/${name}.parquet')`;
const [[product, last] = []] = await engine.rows(
	`SELECT min(productId), max(date)::DATE::VARCHAR FROM ${read('activity')} WHERE productId = (SELECT min(productId) FROM ${read('product')})`,
);
const days = Array.from({length: 30}, (_, at) => addDays(String(last), at - 30));
await engine.run(`CREATE TABLE used AS SELECT row_number() OVER (PARTITION BY a.date) - 1 AS place, a.date::DATE AS date, i.clientId, s.prodVersion, s.os_version, s.geography_country
	FROM ${read('activity')} a JOIN ${read('property_span')} s ON s.span = a.span JOIN ${read('installation')} i ON i.installation = a.installation
	WHERE a.productId = ${product} AND a.date::DATE >= '${days[0]}' AND s.prodVersion IS NOT NULL`);
await engine.run(`CREATE TABLE crash AS SELECT number, substr(md5(number::VARCHAR), 1, 16) AS fingerprint, 'Aurora.Error' || number % 40 AS class, 'Aurora.Unit' || number || '.Open' AS method,
	(SELECT string_agg('   at Aurora.Unit' || number || '_' || frame || '.Call' || hash(number, frame) % 20 || '(Object sender, Int32 count) in C:\\agent\\unit.cs:line ' || hash(frame, number) % 900, chr(10)) FROM range(6 + number % 15) f(frame)) AS stack
	FROM range(${groups}) n(number)`);

const tableColumns = new TableColumns(getInitialColumns(kind));
const context = {
	engine,
	kind,
	root: getTableFolder(folder, kind),
	work: join(folder, 'work'),
	columns: tableColumns,
} as const;
const ports = {...context, maxPartBytes: 2 ** 40, now: () => new Date()};
const sqlDays = (some: readonly string[]) => some.map(day => `DATE '${day}'`).join(', ');

/** Selects reports of some days; \`age\` is the number of months before the last one. */
const selectReports = (some: readonly string[], age: number, rows: number, file: string) => `(
	WITH wanted AS (SELECT date, count(*) AS size FROM used WHERE date IN (${sqlDays(some)}) GROUP BY ALL),
		drawn AS (SELECT date, floor(random() * size)::BIGINT AS place, floor(random() ** 2 * ${age > 0 ? groups - 40 : groups})::BIGINT AS number, random() AS part, uuid()::VARCHAR AS address
			FROM wanted, range(${Math.ceil(rows / some.length)}))
	SELECT (date - INTERVAL ${30 * age} DAY + to_seconds(floor(part * 86400)))::TIMESTAMP AT TIME ZONE 'UTC' AS "timestamp", clientId, prodVersion, os_version, geography_country, class AS exception_class,
		method AS exception_method, 'Cannot open document ' || address AS exception_message, stack || chr(10) || '   at 0x' || replace(address, '-', '') AS exception_stackTrace, fingerprint, '${file}' AS file
	FROM drawn JOIN used USING (date, place) JOIN crash USING (number))`;

const columns =
	'timestamp clientId prodVersion os_version geography_country exception_class exception_method exception_message exception_stackTrace fingerprint file'.split(
		' ',
	);
const added: TablePart[] = [];
const manifest: object[] = [];
/** The number of months before the last one. */
for (const age of [1, 0]) {
	const size = age > 0 ? 3 : 1;
	const [from, to] = [days[0] ?? '', days.at(-1) ?? ''].map(day => addDays(day, -30 * age));
	const name = `${product}_exc_${from}_to_${to}.zip`;
	for (let at = 0; at < days.length; at += size) {
		const some = days.slice(at, at + size);
		const relation = selectReports(some, age, (Number(total) / 12 / days.length) * some.length, name);
		const month = addDays(some[0] ?? '', -30 * age).slice(0, 7);
		const origin = {product: Number(product), month, sources: [{name, sha256: '', days: null}]};
		for (const {file, part} of await writeParts({relation, columns, bytes: 0}, origin, ports)) {
			const summary = (await writeSummary({file, part}, ports)) ?? '';
			for (let copy = 0; copy < (age > 0 ? copies : 1); copy++) {
				const path = createPartPath(Number(product), month);
				for (const [source, target] of [
					[file, path],
					[summary, getSummaryPath(path)],
				] as const) {
					mkdirSync(dirname(join(context.root, target)), {recursive: true});
					linkSync(source, join(context.root, target));
				}
				added.push({...part, path});
			}
			rmSync(file);
			rmSync(summary);
			console.log(age, at);
		}
	}
	const unused = {listedKB: 1, compressedKB: 1, size: 1, sha256: '', entries: [], fetchedAt: '', unpacked: null};
	manifest.push({...unused, name, kind: 'monthly', from, to, zip: false, state: 'placed'});
}
const at = Date.now();
await commitVersion(
	undefined,
	{
		add: added,
		remove: [],
		at,
		metaData: {id: crypto.randomUUID(), createdTime: at, schemaString: formatSchema(tableColumns.all)},
	},
	ports,
);
writeFileSync(getManifestPath(folder), manifest.map(each => `${JSON.stringify(each)}\n`).join(''));
