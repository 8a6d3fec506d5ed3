import {z} from 'zod';
import {valueAt} from '../../contract/schema-issues.ts';
import {nearNames, suggestAtEnd, suggestion} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';
import type {FileError, Path, YamlFile} from './read-yaml.ts';

type Issue = z.core.$ZodIssue;

const names: Readonly<Record<string, string>> = {
	object: 'a mapping',
	record: 'a mapping',
	array: 'a list',
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
};

const maxUnknownKeys = 20;

const unwrap = (schema: unknown): unknown => (schema instanceof z.ZodOptional ? unwrap(schema.def.innerType) : schema);

function knownNames(schema: unknown, path: Path): readonly string[] {
	const found = path.reduce<unknown>((at, step) => {
		if (at instanceof z.ZodArray) return unwrap(at.def.element);
		return at instanceof z.ZodObject ? unwrap(at.shape[String(step)]) : undefined;
	}, schema);
	return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function quote(value: unknown): string {
	const shown =
		typeof value === 'object' && value !== null
			? Array.isArray(value)
				? 'a list'
				: 'a mapping'
			: JSON.stringify(value ?? null);
	return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
}

/** Says what values a schema expects that does not say so itself. */
export function describeExpected(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code === 'invalid_type') return `expected ${names[issue.expected] ?? issue.expected}`;
	return issue.code === 'invalid_value' ? `expected ${alternatives(issue.values.map(String))}` : undefined;
}

function describe(issue: Issue, value: unknown, base: Path): string {
	const got = valueAt(value, issue.path);
	const name = String([...base, ...issue.path].at(-1) ?? 'the file');
	if (got === undefined && issue.code !== 'custom') return `${name} is missing`;
	if (issue.code === 'custom') return issue.message;
	const values = issue.code === 'invalid_value' && typeof got === 'string' ? issue.values.map(String) : [];
	return `${name}: ${issue.message}, not ${quote(got)}${suggestAtEnd(String(got), values)}`;
}

export function toFileErrors(
	issues: readonly Issue[],
	{
		schema,
		value,
		base,
		yaml,
	}: {
		readonly schema: z.ZodType;
		readonly value: unknown;
		readonly base: Path;
		readonly yaml: Pick<YamlFile, 'locate' | 'locateName'>;
	},
): readonly FileError[] {
	return issues.flatMap((issue): readonly FileError[] => {
		const path = [...base, ...issue.path];
		if (issue.code !== 'unrecognized_keys') return [{...yaml.locate(path), message: describe(issue, value, base)}];
		const known = knownNames(schema, issue.path);
		return issue.keys.slice(0, maxUnknownKeys).map(key => {
			const {hint} = suggestion(nearNames(key, known), `expected ${alternatives(known)}`);
			return {...yaml.locateName(path, key), message: `unknown key '${key}'; ${hint}`};
		});
	});
}
