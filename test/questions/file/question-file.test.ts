import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {CliError} from '../../../src/errors.ts';
import {splitLine} from '../../../src/lines/split-line.ts';
import {addQuestion} from '../../../src/questions/file/add-question.ts';
import {readQuestionText} from '../../../src/questions/file/find-question-file.ts';
import {parseQuestionFile} from '../../../src/questions/file/question-file.ts';
import {createVariables} from '../../../src/questions/file/question-variables.ts';
import {readyFile} from '../../../src/questions/file/ready-questions.ts';
import {quoteLine} from '../../../src/text/shell-quoting.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {laws} from '../../support/laws/laws.ts';

const read = (text: string, variables: Readonly<Record<string, string>> = {}) =>
	parseQuestionFile(text, createVariables(variables, []));
const errorsOf = (text: string, variables = {}) =>
	read(text, variables)
		.errors.toSorted((one, other) => one.line - other.line || one.column - other.column)
		.map(({line, column, message}) => `${line}:${column} ${message}`);

test('splitting a quoted line gives back its words', () => {
	fc.assert(
		fc.property(fc.array(fc.string({unit: 'grapheme'})), words => {
			expect(splitLine(quoteLine(words))).toEqual(words);
		}),
		laws(40),
	);
	expect(splitLine(`a 'b c' "d \\"e\\"" f\\ g ''`)).toEqual(['a', 'b c', 'd "e"', 'f g', '']);
	expect(splitLine("a \\\n  b \\\r\n 'c\\\nd'\n")).toEqual(['a', 'b', 'c\\\nd']);
	for (const open of ["a 'b", 'a "b', 'a "b\\', 'a \\']) expect([open, splitLine(open)]).toEqual([open, undefined]);
});

test('a link to the page is an https address without a user name or password', () => {
	const fileWith = (link: string) => `digest: {link: ${JSON.stringify(link)}}\nquestions: {a: {ask: report current}}\n`;
	const errorOf = (link: string) => errorsOf(fileWith(link)).join();
	for (const link of ['http://usage.example.com', 'javascript:alert(1)', 'usage.example.com', 'https://', ''])
		expect([link, errorOf(link)]).toEqual([
			link,
			`1:16 link: expected an address that begins with https:, not ${JSON.stringify(link)}`,
		]);
	for (const link of [
		'https://me:pw@usage.example.com/',
		'https:me@usage.example.com',
		'https:\\\\bank.example@evil.example',
	])
		expect([link, errorOf(link)]).toEqual([link, '1:16 link: the address cannot contain a user name or password']);
	expect(errorOf(`https://a.example/${'x'.repeat(500)}`)).toMatch(/^1:16 link: expected at most 500 characters/);
	const linkOf = (link: string, variables = {}) => read(fileWith(link), variables).digest.link;
	expect(linkOf('https://usage.example.com')).toBe('https://usage.example.com/');
	expect(linkOf(' HTTPS://usage.example.com/\u202e "<b>\n')).toBe('https://usage.example.com/%E2%80%AE%20%22%3Cb%3E');
	expect(linkOf('${RUN}', {USAGECTL_VAR_RUN: 'https://ci.example/runs/7'})).toBe('https://ci.example/runs/7');
});

test('all errors are reported at once, with line, column, what was expected and a suggestion', () => {
	expect(
		errorsOf(`defualts: {product: 1}
questions:
  active:
    ask: report current
    checks:
      - {column: active, each: prodEdition, drop: {percent: 20, cuont: 50}, against: 7d}
      - {column: active, sum: true, mni: 1000}
      - {rows: {new: true}, max: zero, level: wran}
      - {column: active, rows: true, max: 1}
      - {column: active, drop: {percent: 1, count: 1}, against: retentoin}
  retention: {ak: report churn}
  open: {ask: "report 'churn"}
  'a/b': {ask: report churn}
  Open: {ask: report churn}
digest: {show: [actve]}
`),
	).toEqual([
		"1:1 unknown key 'defualts'; did you mean defaults?",
		'6:51 count is missing',
		"6:65 unknown key 'cuont'; did you mean count?",
		'7:9 a check needs min, max, drop or rise',
		"7:37 unknown key 'mni'; did you mean min?",
		'8:34 max: expected a number, not "zero"',
		'8:47 level: expected fail, warn or note, not "wran"; did you mean warn?',
		'9:9 a check needs either column or rows',
		'11:14 ask is missing',
		"11:15 unknown key 'ak'; did you mean ask?",
		'12:15 ask: missing closing quote',
		"13:3 'a/b' is not a valid question name: use letters, digits, dots and dashes",
		"14:3 'Open' and 'open' would share a folder on Windows and macOS: rename one",
	]);
});

