import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {lists} from '../../contract/operations/client-and-event-lists.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const columns: readonly Column[] = [
	{key: 'category', title: 'Category', kind: 'text'},
	{key: 'name', title: 'Event', kind: 'text', layout: {priority: 1, minWidth: 25}},
	{key: 'basic', title: 'Basic', kind: 'boolean'},
	{key: 'advanced', title: 'Advanced', kind: 'boolean'},
	{key: 'dateFirstSeen', title: 'First seen', kind: 'date'},
];

export const command = defineCommand({
	description:
		'Every event that the product has sent, and what is tracked of it: basic (report events table, timeline) and advanced (report events frequency, report churn events). Only later services have this list; report events shows those that were used.',
	examples: [{line: 'usagectl props events --advanced', caption: 'the events of the advanced reports'}],
	flags: {advanced: toggle({flags: '--advanced', summary: 'only those that the advanced reports know'})},
	product: 'many',
	columns: () => columns,
	run: async ({advanced}, _args, {connect, signal}) => {
		const client = await connect();
		const {results} = await client.call(lists.eventNames, {showEvents: [advanced ? 'advanced' : 'all']}, {signal});
		const rows = results.flatMap(({category, categoryEventNames}) =>
			categoryEventNames.map(
				each => [category, each.eventName, each.basic, each.advanced, each.dateFirstSeen ?? null] as const,
			),
		);
		return {dataset: dataset(columns, rows)};
	},
});
