import {defineCommand} from '../../cli/definition/command.ts';
import type {Output} from '../../contract/operations/endpoint.ts';
import {meta} from '../../contract/operations/meta.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';

type Group = Output<typeof meta.productProperties>['results'][number];
type Property = Group['properties'][number];

const columns: readonly Column[] = [
	{key: 'category', title: 'Group', kind: 'text'},
	{key: 'name', title: 'Name', kind: 'text', layout: {priority: 1, minWidth: 25}},
	{key: 'friendlyName', title: 'Friendly name', kind: 'text', layout: {priority: 1, minWidth: 17}},
	{key: 'filterType', title: 'Filter type', kind: 'text', layout: {priority: 3}},
	{key: 'dataType', title: 'Data type', kind: 'text'},
	{key: 'units', title: 'Unit', kind: 'text'},
];

/** A property, then its levels or flags by the dotted names that filters and segments use. */
function toRows(category: string, property: Property): readonly Row[] {
	const {name, friendlyName, filterType, dataType, units, subProperties = [], granularityLevels = []} = property;
	return [
		[category, name, friendlyName, filterType, dataType, units ?? null],
		...[...subProperties, ...granularityLevels].map(
			part => [category, `${name}.${part.name}`, part.friendlyName, filterType, part.dataType, null] as const,
		),
	];
}

export const command = defineCommand({
	description:
		'What the product knows of its installations. The names are what --filter, --segment-by and --level take.',
	examples: [
		{line: 'usagectl props', caption: 'every property, with its levels and flags'},
		{line: 'usagectl props list -o json --fields name,friendlyName', caption: 'names for a script'},
	],
	flags: {},
	product: 'many',
	columns: () => columns,
	run: async (_options, _args, {connect, signal}) => {
		const client = await connect();
		const {results} = await client.call(meta.productProperties, {}, {signal});
		const rows = results.flatMap(({category, properties}) => properties.flatMap(each => toRows(category, each)));
		return {dataset: dataset(columns, rows)};
	},
});