test('rules between the parts of a check', () => {
	const check = (text: string) =>
		errorsOf(`questions: {a: {ask: report current, checks: [${text}]}}`).map(each => each.replace(/^\S+ /, ''));
	expect(check('{column: x, rows: true, max: 1}')).toEqual(['a check needs either column or rows']);
	expect(check('{column: x}')).toEqual(['a check needs min, max, drop or rise']);
	expect(check('{column: x, each: y, sum: true, min: 1}')).toEqual(['each and sum cannot be combined']);
	expect(check('{column: x, drop: {percent: 1, count: 0}, against: elsewhere}')).toEqual([
		"against: expected previous, 7d, 52w, 28d-median, same-weekday-median or the name of a question, not 'elsewhere'",
	]);
	expect(check('{column: x, min: 1, against: 7d}')).toEqual(['against needs drop or rise']);
	expect(check('{column: x, drop: {percent: 20}}')).toEqual(['count is missing']);
});

const bomb = Array.from(
	{length: 9},
	(_, at) =>
		`k${at}: &k${at} [${Array(9)
			.fill(at === 0 ? 'x' : `*k${at - 1}`)
			.join(',')}]`,
).join('\n');
describe('hostile files', () => {
	test.each([
		['aliases that expand to gigabytes', bomb, /^2:10 aliases are not supported/],
		['brackets', '['.repeat(60_000), /^1:41 nested too deeply/],
		['lists in a line', '- '.repeat(30_000), /^1:81 nested too deeply/],
		['indentation', Array.from({length: 300}, (_, at) => `${' '.repeat(at)}a:`).join('\n'), /^\d+:1 nested too deeply/],
		['tabs', 'questions:\n\ta: 1', /^2:1 a tab cannot indent a line/],
		['duplicate keys', 'questions:\n  a: {ask: x}\n  a: {ask: y}', /^3:3 duplicate key/],
		['prototype names', 'questions:\n  __proto__: {ask: x}', /^2:3 '__proto__' is not allowed/],
		['prototype names outside', '__proto__: {questions: 1}\nquestions: {}', /^1:1 '__proto__' is not allowed/],
		[
			'prototype names in a check',
			'questions:\n  a: {asks: x, checks: [{where: {__proto__: 1}}]}',
			/^2:34 '__proto__' is not allowed/,
		],
		['tags', 'questions: !!js/function x', /^1:12 tags such as '!name' are not supported/],
		['two documents', 'questions: {a: {ask: x}}\n---\na: 1', /^2:1 the file may contain only one document/],
		['an empty file', '', /^1:1 the file: expected a mapping/],
		['a list', '- a', /^1:1 the file: expected a mapping/],
		[
			'many questions',
			`questions:\n${Array.from({length: 5000}, (_, at) => ` q${at}: 1`).join('\n')}`,
			/more than 200 questions/,
		],
		[
			'Windows device names',
			'questions: {CON: {ask: x}}',
			/^1:13 'CON' is not a valid question name: Windows reserves it/,
		],
	])('%s', (_, text, expected) => {
		const {errors, questions} = read(text);
		expect(errors.map(({line, column, message}) => `${line}:${column} ${message}`)).toEqual(
			expect.arrayContaining([expect.stringMatching(expected)]),
		);
		expect(questions).toEqual([]);
	});

	test('a file that is too large or not text', async () => {
		const path = join(temporaryFolder(), 'usagectl.yaml');
		const say = async (bytes: Uint8Array) => {
			writeFileSync(path, bytes);
			const error = await readQuestionText(path).catch((thrown: CliError) => thrown);
			return error instanceof CliError ? error.details.problems?.map(text => text.replace(`${path}:`, '')) : error;
		};
		expect(await say(Buffer.alloc(10_000_000, 'a: b\n'))).toEqual(['1:1: the file is larger than 64 KB']);
		expect(await say(Buffer.from('a: 1\nb: \xff', 'latin1'))).toEqual(['2:4: the file is not valid UTF-8']);
	});

	test('Windows line ends and a byte order mark are accepted, and positions stay right', () => {
		expect(read('\uFEFFquestions:\r\n  a:\r\n    ask: report current\r\n').questions).toMatchObject([
			{name: 'a', ask: ['report', 'current']},
		]);
		expect(errorsOf('questions:\r\n  a:\r\n    ask: x\r\n    bad: 1\r\n')).toEqual([
			expect.stringMatching(/^4:5 unknown key 'bad'/),
		]);
	});

	test('property names of JavaScript objects are valid question names', () => {
		expect(read('questions: {constructor: {ask: x}, toString: {ask: y}}').questions.map(({name}) => name)).toEqual([
			'constructor',
			'toString',
		]);
	});
});

