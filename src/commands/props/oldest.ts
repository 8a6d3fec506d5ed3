import {defineCommand} from '../../cli/definition/command.ts';
import {fetchOldestDate} from '../../cli/product/oldest-date.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const columns: readonly Column[] = [{key: 'oldestDate', title: 'Oldest date', kind: 'date'}];

export const command = defineCommand({
	description:
		'The plan of a product decides how far back a report may start. Reports remember the answer and refuse a start before it.',
	examples: [{line: 'usagectl props oldest', caption: 'how far back --from may go'}],
	flags: {},
	product: 'many',
	columns: () => columns,
	run: async (_options, _args, context) => ({dataset: dataset(columns, [[await fetchOldestDate(context)]])}),
});
