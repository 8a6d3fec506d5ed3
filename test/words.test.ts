import {readdirSync, readFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {aliases} from '../src/command-groups.ts';
import {commandTree} from '../src/command-table.ts';
import {usagectl} from './support/program/usagectl.ts';

/** Rules for the texts that people read, as far as a program can check them. */

const root = resolve(import.meta.dirname, '..');
const listFiles = (folder: string, end: string) =>
	readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
		.filter(name => name.endsWith(end))
		.map(name => join(root, folder, name));
const sources = listFiles('src', '.ts');
const documents = [
	...listFiles('docs', '.md'),
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map(name => join(root, name)),
];

/** The lines of a file that match, each with its place. */
const findLines = (files: readonly string[], pattern: RegExp) =>
	files.flatMap(file =>
		readFileSync(file, 'utf8')
			.split('\n')
			.flatMap((line, at) => (pattern.test(line) ? [`${relative(root, file)}:${at + 1}: ${line.trim()}`] : [])),
	);

test('a doc comment is a sentence: it begins with a verb or with the thing', () => {
	expect(findLines(sources, /^\s*(?:\/\*\*|\*) ?(?:Who|What|Whether|Why|How|Where) /)).toEqual([]);
});

test('a line of a comment does not end in half of its end', () => {
	expect(findLines(sources, /^\s*\* .* \/$/)).toEqual([]);
});

/** Phrases that have to be read twice. */
const banned = [
	/\bso many\b/,
	/\b(?:it|that|which) is none\b/,
	/(?<!\b[Tt]here )\bis no (?!longer|more)[a-z]/,
	/\bin place of that of\b/,
	/\bwhich is its limit\b/,
	/\blater (?:servers?|services?)\b/,
	/\bhere it is\b/,
	/\bis had by\b/,
	/\bkept answers?\b/,
	/\bwhole or not at all\b/,
	/\bnobody can be asked\b/,
	/\bcall on the way\b/,
	/\bplanted causes?\b/,
	/\b(?:refusal|trouble)s?\b/,
	/\bwhere there (?:is|are) no/,
];
test.each(banned)('nothing says %s', phrase => {
	expect(findLines([...sources, ...documents], phrase)).toEqual([]);
});

/** The text of a document without code, and without the targets of links. */
const readProse = (path: string) =>
	readFileSync(path, 'utf8').replace(/^ *```[\s\S]*?^ *```|`[^`\n]*`|\]\([^)]*\)/gm, '');

test('prose says crash reports where commands and the API say exceptions', () => {
	const other =
		/(?<!^# usagectl )\bexceptions\b(?! (?:tail|files|download|sync|top|show|mark|engine-setup)\b)(?!\]).*/gim;
	expect(documents.flatMap(path => readProse(path).match(other) ?? [])).toEqual([]);
});

test('an error, a hint and a note begin in lower case and end without a stop', () => {
	const texts = sources.flatMap(file => {
		const code = readFileSync(file, 'utf8');
		const literals =
			/(?:new CliError\(\s*'\w+',\s*|\b(?:hint|advice): |\b(?:note|warn|caveat)\(\s*)(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;
		return [...code.matchAll(literals)].map(([, , text = '']) => `${relative(root, file)}: ${text}`);
	});
	expect(texts.length).toBeGreaterThan(300);
	expect(texts.filter(text => /^\S+: (?!Node |NODE_)[A-Z][a-z]+ /.test(text))).toEqual([]);
	expect(texts.filter(text => /[^.]\.$/.test(text))).toEqual([]);
});

const shown = commandTree.commands.filter(({hidden}) => !hidden);
const summaries = [...shown, ...commandTree.groups].map(({path, summary}) => [path, summary] as const);
const verbs =
	/^(?:Add|Advance|Build|Call|Change|Check,?|Compare|Convert|Count|Create|Delete|Download,?|End|Explain|Export|Find|Group|Import|Keep|List,?|Manage|Mark|Print|Query|Recreate|Remove|Replace|Report|Restore|Run|Save|Set|Show|Sign|Start|Summarize|Switch) /;
test.each(summaries)('the summary of %s begins with a verb and has at most 62 characters', (_path, summary) => {
	expect(summary).toMatch(verbs);
	expect(summary.length).toBeLessThanOrEqual(62);
	expect(summary).not.toMatch(/\.$/);
});

test('the summaries of flags and arguments begin with a capital letter and end without a stop', async () => {
	const commands = await Promise.all(shown.map(async ({path, load}) => ({path, ...(await load())})));
	const texts = commands.flatMap(({path, flags, args = []}) =>
		[...Object.values(flags), ...args].map(({summary}) => `${path}: ${summary}`),
	);
	expect(texts.filter(text => !/: (?:[A-Z\d'"`]|table,|auto,|csv|json)/.test(text) || /\.$/.test(text))).toEqual([]);
});

test('the help of the program has at most 50 lines of 80 characters', async () => {
	const lines = (await usagectl('--help')).stdout.trimEnd().split('\n');
	expect(lines.length).toBeLessThanOrEqual(50);
	expect(lines.filter(line => line.length > 80)).toEqual([]);
});

/** The first three results of each section, without the lines on which they are continued. */
const resultsOf = (help: string) =>
	help
		.split('\n\n')
		.slice(1)
		.flatMap(part =>
			part
				.split('\n')
				.filter(line => /^ {2}\S/.test(line))
				.slice(0, 3),
		)
		.map(line => line.trim());

test.each([
	['lost', '--lost-after <days>'],
	['losses', 'usagectl report churn'],
	['why', 'usagectl report why'],
	['products', '-p, --product <id>'],
	['slack', 'usagectl help questions'],
	['teams', '--notify'],
	['stickiness', 'usagectl report current --stickiness'],
	['retention', 'usagectl report churn retention'],
	['timezone', '--tz <zone>'],
	['accounts', 'usagectl login'],
	['export keys', 'usagectl keys list'],
	['quota', 'usagectl keys list'],
	['crash', 'usagectl release'],
	['crash-free', 'usagectl release list'],
	['version', 'usagectl release'],
	['weekly', 'usagectl report current --status active --split week'],
	['churned', 'usagectl report churn'],
	['excel', 'usagectl keys update'],
	['proxy', 'usagectl help environment'],
	['password', 'usagectl login'],
	['undo', 'usagectl keys undo'],
	['chart', '--chart'],
	['sql', 'usagectl query'],
	['join', 'usagectl query'],
	['page', 'usagectl questions digest'],
	['holiday', 'usagectl help questions'],
	['agent', 'usagectl help skill'],
	['alert', 'usagectl help questions'],
	['uninstalled', 'usagectl report churn'],
])('help %s leads to %s', async (words, expected) => {
	const {stdout, exitCode} = await usagectl(`help ${words}`);
	expect(exitCode).toBe(0);
	expect(resultsOf(stdout).some(result => result.startsWith(expected))).toBe(true);
});

test('help lists a flag once, though its commands describe it differently', async () => {
	const {stdout} = await usagectl('help lost');
	expect(stdout.match(/^ {2}--(?:lost-after|status) /gm)).toHaveLength(2);
});

test('help finds the beginnings of words', async () => {
	expect((await usagectl('help sticki')).stdout).toContain('stickiness: weekly');
});

test.each(Object.entries(aliases))('%s is another name of %s', async (alias, path) => {
	expect((await usagectl(`${alias} --help`)).stdout).toBe((await usagectl(`${path} --help`)).stdout);
});
