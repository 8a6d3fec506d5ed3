import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {type CommandTree, childrenOf} from '../../cli/find/command-tree.ts';
import {locate} from '../../cli/find/locate.ts';
import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {describeTree} from '../describe-tree.ts';
import {helpText} from '../help-text.ts';
import {topics} from '../topics.ts';

/** The tables of the sandbox, printed after its topic. */
const sandboxTables = async () => `\n${(await import('../../sandbox/store/table-text.ts')).describeTables()}`;

/** The text of a topic or of a command. Throws a CliError of kind usage with the nearest of both. */
async function explain(tree: CommandTree, words: readonly string[]): Promise<string> {
	const [word = ''] = words;
	const topic = words.length === 1 && Object.hasOwn(topics, word) ? topics[word] : undefined;
	if (topic) return `${topic()}${word === 'sandbox' ? await sandboxTables() : ''}`;
	const commands = childrenOf(tree, '').map(child => child.word);
	if (word === '' || commands.includes(word)) return helpText(tree, locate(tree, [...words, '--help']));
	const near = nearNames(word, [...commands, ...Object.keys(topics)]).map(name => `usagectl help ${name}`);
	const advice = suggestion(near, `the topics are ${Object.keys(topics).join(', ')}`);
	throw new CliError('usage', `there is no command and no topic '${word}'`, advice);
}

/** `help`, `help report current`, `help filters`, `help --json`. */
export const createHelp = (tree: CommandTree) =>
	defineCommand({
		examples: [
			{line: 'usagectl help filters', caption: 'the filter language on one screen'},
			{line: 'usagectl help report current', caption: 'the same as usagectl report current --help'},
		],
		flags: {json: toggle({flags: '--json', summary: 'the whole tree of commands and flags as one JSON object'})},
		args: [{name: '[words...]', summary: 'a command or a topic; nothing for all of them', complete: 'help'}],
		run: async ({json}, words) => {
			if (!json) return {text: await explain(tree, words)};
			return {text: `${JSON.stringify(await describeTree(tree))}\n`};
		},
	});