test('variables come from --set and USAGECTL_VAR_NAME, and stay part of one word', () => {
	const text =
		'questions:\n  a:\n    title: ${T}\n    ask: report current --filter ${F} --level $${F}\n    checks: [{column: active, min: 1}]\n';
	const variables = {USAGECTL_VAR_T: 'Of ${F}', USAGECTL_VAR_F: "a 'b --x"};
	expect(read(text, variables).questions[0]).toMatchObject({
		title: 'Of ${F}',
		ask: ['report', 'current', '--filter', "a 'b --x", '--level', '${F}'],
	});
	expect(createVariables(variables, [['T', 'typed']]).get('T')).toBe('typed');
});

test.each([
	['T', '${T} is not set: use --set T=VALUE, or set USAGECTL_VAR_T in the environment'],
	[
		'GITHUB_TOKEN',
		'${GITHUB_TOKEN} is not set: use --set GITHUB_TOKEN=VALUE, or set USAGECTL_VAR_GITHUB_TOKEN in the environment',
	],
	['HOME', '${HOME} is not set: use --set HOME=VALUE, or set USAGECTL_VAR_HOME in the environment'],
	['USAGECTL_PASSWORD', '${USAGECTL_PASSWORD} is a setting or credential of usagectl and cannot be used in a question'],
	[
		'USAGECTL_ENGINE_PASSWORD',
		'${USAGECTL_ENGINE_PASSWORD} is a setting or credential of usagectl and cannot be used in a question',
	],
	['USAGECTL_VAR_T', '${USAGECTL_VAR_T}: write ${T} for the variable USAGECTL_VAR_T'],
])('the variable %s of the environment is not used, and the error names the new way', (name, expected) => {
	expect(errorsOf(`questions: {a: {title: "\${${name}}", ask: "x \${${name}}"}}`, {[name]: 'canary'})).toEqual([
		`1:24 ${expected}`,
		expect.stringMatching(/^1:\d+ ask: /),
	]);
});

test('a title of a ready-made question names as many days as its range has, with today', () => {
	const words: Readonly<Record<string, number>> = {three: 3, seven: 7};
	const days = [...readyFile.matchAll(/title: .*last (\w+) days\n(?: .*\n)*? +ask: .*--from -(\d+)d/g)].map(
		([, count = '', from]) => [words[count] ?? Number(count), Number(from) + 1],
	);
	expect(days.length).toBeGreaterThan(6);
	for (const [named, has] of days) expect(has).toBe(named);
});

test('the ready-made questions read the archive that other commands read, and mark', () => {
	const {questions} = read(readyFile.replace('PRODUCT', ''));
	const lines = questions.flatMap(({ask, before}) => [ask, ...(before ? [before] : [])]).map(words => words.join(' '));
	const archives = lines.flatMap(line => /^(?:exceptions \w+(?= -)|release check latest$)/.exec(line) ?? []);
	expect(archives).toHaveLength(lines.filter(line => /^(?:exceptions|release)/.test(line)).length);
});

test('the ready-made file is valid and has a dozen questions', () => {
	const {questions, errors} = read(readyFile.replace('PRODUCT', '  product: 1\n'));
	expect(errors).toEqual([]);
	expect(questions.length).toBeGreaterThanOrEqual(12);
});

test('adding a question keeps comments, order and line ends', () => {
	const text = '# ours\nquestions:\n  # the first\n  a: {ask: report current} # daily\n\ndigest: {title: T}\n';
	const added = addQuestion(text, {name: 'b', ask: "report current --filter 'ram>=8GB'"}, {replace: false});
	for (const kept of ['# ours', '# the first', '# daily', 'digest:']) expect(added).toContain(kept);
	expect(read(added).questions.map(({name, ask}) => [name, ask.at(-1)])).toEqual([
		['a', 'current'],
		['b', 'ram>=8GB'],
	]);
	expect(addQuestion(text.replaceAll('\n', '\r\n'), {name: 'b', ask: 'x'}, {replace: false})).not.toMatch(/[^\r]\n/);
	expect(() => addQuestion(text, {name: 'a', ask: 'x'}, {replace: false})).toThrow("question 'a' already exists");
	expect(read(addQuestion(text, {name: 'a', ask: 'x'}, {replace: true})).questions[0]?.ask).toEqual(['x']);
	expect(read(addQuestion('', {name: 'a', ask: 'x', title: 'A: b'}, {replace: false})).questions).toMatchObject([
		{name: 'a', title: 'A: b'},
	]);
});
