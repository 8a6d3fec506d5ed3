import {defineCommand} from '../../cli/definition/command.ts';
import {type Column, dataset} from '../../output/dataset.ts';
import {dataFlags} from './data-flags.ts';

const columns: readonly Column[] = [
	{key: 'table', title: 'Table', kind: 'label'},
	{key: 'rows', title: 'Rows', kind: 'count'},
];

export const command = defineCommand({
	description:
		'Replaces the synthetic data with your own tables: a folder of Parquet or CSV files as `sandbox export` writes them. `product` and `installation` are required. An error in a file is reported with its line or row, and its column. Deletes your changes to the sandbox; `sandbox reset` restores the synthetic data.',
	examples: [
		{line: 'usagectl sandbox import tables', caption: 'the files in the "tables" folder'},
		{
			line: 'usagectl sandbox import tables --now 2026-06-30',
			caption: 'the same, with the clock at the end of a given day',
		},
	],
	refusesDryRun: true,
	flags: {now: dataFlags.now},
	args: [{name: '<dir>', summary: 'Folder of tables', complete: 'directory'}],
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
