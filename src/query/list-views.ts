import {CliError} from '../errors.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import {type Column, type Dataset, dataset} from '../output/dataset.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import type {SqlContext} from './query-ports.ts';
import {reportFunction, sandboxSchema, type ViewColumn, viewAliases, views} from './view-table.ts';

const listColumns: readonly Column[] = [
	{key: 'view', title: 'View', kind: 'text'},
	{key: 'summary', title: 'Rows', kind: 'text', layout: sentenceLayout},
	{key: 'from', title: 'From', kind: 'text', layout: sentenceLayout},
];
const schemaColumns: readonly Column[] = [
	{key: 'column', title: 'Column', kind: 'text'},
	{key: 'type', title: 'Type', kind: 'text', layout: sentenceLayout},
];

type ListedView = {
	readonly name: string;
	readonly summary: string;
	readonly origin: string;
	readonly columns: readonly ViewColumn[];
	readonly properties?: readonly ViewColumn[];
};

async function readSandboxViews({sandbox}: Pick<SqlContext, 'sandbox'>): Promise<readonly ListedView[]> {
	if (!sandbox) return [];
	const {tables} = await import('../sandbox/store/sandbox-tables.ts');
	const {fileType} = await import('../sandbox/store/table-definition.ts');
	return tables.map(({name, note, columns}) => ({
		name: `${sandboxSchema}.${name}`,
		summary: note.replace(/\.$/, ''),
		origin: 'sandbox',
		columns: columns.map(column => ({name: column.name, type: fileType(column)})),
	}));
}

export async function listViews(context: Pick<SqlContext, 'sandbox'>): Promise<Dataset> {
	const all = [...views, {...reportFunction, name: "report('…')"}, ...(await readSandboxViews(context))];
	return dataset(
		listColumns,
		all.map(({name, summary, origin}) => [name, summary, origin]),
	);
}

/** Throws CliError (usage) if there is no such view. */
export async function describeView(name: string, context: Pick<SqlContext, 'sandbox'>): Promise<Dataset> {
	const all: readonly ListedView[] = [...views, ...(await readSandboxViews(context))];
	const found = all.find(view => view.name === (viewAliases[name] ?? name));
	if (found) {
		const columns = new Map([...found.columns, ...(found.properties ?? [])].map(({name, type}) => [name, type]));
		return dataset(schemaColumns, [...columns]);
	}
	const names = all.map(view => view.name);
	throw new CliError(
		'usage',
		`there is no view ${name}`,
		suggestion(nearNames(name, names), `views: ${names.join(', ')}`),
	);
}
