import {defineCommand} from '../../cli/definition/command.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const columns: readonly Column[] = [
	{key: 'id', title: 'Id', kind: 'label'},
	{key: 'default', title: 'Default', kind: 'text'},
	{key: 'values', title: 'Values', kind: 'text', layout: {...sentenceLayout, minWidth: 12}},
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'does', title: 'What the others do', kind: 'text', layout: sentenceLayout},
	{key: 'source', title: 'Source', kind: 'text'},
];

export const command = defineCommand({
	description:
		'Lists the behaviours that the API documentation leaves open: what the sandbox does, and what else a service may do. `sandbox serve --assume id=value` switches one, so that you can test whether your client depends on it.',
	examples: [
		{line: 'usagectl sandbox assumptions', caption: 'all options'},
		{line: 'usagectl sandbox assumptions --fields id,default,values -o csv', caption: 'IDs and values for a script'},
	],
	flags: {},
	columns: () => columns,
	run: async () => {
		const {assumptions} = await import('../../sandbox/assumptions/assumption-table.ts');
		const rows = assumptions.map(row => [
			row.id,
			String(row.default),
			'least' in row.values ? `a number from ${row.values.least}` : row.values.join(', '),
			row.question,
			row.does,
			row.source,
		]);
		return {dataset: dataset(columns, rows)};
	},
});
