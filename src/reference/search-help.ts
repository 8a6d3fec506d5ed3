import type {Flag} from '../cli/definition/flag.ts';
import {globalFlags} from '../cli/definition/globals.ts';
import type {CommandTree} from '../cli/find/command-tree.ts';
import {type Item, section} from './layout.ts';
import {recipes} from './recipes.ts';
import {topicSummaries, topics} from './topics.ts';

/** A section has at most `most` items; its entries' longer texts are searched only if it has fewer than `few` without them. */
const most = 8;
const few = 3;

/** Words that people search for, with those that the texts use. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
	account: ['sign in', 'profile', 'current user'],
	ai: ['assistant'],
	alert: ['notify', 'question'],
	backup: ['archive', 'download'],
	bug: ['crash'],
	churn: ['lost', 'stay'],
	customer: ['key', 'installation'],
	daily: ['day'],
	dashboard: ['page', 'digest'],
	dau: ['active'],
	delete: ['remove', 'undo'],
	demo: ['sandbox'],
	excel: ['xlsx', 'spreadsheet'],
	export: ['list', 'csv'],
	feature: ['event'],
	graph: ['chart'],
	license: ['key'],
	llm: ['assistant', 'agent'],
	mau: ['active'],
	monthly: ['month'],
	offline: ['sandbox'],
	plot: ['chart'],
	retention: ['stay'],
	schedule: ['cron'],
	seat: ['quota'],
	timezone: ['time zone'],
	token: ['password', 'session'],
	uninstall: ['lost'],
	upload: ['import'],
	user: ['installation'],
	version: ['release'],
	weekly: ['week'],
	why: ['compare'],
};

/** Returns the stem of a word: `crashes`, `crashed` and `crash` have the same. */
const stemOf = (word: string): string =>
	word
		.toLowerCase()
		.replace(/(?<=...)s$/, '')
		.replace(/(?<=...)(?:ed|ing)$/, '')
		.replace(/(?<=...)e$/, '')
		.replace(/y$/, 'i');

/** Returns the stems of a text's words, between spaces. `overQuota` and `over-quota` are two words. */
const stemsOf = (text: string): string => ` ${(text.match(/[A-Z]?[a-z\d]+|[A-Z\d]+/g) ?? []).map(stemOf).join(' ')} `;

const synonymsByStem = new Map(Object.entries(synonyms).map(([word, others]) => [stemsOf(word), others.map(stemsOf)]));

/** An item, a longer text that is searched too, and an ending of its summary that is not. */
type Entry = {readonly item: Item; readonly text?: string; readonly ending?: string};

/** Returns the entries that have all of the words, the best first: in the name, in the summary, as synonyms, in the text. */
function findEntries(entries: readonly Entry[], words: readonly string[], isPart: boolean): readonly Item[] {
	const wanted = words.map(stemsOf).map(stems => (isPart ? stems.trimEnd() : stems));
	const isIn = (text: string) => wanted.every(stems => text.includes(stems));
	const isLike = (text: string) =>
		wanted.every(stems => [stems, ...(synonymsByStem.get(stems) ?? [])].some(each => text.includes(each)));
	const rankOf = ({item, text = ''}: Entry) => {
		const line = stemsOf(item.join(' '));
		return [isIn(stemsOf(item[0])), isIn(line), isLike(line), isIn(line + stemsOf(text))].indexOf(true);
	};
	const found = entries
		.map(entry => ({entry, rank: rankOf(entry)}))
		.filter(({rank}) => rank >= 0)
		.sort((left, right) => left.rank - right.rank);
	const inLines = found.filter(({rank}) => rank < 3);
	const best = inLines.length < few ? found.slice(0, few) : inLines.slice(0, most);
	return best.map(({entry}): Item => [entry.item[0], entry.item[1] + (entry.ending ?? '')]);
}

const countWords = ({item: [name]}: Entry) => name.split(' ').length;

/** Lists groups and commands, those with short names first. */
async function listCommands({commands, groups}: CommandTree): Promise<readonly Entry[]> {
	const shown = commands.filter(({hidden}) => !hidden);
	const loaded = await Promise.all(
		shown.map(async ({path, summary, load}) => {
			const {description = '', examples} = await load();
			return {path, summary, description: [description, ...examples.map(({caption}) => caption)].join(' ')};
		}),
	);
	return [...groups, ...loaded]
		.map(({path, summary, description = ''}): Entry => ({item: [`usagectl ${path}`, summary], text: description}))
		.sort((left, right) => countWords(left) - countWords(right));
}

/** Lists the flags of all commands, each with the commands that have it. */
async function listFlags({commands}: CommandTree): Promise<readonly Entry[]> {
	const shown = commands.filter(({hidden}) => !hidden);
	const owned = await Promise.all(
		shown.map(async ({path, load}) => Object.values<Flag>((await load()).flags).map(flag => ({flag, path}))),
	);
	const paths = new Map<string, readonly string[]>();
	for (const {flag, path} of owned.flat()) {
		const line = JSON.stringify([flag.flags, flag.summary]);
		paths.set(line, [...(paths.get(line) ?? []), path]);
	}
	const own = [...paths].map(([line, users]) => ({
		item: JSON.parse(line) as Item,
		ending: ` (${users.slice(0, 2).join(', ')}${users.length > 2 ? ', …' : ''})`,
	}));
	return [...Object.values<Flag>(globalFlags).map(({flags, summary}) => ({item: [flags, summary] as const})), ...own];
}

/** Lists the commands, topics, flags and examples that mention all of the words; undefined if there are none. */
export async function searchHelp(tree: CommandTree, words: readonly string[]): Promise<string | undefined> {
	if (!words.every(word => /[a-z\d]/i.test(word))) return undefined;
	const entries: Readonly<Record<string, readonly Entry[]>> = {
		Commands: await listCommands(tree),
		Topics: Object.entries(topicSummaries).map(([name, summary]) => ({
			item: [`usagectl help ${name}`, summary],
			text: topics[name]?.() ?? '',
		})),
		Flags: await listFlags(tree),
		Examples: recipes.map(({task, line}) => ({item: [line, task]})),
	};
	for (const isPart of [false, true]) {
		const found = Object.entries(entries)
			.map(([heading, listed]) => section(heading, findEntries(listed, words, isPart)))
			.join('');
		if (found !== '') return `Help about '${words.join(' ')}'\n${found}`;
	}
	return undefined;
}
