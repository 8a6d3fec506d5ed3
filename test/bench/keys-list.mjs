import {createEnv, here, onGround, program, sh} from './ground.mjs';
import {interleave, rowsOf, spreadOf} from './interleave.mjs';

/** Goals L1 to L3: keys out, against a loop that throws the pages away. */

const limit = (address, pages) => [process.execPath, here('keys-limit.mjs'), 'list', address, String(pages)];
const list = (address, format) =>
	sh(`exec ${process.execPath} ${program} keys list -o ${format} --base-url ${address} > /dev/null`);

function commandsOf(at) {
	const small = {name: 'pages thrown away', words: limit(at.small(0), 300)};
	const slow = {name: 'the same at 50 ms, 4 at once', words: limit(at.slow(50), 60)};
	return [
		small,
		{
			id: 'L1',
			name: 'keys list to CSV, 300 pages',
			words: list(at.small(0), 'csv'),
			base: small.name,
			goal: 4.7,
			limit: 3.1,
		},
		{
			id: 'L1',
			name: 'keys list to NDJSON, 300 pages',
			words: list(at.small(0), 'ndjson'),
			base: small.name,
			goal: 4.4,
			limit: 4,
		},
		slow,
		{
			id: 'L2',
			name: 'keys list to CSV, 60 pages at 50 ms',
			words: list(at.slow(50), 'csv'),
			base: slow.name,
			goal: 1.2,
			limit: 1.11,
		},
	];
}

/** Peak memory of lists of two lengths, and how far apart they are. */
async function compareLengths(at, {quick, env}) {
	const [short, long] = [
		{id: 'L3', name: 'keys list, 1 M keys', words: list(at.million(0), 'csv'), memory: 200, memoryLimit: 165},
		{id: 'L3', name: 'keys list, 5 M keys', words: list(at.millions(0), 'csv'), memory: 200, memoryLimit: 170},
	];
	const commands = quick ? [short] : [short, long];
	const results = await interleave(commands, {rounds: 1, env});
	const rows = rowsOf(commands, results);
	if (quick) return rows;
	const ratio = Math.max(...results.get(long.name).peak) / Math.max(...results.get(short.name).peak);
	return [...rows, {id: 'L3', what: 'memory, 5 M keys / 1 M keys', unit: '×', goal: 1.15, ...spreadOf([ratio])}];
}

export const measure = ({rounds, quick}) =>
	onGround(async ({folder, start}) => {
		const serve = async keys => {
			const port = await start(here('keys-server.mjs'), String(keys));
			return latency => `http://127.0.0.1:${port}/${latency}`;
		};
		const [small, slow, million, millions] = await Promise.all([300_000, 60_000, 1e6, 5e6].map(serve));
		const at = {small, slow, million, millions};
		const env = createEnv(folder);
		const commands = commandsOf(at);
		return [
			...rowsOf(commands, await interleave(commands, {rounds, env})),
			...(await compareLengths(at, {quick, env})),
		];
	});
