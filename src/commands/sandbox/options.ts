import {defineCommand} from '../../cli/definition/command.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const columns: readonly Column[] = [
	{key: 'id', title: 'ID', kind: 'label'},
	{key: 'default', title: 'Default', kind: 'text'},
	{key: 'values', title: 'Values', kind: 'text', layout: {...sentenceLayout, minWidth: 12}},
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'does', title: 'Effect of the other values', kind: 'text', layout: sentenceLayout},
	{key: 'source', title: 'Source', kind: 'text'},
];

export const command = defineCommand({
	description:
		'Lists the options for behavior that the API documentation leaves open. The default is what the sandbox does; a real service may behave in any of the other ways. Set an option with `sandbox serve --assume id=value` to test that your client works with it.',
	examples: [
		{line: 'usagectl sandbox options', caption: 'all options'},
		{line: 'usagectl sandbox options --fields id,default,values -o csv', caption: 'IDs and values for a script'},
	],
	flags: {},
	columns: () => columns,
	run: async () => {
		const {optionTable} = await import('../../sandbox/options/option-table.ts');
		const rows = optionTable.map(row => [
			row.id,
			String(row.default),
			'least' in row.values ? `${row.values.least} or more` : row.values.join(', '),
			row.question,
			row.does,
			row.source,
		]);
		return {dataset: dataset(columns, rows)};
	},
});
