import {type Context, defineCommand} from '../cli/definition/command.ts';
import {toggle} from '../cli/definition/flag.ts';
import {requestGroups} from '../cli/definition/globals.ts';
import {lists} from '../contract/operations/client-and-event-lists.ts';
import type {Output} from '../contract/operations/endpoint.ts';
import {meta} from '../contract/operations/meta.ts';
import {CliError} from '../errors.ts';
import {type Column, dataset, type Row} from '../output/dataset.ts';
import {isForPeople} from '../output/formats.ts';
import {fetchOldestDate} from '../reports/request/oldest-date.ts';

type Group = Output<typeof meta.productProperties>['results'][number];
type Property = Group['properties'][number];

const propertyColumns: readonly Column[] = [
	{key: 'category', title: 'Group', kind: 'text'},
	{key: 'name', title: 'Name', kind: 'text', layout: {priority: 1, minWidth: 25}},
	{key: 'friendlyName', title: 'Friendly name', kind: 'text', layout: {priority: 1, minWidth: 17}},
	{key: 'filterType', title: 'Filter type', kind: 'text', layout: {priority: 3}},
	{key: 'dataType', title: 'Data type', kind: 'text'},
	{key: 'units', title: 'Unit', kind: 'text'},
];

/** Returns a row for the property, and one for each part or flag under the dotted name that filters and segments use. */
function toRows(category: string, property: Property): readonly Row[] {
	const {name, friendlyName, filterType, dataType, units, subProperties = [], granularityLevels = []} = property;
	return [
		[category, name, friendlyName, filterType, dataType, units ?? null],
		...[...subProperties, ...granularityLevels].map(
			part => [category, `${name}.${part.name}`, part.friendlyName, filterType, part.dataType, null] as const,
		),
	];
}

/** Returns a title with the earliest date of reports. Scripts have no title, which saves them the request. */
async function getTitle(context: Context): Promise<string> {
	if (!isForPeople(context.globals.output)) return 'Properties';
	try {
		return `Properties; reports can start on ${await fetchOldestDate(context)} at the earliest`;
	} catch (error) {
		if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
		await context.detail(`the earliest date of reports is not known: ${error.message}`);
		return 'Properties';
	}
}

export const list = defineCommand({
	description:
		'Lists the properties of the installations of a product. Use their names in --filter, --segment-by and --level. The title says the earliest date on which a report can start.',
	examples: [
		{line: 'usagectl props list', caption: 'all properties, with their parts and types'},
		{line: 'usagectl props list -o json --fields name,friendlyName', caption: 'names for a script'},
	],
	takes: [...requestGroups, 'rows'],
	flags: {},
	product: 'many',
	isQuestion: true,
	columns: () => propertyColumns,
	run: async (_options, _args, context) => {
		const client = await context.connect();
		const {results} = await client.call(meta.productProperties, {}, {signal: context.signal});
		const rows = results.flatMap(({category, properties}) => properties.flatMap(each => toRows(category, each)));
		return {dataset: dataset(propertyColumns, rows, {title: await getTitle(context)})};
	},
});

const eventColumns: readonly Column[] = [
	{key: 'category', title: 'Category', kind: 'text'},
	{key: 'name', title: 'Event', kind: 'text', layout: {priority: 1, minWidth: 25}},
	{key: 'basic', title: 'Basic', kind: 'boolean'},
	{key: 'advanced', title: 'Advanced', kind: 'boolean'},
	{key: 'dateFirstSeen', title: 'First seen', kind: 'date'},
];

export const events = defineCommand({
	description:
		'Lists every event that the product has sent, and the reports that cover it: basic (`report events table`, `report events timeline`) or advanced (`report events frequency`, `report churn events`, `report churn event`). Needs a newer server: an older one rejects the request. On any server, `report events table` shows the events that were used.',
	examples: [{line: 'usagectl props events --advanced', caption: 'events that the advanced reports cover'}],
	takes: [...requestGroups, 'rows'],
	flags: {advanced: toggle({flags: '--advanced', summary: 'Show only events that the advanced reports cover'})},
	product: 'many',
	isQuestion: true,
	columns: () => eventColumns,
	run: async ({advanced}, _args, {connect, signal}) => {
		const client = await connect();
		const {results} = await client.call(lists.eventNames, {showEvents: [advanced ? 'advanced' : 'all']}, {signal});
		const rows = results.flatMap(({category, categoryEventNames}) =>
			categoryEventNames.map(
				each => [category, each.eventName, each.basic, each.advanced, each.dateFirstSeen ?? null] as const,
			),
		);
		return {
			dataset: dataset(eventColumns, rows, {title: advanced ? 'Events that the advanced reports cover' : 'Events'}),
		};
	},
});
