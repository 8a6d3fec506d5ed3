import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {dialects, type Dialect as QuestionDialect} from '../../../src/archive/sql/dialects.ts';
import type {Cell} from '../../../src/output/dataset.ts';
import {type Dialect, findInHome, getStatements, type StartEngine} from './engine.ts';

const dialect: Dialect = {
	name: column => `\`${column}\``,
	text: column => `CAST(\`${column}\` AS STRING)`,
	milliseconds: 'unix_millis(timestamp)',
	day: 'to_date(timestamp)',
	moment: text => `TIMESTAMP '${text}'`,
	digest: text => `md5(${text})`,
};

/** It is asked the same questions, as no engine that commands ask. */
const {clickHouse, trino} = dialects;
const questionDialect: QuestionDialect = {
	...trino,
	quoteName: clickHouse.quoteName,
	textLiteral: clickHouse.textLiteral,
	dayLiteral: day => `DATE '${day}'`,
	dayOfTimestamp: 'to_date(timestamp)',
	milliseconds: 'unix_millis(timestamp)',
	dayText: day => `CAST(${day} AS STRING)`,
	matches: (text, regex) => `${text} RLIKE ${clickHouse.textLiteral(`(?s)${regex}`)}`,
	record: cells => `struct(${cells.map((cell, at) => `${cell} AS c${at + 1}`).join(', ')})`,
	recordCell: (record, at) => `${record}.c${at}`,
	values: (columns, rows) => {
		const isInt = (column = '') => column.endsWith(':int');
		const nulls = columns.map(column => `CAST(NULL AS ${isInt(column) ? 'INT' : 'STRING'})`);
		const cells = rows.map(row => row.map((cell, at) => (isInt(columns[at]) ? cell : clickHouse.textLiteral(cell))));
		const names = columns.map(column => column.replace(':int', '')).join(', ');
		return `(SELECT * FROM VALUES ${[nulls, ...cells].map(each => `(${each.join(', ')})`).join(', ')} AS each(${names}))`;
	},
};

const program = `
import json, sys
from pyspark.sql import SparkSession
delta = 'org.apache.spark.sql.delta.catalog.DeltaCatalog'
spark = (SparkSession.builder.master('local[2]').config('spark.jars', sys.argv[1]).config('spark.sql.shuffle.partitions', '2')
    .config('spark.sql.extensions', 'io.delta.sql.DeltaSparkSessionExtension').config('spark.sql.catalog.spark_catalog', delta)
    .config('spark.sql.session.timeZone', 'UTC').config('spark.ui.enabled', 'false').config('spark.sql.codegen.wholeStage', 'false')
    .config('spark.sql.codegen.factoryMode', 'NO_CODEGEN').config('spark.driver.extraJavaOptions', '-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m -Xlog:disable')
    .config('spark.sql.adaptive.enabled', 'false').config('spark.databricks.delta.snapshotPartitions', '1').getOrCreate())
print(json.dumps(spark.version), flush=True)
for line in sys.stdin:
    answers = [[list(row) for row in spark.sql(sql).collect()] for sql in json.loads(line)]
    print(json.dumps(answers, default=str), flush=True)
`;

/** Spark of PyPI's `pyspark` with two local workers; the library of Delta Lake comes from Maven. */
export const startSpark: StartEngine = async store => {
	const [python, jars] = [findInHome('pyspark'), findInHome('jars')];
	if (!python || !jars) return undefined;
	const names = readdirSync(jars).map(name => join(jars, name));
	const child = spawn('python3', ['-c', program, names.join(',')], {
		cwd: store,
		env: {...process.env, PYTHONPATH: python, SPARK_LOCAL_IP: '127.0.0.1'},
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	const ended = once(child, 'exit');
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	const next = async () => JSON.parse((await lines.next()).value ?? '"Spark has ended"');
	const version = await next();
	const send = async (statements: readonly string[]): Promise<readonly (readonly (readonly Cell[])[])[]> => {
		child.stdin.write(`${JSON.stringify(statements)}\n`);
		return next();
	};
	const setUp = async (database: string, table: string) => {
		await send([`CREATE DATABASE ${database}`, ...getStatements(`spark:${database}`, dirname(table))]);
	};
	const tables = new Map<string, string>();
	return {
		name: 'Spark',
		version,
		dialect,
		ask: async (table, queries) => {
			const found = tables.get(table) ?? `t${tables.size}`;
			if (!tables.has(table)) await setUp(found, table);
			tables.set(table, found);
			const answers = await send(queries.map(sql => sql.replaceAll('TABLE', `${found}.exceptions`)));
			return answers.map(rows => rows.map(row => row.map(String)));
		},
		questions: async table => {
			await setUp('own', table);
			await send(['USE own']);
			return {dialect: questionDialect, rows: async sql => (await send([sql]))[0] ?? []};
		},
		close: async () => {
			child.stdin.end();
			await ended;
		},
	};
};
