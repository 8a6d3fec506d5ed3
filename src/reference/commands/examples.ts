import {defineCommand} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {printRecipes, recipes} from '../recipes.ts';

/** `examples`, `examples crashes`, `examples csv keys`. */
export const command = defineCommand({
	description: 'With words: the lines whose task or text has all of them.',
	examples: [
		{line: 'usagectl examples crashes', caption: 'what can be asked about crashes'},
		{line: 'usagectl examples keys csv', caption: 'lines with both words'},
	],
	flags: {},
	args: [{name: '[words...]', summary: 'words to look for'}],
	run: async (_options, words) => {
		const found = recipes.filter(({task, line}) => {
			const text = `${task} ${line}`.toLowerCase();
			return words.every(word => text.includes(word.toLowerCase()));
		});
		if (found.length > 0) return {text: printRecipes(found)};
		throw new CliError('usage', `no example has ${words.map(word => `'${word}'`).join(' and ')}`, {
			hint: 'usagectl examples shows all of them',
		});
	},
});
