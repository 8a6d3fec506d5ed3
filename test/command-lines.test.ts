import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {locate} from '../src/cli/find/locate.ts';
import {parseWords} from '../src/cli/parse/parse-words.ts';
import {commandTree} from '../src/command-table.ts';
import {words} from './support/program/usagectl.ts';
import {getPromises} from './windows/promises.ts';

/** Command lines in the folders that `npm test` does not run name commands and flags that exist. */

/** Returns what is wrong with a line, if anything. The number of arguments is not checked: a placeholder may stand for several. */
async function findError(line: string): Promise<string | undefined> {
	try {
		const {entry, group, rest} = locate(commandTree, words(line));
		if (!entry) return group ? `${group.path} is a group` : undefined;
		const {unknownFlags} = parseWords(rest, {path: entry.path, ...(await entry.load())});
		const [unknown] = unknownFlags.filter(word => word !== '--help');
		return unknown && `${entry.path} has no ${unknown}`;
	} catch (error) {
		return String(error);
	}
}

async function findErrors(lines: readonly string[]): Promise<readonly string[]> {
	const errors = await Promise.all(lines.map(async line => [line, await findError(line)] as const));
	return errors.flatMap(([line, error]) => (error === undefined ? [] : [`${line}: ${error}`]));
}

const firstWords = [...commandTree.commands, ...commandTree.groups].map(({path}) => path.split(' ')[0]);
const named = new RegExp(
	`^(?:--sandbox |)(?:${[...new Set(firstWords), ...Object.keys(commandTree.aliases)].join('|')}) `,
);
/** The names of measurements begin like commands too. */
const isProse = /[,:] /;
const fill = (text: string) => text.replace(/\$\{[^}]*\}/g, 'X').replaceAll("\\'", "'");

/** What a text types behind the program, without redirections; or the whole text if it begins with a command's name. */
function toLine(text: string): string | undefined {
	const [, typed] = /(?:\bPROGRAM|\$\{program\})'? (.*)/s.exec(text) ?? [];
	const line = typed === undefined ? text : typed.replace(/ (?:\d?[<>|&]|;).*/s, '');
	const isLine = typed === undefined ? named.test(line) && !isProse.test(line) : !line.startsWith('${');
	return isLine ? fill(line) : undefined;
}

/** `[node, program, 'keys', 'list', path]` */
const toWords = (list: string) =>
	list
		.split(', ')
		.map(item => /^'(.*)'$/.exec(item)?.[1] ?? 'X')
		.join(' ');

/** The command lines in a source: its texts, its lists of words, and the questions in its YAML. A line that is to fail says `code: 2`. */
function findLines(source: string): readonly string[] {
	const kept = source.replace(/^.*\bcode: 2\b.*$/gm, '');
	const texts = [...kept.matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g)].map(
		([, one, other]) => one ?? other ?? '',
	);
	const called = [...kept.matchAll(/\busagectl\((['`])(.*?)\1[,)]/g)].map(([, , text = '']) => fill(text));
	const lists = [...kept.matchAll(/\[(?:node, )?program, ('[^\]]*)\]/g)].map(([, list = '']) => toWords(list));
	const questions = [...kept.matchAll(/\bask: ['"]?([a-z][^,}'"\n\\]*)/g)].flatMap(
		([, text = '']) => toLine(text) ?? [],
	);
	const found = [...texts.flatMap(text => toLine(text) ?? []), ...called, ...lists, ...questions];
	return [...new Set(found.filter(line => !line.startsWith('X')))];
}

test.each(['../.ci', 'bench', 'engines', 'soak', 'windows'])('each line in %s can be typed', async folder => {
	const path = join(import.meta.dirname, folder);
	const sources = readdirSync(path, {recursive: true, encoding: 'utf8'}).filter(name => /\.[cm]?[jt]s$/.test(name));
	const lines = sources.flatMap(name => findLines(readFileSync(join(path, name), 'utf8')));
	expect(await findErrors(lines)).toEqual([]);
});

test('each promise about Windows types lines that exist', async () => {
	const steps = getPromises(['22']).flatMap(promised => promised.steps);
	const typed = steps.filter(({script, batch, code}) => script === undefined && batch === undefined && code !== 2);
	const lines = typed.map(step => `${step.words ?? ''} ${step.line ?? ''}`.replaceAll('\\', '/'));
	expect(await findErrors(lines)).toEqual([]);
	expect(lines.length).toBeGreaterThan(80);
});

test('finds a line whose command or flag is gone', async () => {
	const source =
		"usagectl('exceptions gone x'); [node, program, 'keys', 'list', path, '--gone']; `exec ${program} gone > x`";
	expect(await findErrors(findLines(source))).toHaveLength(3);
});
