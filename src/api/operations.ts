import {z} from 'zod';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {endpointRows} from '../contract/operations/endpoints.ts';
import {CliError} from '../errors.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import {type Column, type Dataset, dataset, type Row} from '../output/dataset.ts';
import {didYouMean, nearNames, suggestion} from '../text/near-names.ts';

const withSlash = (typed: string) => (typed.startsWith('/') ? typed : `/${typed}`);

const findRow = (path: string): Endpoint | undefined => endpointRows.find(row => row.path === path);

const nearPaths = (path: string) =>
	nearNames(
		path,
		endpointRows.map(each => each.path),
	);

/** Returns the operation of a path. Throws CliError (usage), with the nearest paths, if there is none. */
export function getRow(typed: string): Endpoint {
	const path = withSlash(typed);
	const row = findRow(path);
	if (row) return row;
	throw new CliError('usage', `unknown operation ${path}`, suggestion(nearPaths(path), 'see usagectl api --list'));
}

/** Returns the note about a path that is not in the contract and is called nevertheless. */
export function describeUnknown(path: string): string {
	const near = nearPaths(path);
	return `unknown operation ${path}${near.length > 0 ? `: ${didYouMean(near)}` : ''}`;
}

/** Returns the operation to call. A path outside the contract is assumed to change data. */
export function getOperation(typed: string): Endpoint {
	const path = withSlash(typed);
	// It would create a session beside the one that commands share.
	if (path === '/auth/login') throw new CliError('usage', `${path} has its own command`, {hint: 'run usagectl login'});
	if (!/^(\/[\w-]+)+$/.test(path))
		throw new CliError('usage', `${typed} is not the path of an operation`, {
			hint: 'use a path such as /meta/productProperties; pass parameters with -F, -f and --url-param',
		});
	return (
		findRow(path) ?? {
			path: path as `/${string}`,
			scope: 'product',
			get: true,
			writes: true,
			summary: '',
			source: '',
			request: z.looseObject({}),
			response: z.looseObject({}),
			reading: 'records',
		}
	);
}

type Schema = z.core.JSONSchema.BaseSchema;

/** The schema of the request before defaults are filled in. */
const toSchema = (schema: z.ZodType): Schema => z.toJSONSchema(schema, {io: 'input', unrepresentable: 'any'});

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Describes a schema in a few words: `string`, `new | active | lost`, `list of object`. */
function typeOf(schema: Schema): string {
	if (schema.enum) return schema.enum.join(' | ');
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.anyOf) return [...new Set(schema.anyOf.filter(isSchema).map(typeOf))].join(' | ');
	if (schema.type === 'array') return `list of ${typeOf(itemOf(schema))}`;
	return [schema.type ?? 'any'].flat().join(' | ');
}

const listed: readonly Column[] = [
	{key: 'path', title: 'Path', kind: 'text'},
	{key: 'get', title: 'Also as GET', kind: 'boolean'},
	{key: 'writes', title: 'Changes data', kind: 'boolean'},
	{key: 'summary', title: 'Summary', kind: 'text', layout: {...sentenceLayout, priority: 1}},
];

/** Lists every operation of the service. */
export const listOperations = (): Dataset =>
	dataset(
		listed,
		endpointRows.map(({path, get, writes = false, summary}) => [path, get, writes, summary]),
	);

const described: readonly Column[] = [
	{key: 'part', title: 'Part', kind: 'text'},
	{key: 'name', title: 'Name', kind: 'text', layout: {priority: 1, minWidth: 25}},
	{key: 'type', title: 'Type', kind: 'text'},
	{key: 'required', title: 'Required', kind: 'boolean'},
];

/** Members of larger objects are left out, because filters by property would fill the screen. */
const maxMembers = 12;

/** Returns a row for each member; members of objects and of list items follow with their paths. */
function rowsOf(part: string, schema: Schema, path = ''): readonly Row[] {
	const members = Object.entries(schema.properties ?? {}).filter((entry): entry is [string, Schema] =>
		isSchema(entry[1]),
	);
	if (path !== '' && members.length > maxMembers) return [];
	return members.flatMap(([name, member]) => {
		const own = path + name;
		const required = schema.required?.includes(name) ?? false;
		return [
			[part, own, typeOf(member), required],
			...rowsOf(part, member, `${own}.`),
			...rowsOf(part, itemOf(member), `${own}[].`),
		];
	});
}

const itemOf = ({items}: Schema): Schema => (isSchema(items) && !Array.isArray(items) ? items : {});

/** Returns the members of an operation's request and response, without user, session and product, which the client fills in. */
export function describeOperation({request, response}: Endpoint): Dataset {
	return dataset(described, [...rowsOf('request', toSchema(request)), ...rowsOf('response', toSchema(response))]);
}

/** Returns the description for programs, as JSON Schemas. */
export const schemasOf = ({path, get, summary, source, request, response}: Endpoint): object => ({
	path,
	get,
	summary,
	source,
	request: toSchema(request),
	response: toSchema(response),
});
