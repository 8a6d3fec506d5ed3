import {writeCrashLines} from './crash-lines.mjs';
import {createEnv, findPeers, here, onGround, program} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';

/** Crashes counted in a CSV of 200 MB, against csv and re of Python. */
export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, at}) => {
		const path = at('month.csv');
		writeCrashLines(path, quick ? 5e7 : 2e8);
		const script = ['python3', here('crash-count.py'), path];
		const peers = findPeers([{name: 'python csv + re', needs: ['python3'], words: script}]);
		const top = [node, program, 'exceptions', 'top', path, '--limit', '20', '-q'];
		const against = {'python csv + re': 0.9};
		const commands = [...peers, {name: 'exceptions top', words: top, against, memory: 600}];
		return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
	});
