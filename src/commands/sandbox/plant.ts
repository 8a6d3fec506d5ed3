import {readFile} from 'node:fs/promises';
import {CliError} from '../../errors.ts';
import {type Column, dataset} from '../../output/dataset.ts';
import {defineCommand} from '../command.ts';

const columns: readonly Column[] = [
	{key: 'kind', title: 'Kind', kind: 'label'},
	{key: 'what', title: 'What', kind: 'text'},
	{key: 'day', title: 'From or after', kind: 'text'},
];

export const command = defineCommand({
	description:
		'Adds known causes to the world of the sandbox, for rehearsals and tests; without a file, lists those that are there. The file is JSON: {"causes": […]} with any of {"kind": "crash", "version": "5.0", "platform": "Windows", "percent": 30, "from": "2026-06-10"}, a release that crashes on one system; {"kind": "unused", "category": "Export", "name": "PDF", "after": "2026-06-01"}, a feature that nobody uses any more; {"kind": "shared-key", "licenseKey": "K", "installations": 300, "from": "2026-03-01"}, a key of the registry that the next installations hold; {"kind": "departure", "country": "DE", "after": "2026-06-01"}, a country that leaves. They concern the first product and take the place of those before; the rest of the world stays as it was, and so does what was written. `sandbox reset` removes them.',
	examples: [{line: 'usagectl sandbox plant', does: 'what was planted'}],
	flags: {},
	args: [{name: '[file]', summary: 'File of causes', complete: 'file'}],
	columns: () => columns,
	run: async (_options, [path], {stateDir, clock}) => {
		const {listPlanted, plantCauses} = await import('../../sandbox/stored-data.ts');
		if (path !== undefined) {
			const text = await readFile(path, 'utf8').catch(cause => {
				throw new CliError('usage', `${path} cannot be read: ${(cause as Error).message}`, {
					hint: 'name a file of causes; see `usagectl sandbox plant --help`',
					cause,
				});
			});
			await plantCauses(stateDir, {text, path, today: clock.now()});
		}
		return {dataset: dataset(columns, listPlanted(stateDir))};
	},
});
