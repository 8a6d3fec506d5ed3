import {execFileSync} from 'node:child_process';
import {writeCrashLines} from './crash-lines.mjs';
import {createEnv, findPeers, here, onGround, program} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** Crashes counted in a CSV of 100 MB, against csv and re of Python. */
async function measureTop({node, rounds, folder, path}) {
	const script = ['python3', here('crash-count.py'), path];
	const peers = findPeers([{name: 'python csv + re', needs: ['python3'], words: script}]);
	const top = [node, program, 'exceptions', 'top', path, '--limit', '20', '-q'];
	const against = {'python csv + re': 0.9};
	const commands = [...peers, {name: 'exceptions top', words: top, against, memory: 600}];
	return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
}

const count = table =>
	`SELECT prodVersion, count(*) AS reports, count(DISTINCT clientId) AS installations FROM ${table} GROUP BY ALL ORDER BY ALL`;

const canImport = module => {
	try {
		execFileSync('python3', ['-c', `import ${module}`], {stdio: 'ignore'});
		return true;
	} catch {
		return false;
	}
};

/** The reports of an archive counted by version, against DuckDB in Python on the same Parquet. */
async function measureQuery({node, rounds, folder, at, reports}) {
	const env = createEnv(folder, {USAGECTL_PRODUCT: '5000000101'});
	const call = line => execFileSync(node, [program, ...line.split(' ')], {cwd: folder, env, stdio: 'ignore'});
	call('sandbox reset --size 2k --now 2026-06-30 --yes');
	call('sandbox export tables --format parquet');
	execFileSync('npx', ['tsx', here('large-archive.ts'), at('tables'), at('crashes'), String(reports)], {
		stdio: 'ignore',
	});
	const files = `read_parquet('${at('crashes')}/lines/*/*/*/part-*.parquet')`;
	const script = `import duckdb; print(duckdb.sql('''${count(files)}''').fetchall())`;
	const duckDb = {name: 'DuckDB in Python', words: ['python3', '-c', script]};
	const query = [node, program, 'query', '--archive', at('crashes'), count('crashes'), '-o', 'csv', '-q'];
	const name = `query of ${reports.toLocaleString('en')} reports`;
	const commands = [...(canImport('duckdb') ? [duckDb] : []), {name, words: query, against: {[duckDb.name]: 1}}];
	return rowsOf(commands, await interleave(commands, {rounds, env}));
}

export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, at}) => {
		const path = at('month.csv');
		writeCrashLines(path, quick ? 5e7 : 1e8);
		const parts = {node, rounds, folder, at};
		return [
			...(await measureTop({...parts, path})),
			...(await measureQuery({...parts, reports: quick ? 500_000 : 3_000_000})),
		];
	});
