import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {compileMatch} from '../../src/language/compile-expressions.ts';
import {compileKind, type ExpressionKind} from '../../src/language/expression-kinds.ts';

/** The examples of docs/language.md: `EXPRESSION  =>  JSON`, `… => error CODE` or, among canonical texts, `… => TEXT`. */
const text = readFileSync(new URL('../../docs/language.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/^```(filter|canonical|segment-by|level|event|key-filter|match)\n([\s\S]*?)^```$/gm)];
const examples = blocks.flatMap(([, block = '', lines = '']) =>
	lines
		.trim()
		.split('\n')
		.map(line => [block, ...line.split('  =>  ')] as [string, string, string]),
);

const kinds = new Map<string, ExpressionKind>([
	['canonical', 'filter'],
	['segment-by', 'segment'],
	['key-filter', 'key'],
]);

function compile(block: string, expr: string): string {
	if (block === 'match') return JSON.stringify(compileMatch({name: '--match', text: expr}, 'os.version').json);
	const kind = kinds.get(block) ?? (block as ExpressionKind);
	try {
		const {json, canonical} = compileKind(kind, [{name: '', text: expr}], {today: '2025-03-15'});
		return block === 'canonical' ? canonical : JSON.stringify(json);
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		return `error ${error.details.code}`;
	}
}

test.each(examples)('%s: %s', (block, expr, expected) => {
	expect(compile(block, expr)).toBe(expected);
});
