// Goals L1 to L3 and U1 to U3 of the keys: `node test/bench/keys.mjs [rounds]`. Needs a build (npm run build) and 2 GB of room.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {interleave} from './interleave.mjs';

const rounds = Number(process.argv[2] ?? 5);
const here = name => join(import.meta.dirname, name);
const folder = mkdtempSync(join(tmpdir(), 'usagectl-bench-'));
const program = resolve(import.meta.dirname, '../../bin/usagectl.js');
const sh = line => ['sh', '-c', line];

const servers = [];
async function serve(keys) {
	const child = spawn(process.execPath, [here('keys-server.mjs'), String(keys)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	servers.push(child);
	const [port] = await once(child.stdout, 'data');
	return latency => `http://127.0.0.1:${String(port).trim()}/${latency}`;
}
async function writeKeys(rows) {
	const path = join(folder, `keys-${rows}.csv`);
	const child = spawn('sh', ['-c', `exec ${process.execPath} ${here('key-file.mjs')} ${rows} > ${path}`]);
	await once(child, 'close');
	return path;
}

const env = {
	...process.env,
	USAGECTL_CONFIG_DIR: join(folder, 'config'),
	USAGECTL_USER: 'u',
	USAGECTL_SESSION_ID: 's',
	USAGECTL_PRODUCT: '7',
};
// Node 20 parses that bundle at every start, which would flatter every ratio.
delete env.NODE_EXTRA_CA_CERTS;
const clear = () => rmSync(join(folder, 'config'), {recursive: true, force: true});
const limit = (what, address, count) => [process.execPath, here('keys-limit.mjs'), what, address, String(count)];
const ours = (address, words, to = '/dev/null') =>
	sh(`exec ${process.execPath} ${program} ${words} --base-url ${address} > ${to}`);

try {
	const [small, slow, million, millions] = await Promise.all([300_000, 60_000, 1e6, 5e6].map(serve));
	const listed = await interleave(
		[
			{name: 'list: pages thrown away', words: limit('list', small(0), 300)},
			{
				name: 'L1 keys list -o csv, 300 pages',
				words: ours(small(0), 'keys list -o csv'),
				base: 'list: pages thrown away',
				goal: 4.7,
				memory: 200,
			},
			{
				name: 'L1 keys list -o ndjson, 300 pages',
				words: ours(small(0), 'keys list -o ndjson'),
				base: 'list: pages thrown away',
				goal: 4.4,
				memory: 200,
			},
			{name: 'list: thrown away, 50 ms', words: limit('list', slow(50), 60)},
			{
				name: 'L2 keys list, 60 pages at 50 ms',
				words: ours(slow(50), 'keys list -o csv'),
				base: 'list: thrown away, 50 ms',
				goal: 1.2,
				memory: 200,
			},
		],
		{rounds, env},
	);
	const large = await interleave(
		[
			{name: 'L3 keys list, 1 M keys', words: ours(million(0), 'keys list -o csv'), memory: 200},
			{name: 'L3 keys list, 5 M keys', words: ours(millions(0), 'keys list -o csv'), memory: 200},
		],
		{rounds: 1, env},
	);
	const [file, slowFile] = [await writeKeys(1e6), await writeKeys(200_000)];
	const send = (address, path, more = '--no-diff') => ours(address, `keys update ${path} -y -q ${more}`);
	const sent = await interleave(
		[
			{name: 'update: ready bodies, 1 M rows', words: limit('update', million(0), 1e6)},
			{
				name: 'U1 keys update --no-diff, 1 M rows',
				words: send(million(0), file),
				before: clear,
				base: 'update: ready bodies, 1 M rows',
				goal: 12,
				memory: 200,
			},
			{name: 'update: ready, 200,000 rows at 50 ms', words: limit('update', million(50), 200_000)},
			{
				name: 'U2 keys update --no-diff, at 50 ms',
				words: send(million(50), slowFile),
				before: clear,
				base: 'update: ready, 200,000 rows at 50 ms',
				goal: 1.25,
				memory: 200,
			},
			{
				name: 'the same, compared before (no goal)',
				words: send(million(50), slowFile, ''),
				before: clear,
				base: 'update: ready, 200,000 rows at 50 ms',
				memory: 200,
			},
		],
		{rounds, env},
	);
	process.exitCode = listed && large && sent ? 0 : 1;
} finally {
	for (const server of servers) server.kill();
	rmSync(folder, {recursive: true});
}
