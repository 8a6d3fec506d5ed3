import {defineCommand} from '../../cli/definition/command.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const columns: readonly Column[] = [
	{key: 'fileName', title: 'File', kind: 'text', layout: {priority: 1, minWidth: 48}},
	{key: 'fileDate', title: 'Date', kind: 'date'},
	{key: 'compressedSizeKB', title: 'Packed KB', kind: 'number', unit: 'KB'},
];

export const command = defineCommand({
	description:
		'Lists the files of raw events, one per day, newest first. Raw events are a paid option of newer servers (an older one rejects the request); the format of the files is undocumented.',
	examples: [
		{line: 'usagectl events raw files', caption: 'all files of the product'},
		{line: 'usagectl events raw files -o csv --fields fileName', caption: 'file names, for a script'},
	],
	flags: {},
	product: 'many',
	columns: () => columns,
	run: async (_options, _args, {connect, signal}) => {
		const {listLogFiles} = await import('../../archive/files/download/open-files.ts');
		const files = await listLogFiles({client: await connect(), kind: 'events raw', signal});
		return {
			dataset: dataset(
				columns,
				files.map(({name, from, compressedKB}) => [name, from, compressedKB]),
			),
		};
	},
});
