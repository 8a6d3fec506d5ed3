import {writeCrashLines} from './crash-lines.mjs';
import {createEnv, has, here, onGround, program, skip} from './ground.mjs';
import {interleave, rowsOf, spreadOf} from './interleave.mjs';

/** Goal E1: crashes counted in 200 MB, against csv and re of Python, and in 5 GB; wants as much room under the temporary folder. */

const top = path => [process.execPath, program, 'exceptions', 'top', path, '--limit', '20', '-q'];
const mostMb = 1000;

async function compareWithPython(path, {rounds, env}) {
	if (!has('python3')) return [skip('E1', 'exceptions top of 200 MB / python csv + re', 'python3 is not installed')];
	writeCrashLines(path, 2e8);
	const python = {name: 'python csv + re', words: ['python3', here('crash-count.py'), path]};
	const commands = [
		python,
		{
			id: 'E1',
			name: 'exceptions top of 200 MB',
			words: top(path),
			base: python.name,
			goal: 0.6,
			limit: 0.34,
			memory: mostMb,
		},
	];
	return rowsOf(commands, await interleave(commands, {rounds, env}));
}

async function measureLarge(path, env) {
	const gigabytes = (writeCrashLines(path, 5e9) / 1e9).toFixed(1);
	const command = {id: 'E1', name: `exceptions top of ${gigabytes} GB`, words: top(path), memory: mostMb};
	const results = await interleave([command], {rounds: 1, env, warm: false});
	const seconds = spreadOf(results.get(command.name).ms.map(ms => ms / 1000));
	return [{id: 'E1', what: command.name, unit: 's', goal: 60, ...seconds}, ...rowsOf([command], results)];
}

export const measure = ({rounds, quick}) =>
	onGround(async ({folder, at}) => {
		const env = createEnv(folder);
		const rows = await compareWithPython(at('month.csv'), {rounds, env});
		return quick ? rows : [...rows, ...(await measureLarge(at('years.csv'), env))];
	});
