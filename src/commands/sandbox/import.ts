import {defineCommand} from '../../cli/definition/command.ts';
import {type Column, dataset} from '../../output/dataset.ts';
import {dataFlags} from './data-flags.ts';

const columns: readonly Column[] = [
	{key: 'table', title: 'Table', kind: 'label'},
	{key: 'rows', title: 'Rows', kind: 'count'},
];

export const command = defineCommand({
	description:
		'Serves rows of your own from now on: the files of a folder as `sandbox export` writes them, Parquet or CSV; `product` and `installation` are needed, the others may be missing. A wrong file is refused with its line and column. Forgets what was written to the sandbox; `sandbox reset` goes back to synthetic data.',
	examples: [
		{line: 'usagectl sandbox import tables', caption: 'serve the tables of the folder'},
		{line: 'usagectl sandbox import tables --now 2026-06-30', caption: 'with another day as today'},
	],
	refusesDryRun: true,
	flags: {now: dataFlags.now},
	args: [{name: '<dir>', summary: 'folder of tables', complete: 'directory'}],
	columns: () => columns,
	run: async ({now}, [source = ''], {stateDir}) => {
		const {importSandbox} = await import('../../sandbox/stored-data.ts');
		const tables = await importSandbox(stateDir, {source, now});
		return {
			dataset: dataset(
				columns,
				tables.map(({table, rows}) => [table, rows]),
			),
		};
	},
});
