import type {StandardSchemaWithJSON} from '@modelcontextprotocol/server';
import {z} from 'zod';
import {type Flag, type Flags, longName} from '../cli/definition/flag.ts';
import {CliError} from '../errors.ts';
import {didYouMean, nearNames} from '../text/near-names.ts';

/** Arguments of tools are derived from the flags of commands and converted back into words of a command line. */

/** `--lost-after` → `lost_after`. */
const argumentName = (flag: Pick<Flag, 'flags'>): string => longName(flag).slice(2).replaceAll('-', '_');

const text = z.union([z.string(), z.number()]);

function schemaOf(flag: Flag): z.ZodType {
	if (flag.form === 'toggle' || flag.form === 'either') return z.boolean();
	return flag.form === 'repeated' ? z.union([z.array(text), text]) : text;
}

/** Adapts a flag's summary: tools do not read files, and flags are called as arguments. */
const toArgumentText = (summary: string) =>
	summary.replace(/, (?:or )?@file(?: or JSON)?/, '').replace(/--[a-z][a-z-]*/g, name => argumentName({flags: name}));

const describe = ({summary, choices, default: text}: Flag) =>
	[
		toArgumentText(summary),
		...(choices && !summary.includes(choices[0] ?? '') ? [`one of ${choices.join(', ')}`] : []),
	].join('; ') + (text === undefined ? '' : ` (default: ${text})`);

export const argumentsOf = (flags: Flags): Readonly<Record<string, z.ZodType>> =>
	Object.fromEntries(
		Object.values(flags).map(flag => [argumentName(flag), schemaOf(flag).optional().describe(describe(flag))]),
	);

export type Arguments = Readonly<Record<string, unknown>>;

/** Rejects `@` files, which commands read and tools must not. */
export function validateText(value: string, name: string): string {
	if (!value.startsWith('@')) return value;
	throw new CliError('usage', `${name}: @ names a file, and tools do not read files`, {
		hint: 'write the expression itself; quote a text that begins with @',
		code: 'arguments',
	});
}

const textsOf = (value: unknown, name: string): readonly string[] =>
	(Array.isArray(value) ? value : [value]).map(each => validateText(String(each), name));

/** Writes `--lost-after=30`, so that a value is never taken for a flag. */
export function wordsOf(args: Arguments, names: readonly string[] = Object.keys(args)): readonly string[] {
	return names.flatMap(name => {
		const value = args[name];
		const flag = `--${name.replaceAll('_', '-')}`;
		if (value === undefined || value === false) return [];
		return value === true ? [flag] : textsOf(value, name).map(each => `${flag}=${each}`);
	});
}

export const positional = (texts: readonly string[], name: string): readonly string[] =>
	texts.length === 0 ? [] : ['--', ...texts.map(each => validateText(each, name))];

export const paging = {
	offset: z.number().int().min(0).optional().describe('Skip this number of rows; each answer gives the next offset'),
	limit: z.number().int().min(1).optional().describe('Return at most this number of rows'),
};

/** Limits the requested page to what an answer may hold. */
export const pageOf = (
	{offset = 0, limit}: {readonly offset?: number | undefined; readonly limit?: number | undefined},
	maxRows: number,
	usual = maxRows,
): {readonly offset: number; readonly limit: number} => ({offset, limit: Math.min(limit ?? usual, maxRows)});

function describeIssue(issue: z.core.$ZodIssue, near: readonly string[]): string {
	if (issue.code === 'unrecognized_keys')
		return `unknown argument ${issue.keys.join(', ')}${near.length > 0 ? `: ${didYouMean(near)}` : ''}`;
	return `${issue.path.map(String).join('.') || 'the arguments'}: ${issue.message}`;
}

/** Throws CliError (usage) with all errors and the nearest names. */
export function readArguments<T extends z.ZodObject>(schema: T, given: unknown): z.output<T> {
	const result = schema.safeParse(given ?? {});
	if (result.success) return result.data;
	const known = Object.keys(schema.shape);
	const {issues} = result.error;
	// An object has at most one issue of unknown keys.
	const suggest = issues.flatMap(issue =>
		issue.code === 'unrecognized_keys' ? issue.keys.flatMap(key => nearNames(key, known)) : [],
	);
	throw new CliError('usage', issues.map(issue => describeIssue(issue, suggest)).join('; '), {
		hint: `the arguments are ${known.join(', ')}`,
		code: 'arguments',
		suggest,
	});
}

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
