import type {StandardSchemaWithJSON} from '@modelcontextprotocol/server';
import {z} from 'zod';

/** Of several types that an argument accepts, clients are told the first. */
function keepFirst({anyOf, type, ...rest}: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
	const [first = type] = Array.isArray(type) ? type : [];
	const [branch] = anyOf ?? [];
	return {...rest, ...(first === undefined ? {} : {type: first}), ...branch};
}

function rewrite(schema: z.core.JSONSchema.BaseSchema): void {
	// Some clients reject this keyword; readArguments rejects unknown arguments in any case.
	const {additionalProperties: _, ...kept} = keepFirst(schema);
	for (const key of Object.keys(schema)) delete schema[key];
	Object.assign(schema, kept);
}

function toClientSchema(schema: z.ZodObject): Readonly<Record<string, unknown>> {
	const {$schema: _, ...rest} = z.toJSONSchema(schema, {io: 'input', override: ({jsonSchema}) => rewrite(jsonSchema)});
	return rest;
}

/** Shows the schema to the client only; readArguments validates, so that an error says how to correct it. */
export function advertise(schema: z.ZodObject): StandardSchemaWithJSON {
	const standard = schema['~standard'];
	const jsonSchema = () => toClientSchema(schema);
	return {
		'~standard': {
			...standard,
			validate: (value: unknown) => ({value}),
			jsonSchema: {input: jsonSchema, output: jsonSchema},
		},
	};
}
