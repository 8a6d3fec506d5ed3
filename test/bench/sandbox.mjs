import {rmSync} from 'node:fs';
import {createEnv, onGround, program} from './ground.mjs';
import {interleave, spreadOf} from './interleave.mjs';

/** The sandbox at a million installations: building its data, then a report with the data there. */
export const measure = ({node, quick}) =>
	onGround(async ({folder, at}) => {
		const size = quick ? '100k' : '1M';
		const env = createEnv(folder);
		const run = async (name, words, options = {}) => {
			const command = {name, words: [node, program, ...words], ...options};
			const {ms, peak} = (await interleave([command], {rounds: 1, env, warm: false, ...options})).get(name);
			return {seconds: ms[0] / 1000, megabytes: Math.max(...peak)};
		};
		rmSync(at('config'), {recursive: true, force: true});
		const report = ['--sandbox', 'report', 'current', '--from', '-90d', '--level', 'prodVersion', '-q'];
		const built = await run('reset', [
			'sandbox',
			'reset',
			'--seed',
			'1',
			'--size',
			size,
			'--now',
			'2026-06-30',
			'--yes',
		]);
		const warm = await run('report', report);
		const row = (what, unit, value, goal) => ({what, unit, goal, ...spreadOf([value])});
		return [
			row(`sandbox of ${size}: its data built`, 's', built.seconds, 60),
			row(`sandbox of ${size}: its data built, peak memory`, 'MB', built.megabytes, 1600),
			row(`sandbox of ${size}: a report`, 's', warm.seconds, 3),
			row(`sandbox of ${size}: a report, peak memory`, 'MB', warm.megabytes, 1200),
		];
	});
