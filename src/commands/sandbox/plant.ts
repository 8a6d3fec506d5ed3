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
		'Adds known causes to the world of the sandbox, for rehearsals and tests; without a file, lists those that are there. The file is JSON, and --template prints one with a cause of each kind: a release that crashes on one system, on a share of its days of use; a feature that nobody uses after a day; a key of the registry that the next installations hold, from a day on; a country that leaves. They concern the first product and take the place of those before; the rest of the world stays as it was, and so does what was written. `sandbox reset` removes them.',
	examples: [
		{line: 'usagectl sandbox plant --template --out causes.json', caption: 'a file to change'},
		{line: 'usagectl sandbox plant', caption: 'what was planted'},
	],
	refusesDryRun: true,
	flags: {template: toggle({flags: '--template', summary: 'print a file with a cause of each kind'})},
	args: [{name: '[file]', summary: 'file of causes', complete: 'file'}],
	columns: () => columns,
	run: async ({template}, [path], {stateDir, clock}) => {
		if (template) return {text: (await import('../../sandbox/seed/planted.ts')).exampleCauses};
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
