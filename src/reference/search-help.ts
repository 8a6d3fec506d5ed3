import type {Flag} from '../cli/definition/flag.ts';
import {globalFlags} from '../cli/definition/globals.ts';
import type {CommandTree} from '../cli/find/command-tree.ts';
import {findAnswers} from '../cli/find/help-answers.ts';
import {groupBy} from '../text/group-by.ts';
import {stemsOf} from '../text/word-stems.ts';
import {type Item, section} from './layout.ts';
import {recipes} from './recipes.ts';
import {pageSummaries, topicSummaries, topics} from './topics.ts';

/** A section has at most `most` items. Entries that only a synonym or their longer text finds are added if there are fewer than `few` others. */
const most = 8;
const few = 3;

/** An item, a longer text that is searched too, and an ending of its summary that is not. */
type Entry = {readonly item: Item; readonly text?: string; readonly ending?: string};

/** Returns the entries that have all of the words, each name once, the best first: in the name, in the summary, as words of the same answer, in the text. With `isPart`, the beginning of a word is enough. */
function findEntries(entries: readonly Entry[], words: readonly string[], isPart: boolean): readonly Item[] {
	const wanted = words.map(stemsOf).map(stems => (isPart ? stems.trimEnd() : stems));
	if (wanted.some(stems => stems.trim() === '')) return [];
	const isIn = (stems: string) => wanted.every(each => stems.includes(each));
	const synonyms = findAnswers(words).flatMap(answer => answer.words.split(', ').map(stemsOf));
	const isLike = (stems: string) => synonyms.some(each => stems.includes(each));
	const rankOf = ({item, text = ''}: Entry) => {
		const line = stemsOf(item.join(' '));
		return [isIn(stemsOf(item[0])), isIn(line), isLike(line), isIn(line + stemsOf(text))].indexOf(true);
	};
	const found = entries
		.map(entry => ({entry, rank: rankOf(entry)}))
		.filter(({rank}) => rank >= 0)
		.sort((left, right) => left.rank - right.rank);
	const once = found.filter(
		({entry}, index) => found.findIndex(other => other.entry.item[0] === entry.item[0]) === index,
	);
	const inLines = once.filter(({rank}) => rank < 2);
	const best = inLines.length < few ? once.slice(0, few) : inLines.slice(0, most);
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

/** Lists the flags of all commands, each summary of a flag with its commands first: those of most commands come first. */
async function listFlags({commands}: CommandTree): Promise<readonly Entry[]> {
	const shown = commands.filter(({hidden}) => !hidden);
	const owned = await Promise.all(
		shown.map(async ({path, load}) => Object.values<Flag>((await load()).flags).map(flag => ({...flag, path}))),
	);
	const own = [...groupBy(owned.flat(), ({flags}) => flags)].flatMap(([flags, users]) =>
		[...groupBy(users, ({summary}) => summary)]
			.sort(([, left], [, right]) => right.length - left.length)
			.map(([summary, group]): Entry => {
				const paths = [...new Set([...group, ...users].map(({path}) => path))];
				return {
					item: [flags, summary],
					ending: ` (${paths.slice(0, 2).join(', ')}${paths.length > 2 ? ', …' : ''})`,
				};
			}),
	);
	return [...Object.values<Flag>(globalFlags).map(({flags, summary}) => ({item: [flags, summary] as const})), ...own];
}

/** Lists what people look for most, then the commands, topics, flags and examples that mention all of the words; undefined if there are none. */
export async function searchHelp(tree: CommandTree, words: readonly string[]): Promise<string | undefined> {
	const entries: Readonly<Record<string, readonly Entry[]>> = {
		Commands: await listCommands(tree),
		Topics: Object.entries({...topicSummaries, ...pageSummaries}).map(([name, summary]) => ({
			item: [`usagectl help ${name}`, summary],
			text: topics[name]?.() ?? '',
		})),
		Flags: await listFlags(tree),
		Examples: recipes.map(({task, line}) => ({item: [line, task]})),
	};
	const answers = findAnswers(words).map(({line, does}): Item => [line, does]);
	const heading = `Help about '${words.join(' ')}'\n${section('Start with', answers)}`;
	for (const isPart of [false, true]) {
		const found = Object.entries(entries)
			.map(([heading, listed]) => section(heading, findEntries(listed, words, isPart)))
			.join('');
		if (found !== '') return heading + found;
	}
	return answers.length > 0 ? heading : undefined;
}
