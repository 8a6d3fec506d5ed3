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
type Term = {readonly sign: number; readonly filters: Wire};
/** Returns filters whose signed counts are those of the text. */
type Compile = (text: string, context: {readonly today: string}) => readonly Term[];
/** Evaluates compiled JSON. Tests also pass evaluators with deliberate errors. */
export type Reader = typeof passes;

/**
 * L13: random trees, evaluated directly and as the API would evaluate the JSON, on 30 installations each. Throws at the
 * first difference.
 */
export function compareMeaning(
	trees: number,
	seed: number,
	read: Reader = passes,
	compile: Compile = compileWhole,
): Comparison {
	const random = createRandom(seed);
	const installations = Array.from({length: 300}, () => randomInstallation(random));
	const refused = new Map<string, number>();
	let compiled = 0;
	for (let count = 0; count < trees; count++) {
		const tree = randomTree(random);
		const text = textOf(tree);
		const terms = compileOrRefuse(text, compile, refused);
		if (!terms) continue;
		compiled++;
		const from = random.below(installations.length - 30);
		for (const installation of installations.slice(from, from + 30)) {
			const matching = terms.filter(({filters}) => read(filters, installation, 'current'));
			const sum = matching.reduce((total, {sign}) => total + sign, 0);
			if (Number(holds(tree, installation) ?? false) === sum) continue;
			throw new Error(`${text}\n${JSON.stringify(terms)}\n${JSON.stringify(installation.current)}`);
		}
	}
	return {compiled, refused};
}

const compileWhole: Compile = (text, context) => [
	{sign: 1, filters: compileFilter([{name: '--filter', text}], context).json},
];

function compileOrRefuse(text: string, compile: Compile, refused: Map<string, number>): readonly Term[] | undefined {
	try {
		return compile(text, {today: '2024-03-15'});
	} catch (error) {
		const code = error instanceof CliError ? error.details.code : undefined;
		if (code === undefined || !inexpressible.has(code)) throw new Error(`${text}: ${code}`, {cause: error});
		refused.set(code, (refused.get(code) ?? 0) + 1);
		return undefined;
	}
}
