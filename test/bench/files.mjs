import {bundle} from '../../.ci/bundle.mjs';
import {createEnv, findPeers, here, onGround, sh} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';
import {writeZipFile} from './zip-file.mjs';

/** A CSV of 500 MB out of its zip, against `unzip -p`. */
export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, at}) => {
		const {path} = writeZipFile(quick ? 2e8 : 5e8, '7_exc_2026-10-01_to_2026-10-31', folder);
		await bundle({input: here('unzip-entry.ts'), output: {file: at('unzip.cjs'), codeSplitting: false}});
		const peers = findPeers([{name: 'unzip -p', needs: ['unzip'], words: sh(`unzip -p ${path} > /dev/null`)}]);
		const ours = sh(`exec ${node} ${at('unzip.cjs')} ${path} > /dev/null`);
		const against = {'unzip -p': 0.45};
		const commands = [...peers, {name: 'unpacked to stdout', words: ours, against, memory: 150}];
		return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
	});
