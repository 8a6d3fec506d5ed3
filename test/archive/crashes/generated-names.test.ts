import {expect, test} from 'vitest';
import {
	generatedInLines,
	generatedNames,
	replaceGeneratedInLine,
	replaceGeneratedName,
} from '../../../src/archive/crashes/generated-names.ts';

test.each(generatedInLines.map(({runtime, example}) => [runtime, ...example] as const))('%s', (_, line, expected) => {
	expect(replaceGeneratedInLine(line)).toBe(expected);
});

test.each(generatedNames.map(({runtime, example}) => [runtime, ...example] as const))('%s', (_, name, expected) => {
	expect(replaceGeneratedName(name)).toBe(expected);
});

test('replaces nothing more in a name that it replaced', () => {
	for (const {example} of generatedNames) expect(replaceGeneratedName(example[1])).toBe(example[1]);
	for (const {example} of generatedInLines) expect(replaceGeneratedInLine(example[1])).toBe(example[1]);
});
