import {readFile} from 'node:fs/promises';
import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import {getDiskMessage} from '../../files/disk-error.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const columns: readonly Column[] = [
	{key: 'kind', title: 'Kind', kind: 'label'},
	{key: 'what', title: 'What', kind: 'text'},
	{key: 'day', title: 'From or after', kind: 'text'},
];

export const command = defineCommand({
	description:
		'Adds scenarios to the data of the first product, for rehearsals and tests. Without a file, lists the current scenarios. --template prints a JSON file with a scenario of each kind: a release that crashes on one platform, a release that loses users, a feature that is no longer used after a given date (on all platforms or on one), a license key that many installations share, and a country without activity after a given date. A new file replaces the current scenarios and leaves all other data unchanged. `sandbox reset` removes the scenarios.',
	examples: [
		{line: 'usagectl sandbox plant --template --out scenarios.json', caption: 'a file to edit'},
		{line: 'usagectl sandbox plant scenarios.json', caption: 'add the scenarios of a file'},
		{line: 'usagectl sandbox plant', caption: 'current scenarios'},
	],
	refusesDryRun: true,
	flags: {template: toggle({flags: '--template', summary: 'Print a file with a scenario of each kind'})},
	args: [{name: '[file]', summary: 'File of scenarios', complete: 'file'}],
	columns: () => columns,
	run: async ({template}, [path], {stateDir, clock}) => {
		if (template) return {text: (await import('../../sandbox/seed/scenarios.ts')).exampleScenarios};
		const {listScenarios, plantScenarios} = await import('../../sandbox/stored-data.ts');
		if (path !== undefined) {
			const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
				throw new CliError('usage', `cannot read ${path}: ${getDiskMessage(cause.code) ?? cause.message}`, {
					hint: 'give a file of scenarios; to print an example: usagectl sandbox plant --template',
					cause,
				});
			});
			await plantScenarios(stateDir, {text, path, today: clock.now()});
		}
		return {dataset: dataset(columns, listScenarios(stateDir))};
	},
});
