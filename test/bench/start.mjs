import {execFileSync} from 'node:child_process';
import {createEnv, findPeers, here, onGround, program} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** Runs that do little, against an empty script of the same Node. */
export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, start}) => {
		const address = `http://127.0.0.1:${await start(here('report-server.mjs'), 'events', '20')}`;
		const bare = {name: 'an empty script', words: [node, '-e', '0']};
		const ours = (name, line, {goal, peers = {}, ...more} = {}) => ({
			...{name, words: [node, program, ...line.split(' ')], ...more},
			against: {[bare.name]: goal ?? null, ...peers},
		});
		const url = `${address}/reports/events`;
		const peers = findPeers([
			{name: 'curl', needs: ['curl'], words: ['curl', '-s', '-X', 'POST', '-d', '{}', url]},
			{name: 'httpie', needs: ['http'], words: ['http', '--ignore-stdin', 'POST', url, 'productId:=7']},
		]);
		const report = 'report events --from 2026-01-01 --to 2026-01-31 -o';
		const isOld = execFileSync(node, ['--version'], {encoding: 'utf8'}) < 'v22';
		const commands = [
			bare,
			...peers,
			ours('--version', '--version', {goal: 1.1}),
			ours('an error', 'report current --jsn', {goal: isOld ? 3 : 2.2, code: 2}),
			ours('filter check', 'filter check country=US', {goal: isOld ? 3.2 : 2.3}),
			ours('a report as CSV', `${report} csv`, {goal: isOld ? 9.1 : 4.3, peers: {curl: null, httpie: 1}}),
			ours('a report as a table', `${report} table`, {goal: isOld ? 9.8 : 4.8}),
		];
		const env = createEnv(folder, {USAGECTL_BASE_URL: address});
		return rowsOf(commands, await interleave(commands, {rounds: rounds * (quick ? 1 : 8), env, sampleMs: 0}));
	});
