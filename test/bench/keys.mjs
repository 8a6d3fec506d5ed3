import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {createEnv, findPeers, here, onGround, program, sh} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** Lists and uploads of keys, against loops that only read pages or send bodies made beforehand. */

async function writeKeys(path, rows) {
	const child = spawn('sh', ['-c', `exec ${process.execPath} ${here('key-file.mjs')} ${rows} > ${path}`]);
	await once(child, 'close');
	return path;
}

function listCommands(node, {address, rows}) {
	const limit = {
		name: 'pages thrown away',
		words: [node, here('keys-limit.mjs'), 'list', `${address}/0`, String(rows / 1000)],
	};
	// One request after the other, as a loop in a shell makes them.
	const body = `'{"paging":{"startAt":'$at',"limit":1000}}'`;
	const cells = '.results[] | [.[] | if type == "object" then .[] else . end] | @csv';
	const loop = `for at in $(seq 0 1000 ${rows - 1}); do curl -s -d ${body} ${address}/0/licenseKeys/listKeys; done | jq -r '${cells}' > /dev/null`;
	const peers = findPeers([{name: 'curl + jq', needs: ['curl', 'jq', 'seq'], words: sh(loop)}]);
	const list = sh(`exec ${node} ${program} keys list -o csv --base-url ${address}/0 > /dev/null`);
	return [
		limit,
		...peers,
		{name: 'keys list to CSV', words: list, against: {[limit.name]: 6, 'curl + jq': 1}, memory: 450},
	];
}

function updateCommands(node, {address, rows, file, folder, latency, goal}) {
	const suffix = latency === 0 ? '' : ` at ${latency} ms a call`;
	const to = `${address}/${latency}`;
	const limit = {name: `ready bodies${suffix}`, words: [node, here('keys-limit.mjs'), 'update', to, String(rows)]};
	return [
		limit,
		{
			name: `keys update, ${rows.toLocaleString('en')} rows${suffix}`,
			words: sh(`exec ${node} ${program} keys update ${file} -y -q --no-diff --base-url ${to} > /dev/null`),
			before: () => rmSync(folder, {recursive: true, force: true}),
			against: {[limit.name]: goal},
			memory: 450,
		},
	];
}

export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, start, at}) => {
		const [many, few] = quick ? [200_000, 100_000] : [300_000, 100_000];
		const address = `http://127.0.0.1:${await start(here('keys-server.mjs'), String(many))}`;
		const config = at('config');
		const [large, small] = [await writeKeys(at('large.csv'), many), await writeKeys(at('small.csv'), few)];
		const commands = [
			...listCommands(node, {address, rows: many}),
			...updateCommands(node, {address, rows: many, file: large, folder: config, latency: 0, goal: 9}),
			...updateCommands(node, {address, rows: few, file: small, folder: config, latency: 50, goal: 1.5}),
		];
		return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
	});
