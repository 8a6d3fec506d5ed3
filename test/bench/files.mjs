import {bundle} from '../../.ci/bundle.mjs';
import {createEnv, has, here, onGround, sh, skip} from './ground.mjs';
import {interleave, rowsOf} from './interleave.mjs';
import {writeZipFile} from './zip-file.mjs';

/** A CSV of 1 GB out of its zip, against `unzip -p`. */
export const measure = ({node, rounds, quick}) =>
	onGround(async ({folder, at}) => {
		if (!has('unzip')) return [skip('unpacked to stdout / unzip -p', 'unzip is not installed')];
		const {path} = writeZipFile(quick ? 4e8 : 1e9, '7_exc_2026-10-01_to_2026-10-31', folder);
		await bundle({input: here('unzip-entry.ts'), output: {file: at('unzip.cjs'), codeSplitting: false}});
		const unzip = {name: 'unzip -p', words: sh(`unzip -p ${path} > /dev/null`)};
		const ours = sh(`exec ${node} ${at('unzip.cjs')} ${path} > /dev/null`);
		const commands = [unzip, {name: 'unpacked to stdout', words: ours, base: unzip.name, goal: 0.45, memory: 150}];
		return rowsOf(commands, await interleave(commands, {rounds, env: createEnv(folder)}));
	});
