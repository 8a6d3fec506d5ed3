import {writeCrashLines} from './crash-lines.mjs';
import {createEnv, has, here, onGround, program, skip} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** Crashes counted in a CSV of 200 MB, against csv and re of Python. */
export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, at}) => {
		if (!has('python3')) return [skip('exceptions top / python csv + re', 'python3 is not installed')];
		const path = at('month.csv');
		writeCrashLines(path, quick ? 5e7 : 2e8);
		const python = {name: 'python csv + re', words: ['python3', here('crash-count.py'), path]};
		const top = [node, program, 'exceptions', 'top', path, '--limit', '20', '-q'];
		const commands = [python, {name: 'exceptions top', words: top, base: python.name, goal: 1, memory: 1000}];
		return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
	});
