import {readFileSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {Instrumenter} from '@stryker-mutator/instrumenter';

/** The small changes that tests are judged by, and how they are told. */

export const root = resolve(import.meta.dirname, '../..');

/** The files with all their mutants in them, each behind a switch: code by path, and the mutants. */
export async function instrument(files) {
	const silent = () => undefined;
	const logger = {isDebugEnabled: () => false, debug: silent, info: silent, warn: silent, error: console.error};
	const sources = files.map(name => ({name, mutate: true, content: readFileSync(name, 'utf8')}));
	const options = {plugins: null, ignorers: [], excludedMutations: []};
	const {files: mutated, mutants} = await new Instrumenter(logger).instrument(sources, options);
	return {contents: new Map(mutated.map(({name, content}) => [name, content])), mutants};
}

/** Where it is, what stood there and what stands there now. */
export function describeMutant({fileName, location: {start, end}, mutatorName, replacement}, verdict) {
	const lines = readFileSync(fileName, 'utf8')
		.split('\n')
		.slice(start.line, end.line + 1);
	const last = lines.at(-1)?.slice(0, end.column) ?? '';
	const was = [...lines.slice(0, -1), last].join('\n').slice(start.column);
	return `${relative(root, fileName)}:${start.line + 1}:${start.column + 1} ${mutatorName}, ${verdict}\n- ${was}\n+ ${replacement}\n`;
}

export const isNoticed = ({verdict}) => verdict === 'killed' || verdict === 'timeout';

/** The share in percent, and between which shares the true one lies (Wilson's interval of 95 %). */
export function share(verdicts) {
	const [n, z] = [verdicts.length, 1.96];
	const p = verdicts.filter(isNoticed).length / n;
	const [middle, half] = [p + z ** 2 / (2 * n), z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))];
	const percent = value => ((100 * value) / (1 + z ** 2 / n)).toFixed(1);
	return `${(100 * p).toFixed(1)} % (${percent(middle - half)} to ${percent(middle + half)}) of ${n}`;
}
