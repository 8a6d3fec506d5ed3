import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {createEnv, here, onGround, program, sh} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** Goals U1 to U3: keys in, with check and journal, against a loop that sends ready bodies. */

async function writeKeys(path, rows) {
	const child = spawn('sh', ['-c', `exec ${process.execPath} ${here('key-file.mjs')} ${rows} > ${path}`]);
	await once(child, 'close');
	return path;
}

const limit = (address, rows) => [process.execPath, here('keys-limit.mjs'), 'update', address, String(rows)];
const update = (address, path) =>
	sh(`exec ${process.execPath} ${program} keys update ${path} -y -q --no-diff --base-url ${address} > /dev/null`);

export const measure = ({rounds, quick}) =>
	onGround(async ({folder, start, at}) => {
		const rows = quick ? 200_000 : 1e6;
		const address = `http://127.0.0.1:${await start(here('keys-server.mjs'), String(rows))}`;
		const file = await writeKeys(at('keys.csv'), rows);
		const slowFile = await writeKeys(at('slow.csv'), 200_000);
		const before = () => rmSync(at('config'), {recursive: true, force: true});
		const fast = {name: 'ready bodies', words: limit(`${address}/0`, rows)};
		const slow = {name: 'ready bodies at 50 ms, 4 at once', words: limit(`${address}/50`, 200_000)};
		const commands = [
			fast,
			{
				id: 'U1',
				memoryId: 'U3',
				name: `keys update, ${rows.toLocaleString('en')} rows`,
				words: update(`${address}/0`, file),
				before,
				base: fast.name,
				goal: 12,
				limit: 4.1,
				memory: 200,
				memoryLimit: 145,
			},
			slow,
			{
				id: 'U2',
				memoryId: 'U3',
				name: 'keys update, 200,000 rows at 50 ms',
				words: update(`${address}/50`, slowFile),
				before,
				base: slow.name,
				goal: 1.25,
				limit: 1.06,
				memory: 200,
			},
		];
		return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
	});
