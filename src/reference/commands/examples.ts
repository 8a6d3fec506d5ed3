import {defineCommand} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {printRecipes, recipes} from '../recipes.ts';

export const command = defineCommand({
	description:
		'Prints command lines for common tasks, ready to paste. With words, prints only those that contain all of the words.',
	examples: [
		{line: 'usagectl examples crashes', caption: 'command lines about crashes'},
		{line: 'usagectl examples keys csv', caption: 'command lines with both words'},
	],
	flags: {},
	args: [{name: '[words...]', summary: 'Words to search for'}],
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
