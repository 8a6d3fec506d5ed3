import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {type Dialect, findInHome, getStatements, type Rows, type StartEngine} from './engine.ts';

const dialect: Dialect = {
	name: column => `\`${column}\``,
	text: column => `CAST(\`${column}\` AS STRING)`,
	milliseconds: 'unix_millis(timestamp)',
	day: 'to_date(timestamp)',
	moment: text => `TIMESTAMP '${text}'`,
	digest: text => `md5(${text})`,
};

const program = `
import json, sys
from pyspark.sql import SparkSession
delta = 'org.apache.spark.sql.delta.catalog.DeltaCatalog'
spark = (SparkSession.builder.master('local[2]').config('spark.jars', sys.argv[1]).config('spark.sql.shuffle.partitions', '2')
    .config('spark.sql.extensions', 'io.delta.sql.DeltaSparkSessionExtension').config('spark.sql.catalog.spark_catalog', delta)
    .config('spark.sql.session.timeZone', 'UTC').config('spark.ui.enabled', 'false').getOrCreate())
print(json.dumps(spark.version), flush=True)
for line in sys.stdin:
    answers = [[[str(cell) for cell in row] for row in spark.sql(sql).collect()] for sql in json.loads(line)]
    print(json.dumps(answers), flush=True)
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
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	const next = async () => JSON.parse((await lines.next()).value ?? '"Spark has ended"');
	const version = await next();
	const send = async (statements: readonly string[]): Promise<readonly Rows[]> => {
		child.stdin.write(`${JSON.stringify(statements)}\n`);
		return next();
	};
	const tables = new Map<string, string>();
	return {
		name: 'Spark',
		version,
		dialect,
		ask: async (table, queries) => {
			const found = tables.get(table) ?? `t${tables.size}`;
			if (!tables.has(table))
				await send([`CREATE DATABASE ${found}`, ...getStatements(`spark:${found}`, dirname(table))]);
			tables.set(table, found);
			return send(queries.map(sql => sql.replaceAll('TABLE', `${found}.exceptions`)));
		},
		close: async () => {
			child.stdin.end();
			await once(child, 'exit');
		},
	};
};
