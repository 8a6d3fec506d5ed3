import {z} from 'zod';
import type {Endpoint} from '../../contract/endpoint.ts';
import {endpointRows} from '../../contract/endpoints.ts';
import {type Column, type Dataset, dataset} from '../../output/dataset.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** As it is on the wire: before defaults are filled in, and with members that we do not know let through. */
const toSchema = (schema: z.ZodType): Schema => z.toJSONSchema(schema, {io: 'input', unrepresentable: 'any'});

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** A schema in a few words: `string`, `new | active | lost`, `list of object`. */
function typeOf(schema: Schema): string {
	if (schema.enum) return schema.enum.join(' | ');
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.anyOf) return [...new Set(schema.anyOf.filter(isSchema).map(typeOf))].join(' | ');
	if (schema.type === 'array' && isSchema(schema.items) && !Array.isArray(schema.items))
		return `list of ${typeOf(schema.items)}`;
	return typeof schema.type === 'string' ? schema.type : 'any';
}

const listed: readonly Column[] = [
	{key: 'path', title: 'Path', kind: 'text'},
	{key: 'get', title: 'Also by GET', kind: 'boolean'},
	{key: 'writes', title: 'Changes data', kind: 'boolean'},
	{key: 'summary', title: 'What it does', kind: 'text'},
];

/** Every operation of the service, one a row. */
export const listOperations = (): Dataset =>
	dataset(
		listed,
		endpointRows.map(({path, get, writes = false, summary}) => [path, get, writes, summary]),
	);

const described: readonly Column[] = [
	{key: 'part', title: 'Part', kind: 'text'},
	{key: 'name', title: 'Name', kind: 'text'},
	{key: 'type', title: 'Type', kind: 'text'},
	{key: 'required', title: 'Required', kind: 'boolean'},
];

const rowsOf = (part: string, schema: Schema) =>
	Object.entries(schema.properties ?? {}).map(([name, member]) => [
		part,
		name,
		isSchema(member) ? typeOf(member) : 'any',
		schema.required?.includes(name) ?? false,
	]);

/** What an operation takes and gives, one member a row; who asks and about which product is filled in. */
export function describeOperation({request, response}: Endpoint): Dataset {
	return dataset(described, [...rowsOf('request', toSchema(request)), ...rowsOf('response', toSchema(response))]);
}

/** The same for programs: JSON Schemas. */
export const schemasOf = ({path, get, summary, source, request, response}: Endpoint): object => ({
	path,
	get,
	summary,
	source,
	request: toSchema(request),
	response: toSchema(response),
});
