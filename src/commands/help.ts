import {defineCommand} from './command.ts';
import {toggle} from './flag.ts';

/** `help`, `help report current`, `help --json`. */
export const help = defineCommand({
	examples: [{line: 'usagectl help report current', does: 'the same as usagectl report current --help'}],
	flags: {json: toggle({flags: '--json', summary: 'the whole tree of commands and flags as one JSON object'})},
	args: [{name: '[words...]', summary: 'a command, or nothing for all of them'}],
	run: async ({json}, words) => {
		if (json)
			return {text: `${JSON.stringify(await (await import('../reference/command-tree.ts')).getCommandTree())}\n`};
		const {helpText} = await import('../reference/help-text.ts');
		const {locate} = await import('../program/locate.ts');
		return {text: await helpText(locate([...words, '--help']))};
	},
});
