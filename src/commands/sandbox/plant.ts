import {readFile} from 'node:fs/promises';
import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const columns: readonly Column[] = [
	{key: 'kind', title: 'Kind', kind: 'label'},
	{key: 'what', title: 'What', kind: 'text'},
	{key: 'day', title: 'From or after', kind: 'text'},
];

export const command = defineCommand({
	description:
		'Adds scenarios to the data of the first product, to rehearse and to test; without a file, lists the current ones. The file is JSON; --template prints one with a scenario of each kind: a release that crashes on one system, a feature that nobody uses after a day, a license key that is shared from a day on, a country that leaves. A new file replaces the scenarios before it; all other data stay. `sandbox reset` removes them.',
	examples: [
		{line: 'usagectl sandbox plant --template --out causes.json', caption: 'a file to edit'},
		{line: 'usagectl sandbox plant', caption: 'current scenarios'},
	],
	refusesDryRun: true,
	flags: {template: toggle({flags: '--template', summary: 'Print a file with a scenario of each kind'})},
	args: [{name: '[file]', summary: 'File of scenarios', complete: 'file'}],
	columns: () => columns,
	run: async ({template}, [path], {stateDir, clock}) => {
		if (template) return {text: (await import('../../sandbox/seed/scenarios.ts')).exampleCauses};
		const {listPlanted, plantCauses} = await import('../../sandbox/stored-data.ts');
		if (path !== undefined) {
			const text = await readFile(path, 'utf8').catch(cause => {
				throw new CliError('usage', `${path} cannot be read`, {
					hint: 'name a file of causes; `usagectl sandbox plant --template` prints one',
					cause,
				});
			});
			await plantCauses(stateDir, {text, path, today: clock.now()});
		}
		return {dataset: dataset(columns, listPlanted(stateDir))};
	},
});
