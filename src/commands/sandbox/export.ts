import {defineCommand} from '../../cli/definition/command.ts';
import {withDefault} from '../../cli/definition/flag.ts';
import {choice, validateOutputFolder} from '../../cli/definition/flag-values.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const formats = ['parquet', 'csv'] as const;
const columns: readonly Column[] = [
	{key: 'table', title: 'Table', kind: 'label'},
	{key: 'file', title: 'File', kind: 'text', layout: {minWidth: 16, cut: 'start'}},
	{key: 'rows', title: 'Rows', kind: 'count'},
];

export const command = defineCommand({
	description:
		'Writes the tables from which the sandbox computes its reports, up to the time of its clock, one file per table; `usagectl help sandbox` describes their columns. Your changes to license keys are not included; `keys list` shows them.',
	examples: [
		{line: 'usagectl sandbox export tables', caption: 'Parquet files in the "tables" folder'},
		{line: 'usagectl sandbox export tables --format csv', caption: 'CSV files'},
	],
	refusesDryRun: true,
	flags: {
		format: withDefault({
			flags: '--format <format>',
			summary: 'Format of the files: parquet or csv',
			choices: formats,
			default: 'parquet',
			parse: choice(formats),
		}),
	},
	args: [{name: '<dir>', summary: 'Folder to write to', complete: 'directory'}],
	columns: () => columns,
	run: async ({format}, [target = ''], {stateDir, clock}) => {
		validateOutputFolder(target);
		const {exportSandbox} = await import('../../sandbox/stored-data.ts');
		const tables = await exportSandbox(stateDir, {target, format, today: clock.now()});
		return {
			dataset: dataset(
				columns,
				tables.map(({table, file, rows}) => [table, file, rows]),
			),
		};
	},
});
