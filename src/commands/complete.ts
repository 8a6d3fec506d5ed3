import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {CommandTree} from '../program/command-tree.ts';
import {suggest} from '../reference/completion/suggest.ts';
import {wordsOfLine} from '../reference/completion/words-of-line.ts';
import {createKnownValues} from '../session/known-values.ts';
import type {Context} from './command.ts';
import {defineCommand} from './command.ts';
import {optional} from './flag.ts';
import {text} from './values.ts';

/** The value of a flag in the line that is being typed. */
const typed = (words: readonly string[], ...names: readonly string[]): string | undefined => {
	const at = words.findLastIndex(word => names.includes(word.replace(/=.*/s, '')));
	return at < 0 ? undefined : (/=(.*)/s.exec(words[at] ?? '')?.[1] ?? words[at + 1]);
};

/** The service that the line would call, under the name that known values are stored by. */
function serviceOf(words: readonly string[], {baseUrl, profile}: Context['globals']): string {
	if (words.includes('--sandbox')) return 'profile sandbox';
	const named = typed(words, '--profile');
	return typed(words, '--base-url') ?? (named ? `profile ${named}` : (baseUrl ?? `profile ${profile}`));
}

/** Looks up names in the files of this machine. */
const createLookup = (words: readonly string[], {globals, stateDir, settingsStore}: Context) => {
	const known = createKnownValues({stateDir});
	const service = serviceOf(words, globals);
	const product = Number(typed(words, '-p', '--product')) || globals.products[0];
	return {
		known: (heading: string) => known.find(service, product, heading),
		profiles: async () => (await import('./profile/names.ts')).profileNames(await settingsStore.read()),
		runs: async () => readdir(join(stateDir, 'keys')).catch(() => []),
	};
};

/** Prints the word at the cursor, then a line for each completion, with its description after a tab. */
export const createComplete = (tree: CommandTree) =>
	defineCommand({
		examples: [],
		flags: {line: optional({flags: '--line <text>', summary: 'the command line up to the cursor', parse: text})},
		args: [{name: '[words...]', summary: 'its words in place of the line, for shells that split it'}],
		run: async ({line}, args, context) => {
			const words = line === undefined ? args : wordsOfLine(line).slice(1);
			const found = await suggest(words, {tree, lookup: createLookup(words, context), today: context.today});
			const oneLine = (text: string) => text.replace(/[\t\r\n]/g, ' ');
			const lines = [{text: words.at(-1) ?? '', summary: ''}, ...found];
			return {text: lines.map(({text: word, summary}) => `${oneLine(word)}\t${summary}\n`).join('')};
		},
	});
