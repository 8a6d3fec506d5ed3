import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {type CommandTree, childrenOf} from '../../cli/find/command-tree.ts';
import {locate} from '../../cli/find/locate.ts';
import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {describeTree} from '../describe-tree.ts';
import {flagsHelp, helpText} from '../help-text.ts';
import {printRecipes, recipes} from '../recipes.ts';
import {searchHelp} from '../search-help.ts';
import {skillText} from '../skill-text.ts';
import {type pageSummaries, topics, topicsHelp} from '../topics.ts';

const sandboxTables = async () => `\n${(await import('../../sandbox/store/table-text.ts')).describeTables()}`;

type Page = (tree: CommandTree) => string | Promise<string>;
const named: Readonly<Record<keyof typeof pageSummaries, Page>> = {
	examples: () => printRecipes(recipes),
	flags: flagsHelp,
	schema: async () => {
		const {jsonSchema} = await import('../../questions/file/question-schema.ts');
		return `${JSON.stringify(jsonSchema(), undefined, 2)}\n`;
	},
	skill: skillText,
};
const pages: Readonly<Record<string, Page>> = {...named, topics: topicsHelp};

/** A command of the same name is found by its own flag. */
async function explainTopic(name: string, text: () => string, isCommand: boolean): Promise<string> {
	const tables = name === 'sandbox' ? await sandboxTables() : '';
	return `${text()}${tables}${isCommand ? `\nCommands and flags: usagectl ${name} --help\n` : ''}`;
}

/**
 * Returns the text of a topic or a command, else the help that mentions the words. Throws CliError (usage) with the nearest
 * names.
 */
async function explain(tree: CommandTree, words: readonly string[]): Promise<string> {
	const [word = ''] = words;
	const isOne = words.length === 1;
	const topic = isOne && Object.hasOwn(topics, word) ? topics[word] : undefined;
	const commands = [...childrenOf(tree, '').map(child => child.word), ...Object.keys(tree.aliases)];
	if (topic) return explainTopic(word, topic, commands.includes(word));
	const page = isOne && Object.hasOwn(pages, word) ? pages[word] : undefined;
	if (page) return page(tree);
	if (word === '' || commands.includes(word)) return helpText(tree, locate(tree, [...words, '--help']));
	const found = await searchHelp(tree, words);
	if (found !== undefined) return found;
	const near = nearNames(word, [...commands, ...Object.keys(topics)]).map(name => `usagectl help ${name}`);
	const advice = suggestion(near, `the topics are ${Object.keys(topics).join(', ')}`);
	throw new CliError('usage', `no command, flag, topic or example mentions '${words.join(' ')}'`, advice);
}

export const createHelp = (tree: CommandTree) =>
	defineCommand({
		description:
			'Shows the help of a command or a topic. Other words are searched for in the commands, flags, topics and examples.',
		examples: [
			{line: 'usagectl help filters', caption: 'the topic about filters'},
			{line: 'usagectl help report current', caption: 'the help of a command'},
			{line: 'usagectl help churn', caption: 'commands, flags, topics and examples that mention a word'},
			{line: 'usagectl help examples', caption: 'command lines for common tasks'},
		],
		takes: ['out'],
		flags: {json: toggle({flags: '--json', summary: 'Print all commands and flags as JSON'})},
		args: [{name: '[words...]', summary: 'A command, a topic, or words to search for', complete: 'help'}],
		run: async ({json}, words) => {
			if (!json) return {text: await explain(tree, words)};
			return {text: `${JSON.stringify(await describeTree(tree))}\n`};
		},
	});
