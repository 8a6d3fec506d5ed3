import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {failureJson, failureText, toCliError} from '../../src/output/failure.ts';
import {hostileTexts, obeyed} from '../support/data/hostile-text.ts';

const plain = {color: false, debug: false};

test('writes a failure in two lines', async () => {
	const error = new CliError('refused', 'the service refused: bad \u001b[31mdate', {hint: 'first\nsecond'});
	expect(await failureText(error, plain)).toBe(
		'error: the service refused: bad \\u{1b}[31mdate\nhint: first\nhint: second\n',
	);
});

test('shows an error in an expression between them, with its position', async () => {
	const error = new CliError('usage', "there is no property 'rma'", {
		code: 'unknown-property',
		hint: 'did you mean ram?',
		suggest: ['ram'],
		place: {source: '--filter#2', line: 1, column: 4, length: 3, text: '漢字 rma>8'},
	});
	expect(await failureText(error, plain)).toBe(
		[
			"error[unknown-property]: there is no property 'rma'",
			'  --filter#2:1:4',
			'  | 漢字 rma>8',
			'  |      ^^^',
			'  did you mean ram?',
			'',
		].join('\n'),
	);
	expect(JSON.parse(failureJson(error))).toEqual({
		error: {
			code: 2,
			name: 'unknown-property',
			message: "there is no property 'rma'",
			hint: 'did you mean ram?',
			suggest: ['ram'],
			retryable: false,
			source: '--filter#2',
			line: 1,
			column: 4,
			length: 3,
		},
	});
});

test('writes the service’s reason verbatim in JSON, with what a program needs to decide', () => {
	const error = new CliError('network', 'no answer', {
		hint: 'try again later',
		code: 'timeout',
		reason: 'quota \u001b[2J "x"',
		httpStatus: 503,
		endpoint: '/meta/propertyValues',
		retryable: true,
		cause: new Error('secret'),
		body: 'never here',
	});
	const text = failureJson(error);
	expect(text.trim()).not.toContain('\n');
	expect(text).not.toMatch(obeyed);
	expect(JSON.parse(text)).toEqual({
		error: {
			code: 5,
			name: 'network',
			detail: 'timeout',
			message: 'no answer',
			hint: 'try again later',
			reason: 'quota \u001b[2J "x"',
			httpStatus: 503,
			endpoint: '/meta/propertyValues',
			retryable: true,
		},
	});
});

test('lists the errors of a file between the two lines', async () => {
	const error = new CliError('usage', '2 rows are wrong', {
		hint: 'mend them',
		problems: ['line 3: x', 'line 9: \u0007'],
	});
	expect(await failureText(error, plain)).toBe(
		'error: 2 rows are wrong\n  line 3: x\n  line 9: \\u{7}\nhint: mend them\n',
	);
});

test('the errors that one joins are objects like it in JSON, without the lines they are in', () => {
	const place = {source: 'a.txt', line: 2, column: 3, length: 4, text: 'x'.repeat(10_000)};
	const inner = new CliError('usage', 'wrong', {hint: 'correct the line', place, cause: new Error('inside')});
	const error = new CliError('usage', 'a.txt has 2 errors', {hint: 'correct these lines', errors: [inner]});
	expect(JSON.parse(failureJson(error)).error.errors).toEqual([
		{
			code: 2,
			name: 'usage',
			message: 'wrong',
			hint: 'correct the line',
			retryable: false,
			source: 'a.txt',
			line: 2,
			column: 3,
			length: 4,
		},
	]);
});

test('cuts a reason of megabytes', async () => {
	const error = new CliError('refused', 'x'.repeat(8_000_000), {hint: 'none'});
	expect((await failureText(error, plain)).length).toBeLessThan(2100);
	expect(failureJson(error).length).toBeLessThan(2200);
	expect((await failureText(error, {color: false, debug: true})).length).toBeLessThan(7000);
});

test('shows a stack only with --debug', async () => {
	const bug = toCliError(new TypeError('x is not a function'));
	expect(await failureText(bug, plain)).toBe(
		'error: a bug in usagectl: x is not a function\nhint: run the command again with --debug and report the output\n',
	);
	// Where the bug is, not only where it was caught.
	expect(await failureText(bug, {color: false, debug: true})).toMatch(
		/cause: TypeError: x is not a function\n +at .*failure\.test\.ts/,
	);
	expect(await failureText(bug, {color: true, debug: false})).toContain('\u001b[1;31merror:\u001b[0m ');
});

test.each(hostileTexts)('%j cannot move the terminal from an error', async text => {
	const error = new CliError('refused', text, {
		hint: text,
		problems: [text],
		code: 'x',
		place: {source: text, line: 1, column: 1, text: text.split('\n')[0] ?? ''},
	});
	expect(await failureText(error, plain)).not.toMatch(obeyed);
	expect(failureJson(error)).not.toMatch(obeyed);
	const caused = new CliError('refused', text, {hint: text, cause: new Error(text)});
	expect(await failureText(caused, {color: false, debug: true})).not.toMatch(obeyed);
});
