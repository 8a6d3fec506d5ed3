import {rmSync, symlinkSync} from 'node:fs';
import {createEnv, has, here, onGround, program, sh, skip} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** Goals S1 to S7: what a run takes that does next to nothing, against an empty script and against the least that asks. */

const node = process.execPath;
const bare = {name: 'an empty script', words: [node, '-e', '0']};
const ours = (name, words, more) => ({name, words: [node, program, ...words.split(' ')], base: bare.name, ...more});

const texts = at => [
	ours('--version', '--version', {id: 'S1', goal: 1.1, limit: 1.03}),
	{...ours('--version by PATH and #!', '', {id: 'S1', goal: 1.15, limit: 1.1}), words: [at('usagectl'), '--version']},
	ours('--help', '--help', {id: 'S2', goal: 1.2, limit: 1.1}),
	ours('keys list --help', 'keys list --help', {id: 'S2', goal: 1.4, limit: 1.23}),
	ours('an unknown command', 'reprt', {id: 'S2', goal: 1.4, limit: 1.34, code: 2}),
	ours('an unknown flag', 'report current --jsn', {id: 'S2', goal: 1.4, limit: 1.34, code: 2}),
	ours('filter compile', 'filter compile country=US', {id: 'S7', goal: 1.6}),
];

const report = 'report events --from 2026-01-01 --to 2026-01-31 -o';
function calls(at, address) {
	const undici = {name: 'the least with undici', words: [node, here('least-undici.mjs'), address]};
	const http = {name: 'the least with node:http', words: [node, here('least-http.cjs'), address]};
	const cold = () => rmSync(at('cache'), {recursive: true, force: true});
	const csv = ours('a report as CSV', `${report} csv`);
	return {
		warm: [
			bare,
			undici,
			http,
			{...csv, id: 'S3', goal: 2.5, limit: 2.2},
			ours('a report as JSON', `${report} json`, {id: 'S3', goal: 2.5, limit: 2.2}),
			ours('a report as a table', `${report} table`, {id: 'S3', goal: 3, limit: 2.3}),
			{...csv, name: 'a report', base: undici.name, id: 'S4', goal: 0.35, limit: 0.26},
			{...csv, name: 'the same report', base: http.name, id: 'S4', goal: 1.9, limit: 1.5},
		],
		cold: [
			bare,
			{...csv, name: 'a report as CSV, nothing compiled before', before: cold, id: 'S3', goal: 3.4, limit: 3.1},
			ours('a table, nothing compiled before', `${report} table`, {before: cold, id: 'S3', goal: 3.9}),
		],
		memory: [{...csv, base: undefined, id: 'S5', memory: 60, memoryLimit: 50}],
	};
}

const peers = ['gh', 'npm', 'sentry-cli'];

/** Ours over each peer that is there: below 1 is faster. */
async function comparePeers({rounds, env}) {
	const missing = peers.filter(name => !has(name));
	const pairs = ['--version', '--help'].flatMap(flag =>
		peers.filter(has).map(peer => ({
			peer: {name: `${peer} ${flag}`, words: sh(`${peer} ${flag} || true`)},
			name: `${flag}, for ${peer}`,
			flag,
		})),
	);
	const commands = pairs.flatMap(({peer, name, flag}) => [
		peer,
		{name, words: [node, program, flag], what: flag, base: peer.name, id: 'S6', goal: 1},
	]);
	const rows = commands.length > 0 ? rowsOf(commands, await interleave(commands, {rounds, env, sampleMs: 0})) : [];
	return [...rows, ...missing.map(name => skip('S6', `--version and --help / ${name}`, `${name} is not installed`))];
}

export const measure = ({rounds, quick}) =>
	onGround(async ({folder, start, at}) => {
		const address = `http://127.0.0.1:${await start(here('report-server.mjs'))}`;
		const env = createEnv(folder, {USAGECTL_BASE_URL: address});
		symlinkSync(program, at('usagectl'));
		const {warm, cold, memory} = calls(at, `${address}/reporting/eventTracking/basic/dataTable`);
		const run = async (commands, options) => rowsOf(commands, await interleave(commands, {env, ...options}));
		const many = rounds * (quick ? 1 : 8);
		const asked = await run([...warm, ...texts(at)], {rounds: many, sampleMs: 0});
		return [
			...asked,
			...(await run(cold, {rounds: many, sampleMs: 0})),
			...(await run(memory, {rounds: 10, sampleMs: 2})),
			...(await comparePeers({rounds, env})),
		].sort((one, other) => one.id.localeCompare(other.id));
	});
