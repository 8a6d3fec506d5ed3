import {defineCommand} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {printRecipes, type Recipe, recipes} from '../recipes.ts';
import {createSearch, stemsOf} from '../search-words.ts';

function findRecipes(words: readonly string[], isPart: boolean): readonly Recipe[] {
	const {isLike} = createSearch(words, isPart);
	return recipes.filter(({task, line}) => isLike(stemsOf(`${task} ${line}`)));
}

export const command = defineCommand({
	description:
		'Prints command lines for common tasks, ready to paste. With words, prints only those that mention all of them, or words of the same meaning.',
	examples: [
		{line: 'usagectl examples crashes', caption: 'command lines about crashes'},
		{line: 'usagectl examples keys csv', caption: 'command lines with both words'},
	],
	takes: ['out'],
	flags: {},
	args: [{name: '[words...]', summary: 'Words to search for'}],
	run: async (_options, words) => {
		const found = findRecipes(words, false);
		const listed = found.length > 0 ? found : findRecipes(words, true);
		if (listed.length > 0) return {text: printRecipes(listed)};
		throw new CliError('usage', `no example mentions ${words.map(word => `'${word}'`).join(' and ')}`, {
			hint: 'list all of them: usagectl examples',
		});
	},
});
