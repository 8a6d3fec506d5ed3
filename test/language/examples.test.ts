import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {compileLine} from '../../src/commands/filter/compile-batch.ts';
import {compileMatch} from '../../src/language/compile-expressions.ts';

/** The examples of docs/language.md: `EXPRESSION  =>  JSON`, `… => error CODE` or, among canonical texts, `… => TEXT`. */
const text = readFileSync(new URL('../../docs/language.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/^```(filter|canonical|segment-by|level|event|key-filter|match)\n([\s\S]*?)^```$/gm)];
const examples = blocks.flatMap(([, block = '', lines = '']) =>
	lines
		.trim()
		.split('\n')
		.map(line => [block, ...line.split('  =>  ')] as [string, string, string]),
);

const kinds = new Map([
	['canonical', 'filter'],
	['segment-by', 'segment'],
	['key-filter', 'key'],
]);

function compile(block: string, expr: string): string {
	if (block === 'match') return JSON.stringify(compileMatch({name: '--match', text: expr}, 'os.version').json);
	const result = compileLine(JSON.stringify({kind: kinds.get(block) ?? block, expr}), {today: '2025-03-15'});
	if ('error' in result) return `error ${result.error.code}`;
	return block === 'canonical' ? result.canonical : JSON.stringify(result.json);
}

test.each(examples)('%s: %s', (block, expr, expected) => {
	expect(compile(block, expr)).toBe(expected);
});
