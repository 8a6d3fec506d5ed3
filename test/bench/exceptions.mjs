// Goal E1 of `exceptions top`: `node test/bench/exceptions.mjs [rounds] [bytes]`. Needs python3 and a build (npm run build). The
// second part reads 5 GB (`node test/bench/exceptions.mjs 5 0` leaves it alone) and wants as much room under the temporary folder.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {writeCrashLines} from './crash-lines.mjs';
import {interleave, measure} from './interleave.mjs';

const [rounds = 5, bytes = 5e9] = process.argv.slice(2).map(Number);
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'usagectl-bench-'));
const at = name => join(folder, name);
const top = path => [process.execPath, join(root, 'bin/usagectl.js'), 'exceptions', 'top', path, '--limit', '20', '-q'];
const [mostMs, mostMb] = [60_000, 1000];

const env = {...process.env, USAGECTL_CONFIG_DIR: at('config')};
// Node 20 parses that bundle at every start, which would flatter every ratio
delete env.NODE_EXTRA_CA_CERTS;
try {
	writeCrashLines(at('month.csv'), 2e8);
	console.log(`200 MB of crashes, ${rounds} rounds`);
	let met = await interleave(
		[
			{name: 'python csv + re', words: ['python3', join(import.meta.dirname, 'crash-count.py'), at('month.csv')]},
			{name: 'E1 exceptions top', words: top(at('month.csv')), base: 'python csv + re', goal: 0.6, memory: mostMb},
		],
		{rounds, env},
	);
	if (bytes > 0) {
		const written = writeCrashLines(at('years.csv'), bytes);
		const {ms, peak, code} = await measure(top(at('years.csv')), env);
		const isMet = code === 0 && ms <= mostMs && peak <= mostMb;
		met &&= isMet;
		console.log(
			`E1 exceptions top of ${(written / 1e9).toFixed(1)} GB: ${(ms / 1000).toFixed(1)} s, ${peak.toFixed(0)} MB  ${isMet ? 'met' : 'MISSED'}: ≤ 60 s, ≤ ${mostMb} MB`,
		);
	}
	process.exitCode = met ? 0 : 1;
} finally {
	rmSync(folder, {recursive: true});
}
