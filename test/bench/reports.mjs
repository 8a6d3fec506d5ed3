import {createEnv, here, onGround, program, sh} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** A report of three levels with a million rows to CSV, against a bare loop that writes the same bytes. */
export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, start}) => {
		const size = quick ? 40 : 100;
		const address = `http://127.0.0.1:${await start(here('report-server.mjs'), 'nested', String(size))}`;
		const bare = {name: 'a bare loop', words: sh(`exec ${node} ${here('nested-limit.mjs')} ${address} > /dev/null`)};
		const levels = ['prodVersion', 'os.version', 'geography.country'].map(name => `--level ${name}`).join(' ');
		const report = `report current --from 2026-01-01 ${levels} -q -o csv --max-answer 512MiB --base-url ${address}`;
		const commands = [
			bare,
			{
				name: `a report of ${(size ** 3).toLocaleString('en')} rows as CSV`,
				words: sh(`exec ${node} ${program} ${report} > /dev/null`),
				against: {[bare.name]: null},
				memory: 500,
			},
		];
		return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
	});
