import {CliError} from '../../../src/errors.ts';
import {compileFilter} from '../../../src/language/compile-expressions.ts';
import {passes} from '../../support/oracle/filters.ts';
import {holds, randomInstallation, randomTree, textOf} from './meaning.ts';
import {createRandom} from './random.ts';

/** Codes for filters that the API cannot express. Any other error for a well-formed text is a bug. */
const inexpressible = new Set([
	...['or-across', 'and-same', 'levels-and', 'not-only-flags', 'contradiction', 'too-many', 'null-half', 'regex-mix'],
	...['number-or', 'date-or', 'boolean-two', 'usage-one', 'empty-range'],
]);

export type Comparison = {readonly compiled: number; readonly refused: ReadonlyMap<string, number>};
type Wire = Parameters<typeof passes>[0];
/** Evaluates compiled JSON. Tests also pass evaluators with deliberate errors. */
export type Reader = typeof passes;

/**
 * L13: random trees, evaluated directly and as the API would evaluate the JSON, on 30 installations each. Throws at the
 * first difference.
 */
export function compareMeaning(trees: number, seed: number, read: Reader = passes): Comparison {
	const random = createRandom(seed);
	const installations = Array.from({length: 300}, () => randomInstallation(random));
	const refused = new Map<string, number>();
	let compiled = 0;
	for (let count = 0; count < trees; count++) {
		const tree = randomTree(random);
		const text = textOf(tree);
		const json = compileOrRefuse(text, refused);
		if (!json) continue;
		compiled++;
		const from = random.below(installations.length - 30);
		for (const installation of installations.slice(from, from + 30)) {
			if ((holds(tree, installation) ?? false) === read(json, installation, 'current')) continue;
			throw new Error(`${text}\n${JSON.stringify(json)}\n${JSON.stringify(installation.current)}`);
		}
	}
	return {compiled, refused};
}

function compileOrRefuse(text: string, refused: Map<string, number>): Wire | undefined {
	try {
		return compileFilter([{name: '--filter', text}], {today: '2024-03-15'}).json;
	} catch (error) {
		const code = error instanceof CliError ? error.details.code : undefined;
		if (code === undefined || !inexpressible.has(code)) throw new Error(`${text}: ${code}`, {cause: error});
		refused.set(code, (refused.get(code) ?? 0) + 1);
		return undefined;
	}
}
