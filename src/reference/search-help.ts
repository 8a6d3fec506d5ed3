import type {Flag} from '../cli/definition/flag.ts';
import {longName} from '../cli/definition/flag-names.ts';
import {globalFlags} from '../cli/definition/globals.ts';
import type {CommandTree} from '../cli/find/command-tree.ts';
import {type Item, section} from './layout.ts';
import {recipes} from './recipes.ts';
import {topicSummaries} from './topics.ts';

const most = 8;

/** Words that people search for, with those that the texts use. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
	why: ['compare', 'diff'],
	churn: ['churn', 'lost', 'stay'],
	retention: ['stay'],
	mau: ['active'],
	dau: ['active'],
	license: ['key'],
	schedule: ['cron'],
	excel: ['xlsx', 'spreadsheet'],
};

/** Returns the stem of a word, so that `products` finds `product`. */
const stemOf = (word: string) => word.toLowerCase().replace(/(?<=...)(?:(?<=sh|ch|x)es|s)$/, '');

function createMatch(words: readonly string[]): (text: string) => boolean {
	const wanted = words
		.map(stemOf)
		.map(stem => [stem, ...(Object.hasOwn(synonyms, stem) ? (synonyms[stem] ?? []) : [])]);
	return text => {
		const low = text.toLowerCase();
		return wanted.every(stems => stems.some(stem => low.includes(stem)));
	};
}

async function listFlags({commands}: CommandTree): Promise<readonly Flag[]> {
	const shown = await Promise.all(commands.filter(({hidden}) => !hidden).map(({load}) => load()));
	const flags = [globalFlags, ...shown.map(command => command.flags)].flatMap(table => Object.values<Flag>(table));
	return [...new Map(flags.map(flag => [longName(flag), flag])).values()];
}

/** Lists the commands, flags, topics and examples whose texts have all of the words; undefined if there are none. */
export async function searchHelp(tree: CommandTree, words: readonly string[]): Promise<string | undefined> {
	const matches = createMatch(words);
	const shown = tree.commands.filter(({hidden}) => !hidden);
	const commands = shown.map(({path, summary}): Item => [`usagectl ${path}`, summary]);
	const flags = (await listFlags(tree)).map((flag): Item => [flag.flags, flag.summary]);
	const topics = Object.entries(topicSummaries).map(([name, summary]): Item => [`usagectl help ${name}`, summary]);
	const examples = recipes.map(({task, line}): Item => [line, task]);
	const sections = Object.entries({Commands: commands, Flags: flags, Topics: topics, Examples: examples}).map(
		([heading, items]) => section(heading, items.filter(item => matches(item.join(' '))).slice(0, most)),
	);
	const found = sections.join('');
	return found === '' ? undefined : `Help that mentions '${words.join(' ')}'\n${found}`;
}
