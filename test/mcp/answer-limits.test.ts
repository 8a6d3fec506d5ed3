import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {createDataMarks, errorAnswer, objectAnswer, rowsAnswer, textAnswer} from '../../src/mcp/tool-answer.ts';
import {expectKept, readError} from './support/judge.ts';

/** No answer is larger than 20 KB, whatever stands beside its rows. */

const marks = createDataMarks('01234567');
// Characters that are written as six bytes, as three, as four, as one.
const texts = ['\u202e', '中', '😀', 'x'].map(letter => letter.repeat(5000));
const about = (text: string) => ({asked: `usagectl ${text}`, messages: Array.from({length: 50}, () => text), exit: 7});

test.each(texts)('limits answers and errors with long texts: %#', text => {
	const row = JSON.stringify({a: 'x'.repeat(1000)});
	const sums = Object.fromEntries(
		Array.from({length: 20}, (_, at) => [`c${at}`, {sum: 1, largest: [text, text, text]}]),
	);
	const rows = {total: 1000, lines: Array.from({length: 14}, () => row), title: text, sums};
	const list = Array.from({length: 40}, () => text);
	const place = {source: text, text, line: 1, column: 4, length: 5};
	const details = {hint: text, code: text, reason: text, problems: list, expected: list, suggest: list, place};
	const error = errorAnswer(new CliError('usage', text, details), {asked: text}, marks);
	const answers = {
		error,
		rows: rowsAnswer(rows, {...about(text), offset: 0, narrow: text}, marks),
		text: textAnswer(list.join('\n'), {...about(text), offset: 0}, marks),
		line: textAnswer(text, {...about('a'), offset: 0}),
		object: objectAnswer(JSON.stringify({text}), about(text), marks),
		small: objectAnswer(JSON.stringify({a: 'x'.repeat(10_000)}), about(text), marks),
	};
	for (const [name, answer] of Object.entries(answers)) {
		expectKept(answer, name);
		expect(answer).toContain('more characters]');
	}
	expect(readError(error).hint).toMatch(/more characters\]$/);
	expect(answers.rows.split('\n').filter(line => line === row).length).toBe(14);
});
