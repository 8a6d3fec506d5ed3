import {z} from 'zod';
import {nearNames, suggestAtEnd, suggestion} from '../text/near-names.ts';
import {alternatives} from '../text/wording.ts';
import {valueAt} from './schema-issues.ts';

/** Says what is wrong in a file that a user writes, by the issues of its schema. */

type Path = readonly PropertyKey[];

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
/** The message omits a longer list of values. */
const maxExpected = 12;

const unwrap = (schema: unknown): unknown => (schema instanceof z.ZodOptional ? unwrap(schema.def.innerType) : schema);

function namesIn(schema: unknown): readonly string[] {
	if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(namesIn);
	return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function knownNames(schema: unknown, path: Path): readonly string[] {
	const found = path.reduce<unknown>((at, step) => {
		if (at instanceof z.ZodArray) return unwrap(at.def.element);
		return at instanceof z.ZodObject ? unwrap(at.shape[String(step)]) : undefined;
	}, schema);
	return [...new Set(namesIn(found))];
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

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

function valuesOf(issue: Issue): readonly string[] {
	if (issue.code === 'invalid_union' && 'options' in issue) return (issue.options as readonly unknown[]).map(String);
	return issue.code === 'invalid_value' ? issue.values.map(String) : [];
}

function describeSize(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
	if (issue.origin === 'string')
		return issue.code === 'too_small' ? 'expected non-empty text' : 'expected a shorter text';
	const [bound, most] = issue.code === 'too_small' ? [issue.minimum, 'or more'] : [issue.maximum, 'or less'];
	return `expected ${bound} ${most}${issue.origin === 'array' ? ' items' : ''}`;
}

/** Says what a schema expects that does not say so itself; the option `error` of `safeParse`. */
export function describeExpected(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code === 'invalid_type') return `expected ${names[issue.expected] ?? issue.expected}`;
	if (issue.code === 'invalid_format' && issue.format === 'date') return 'expected a day such as 2026-06-30';
	const values = valuesOf(issue);
	if (values.length > maxExpected) return 'expected another value';
	return values.length > 0 ? `expected ${alternatives(values)}` : describeSize(issue);
}

function describe(issue: z.core.$ZodIssue, value: unknown, base: Path): string {
	const got = valueAt(value, issue.path);
	const name = String([...base, ...issue.path].at(-1) ?? 'the file');
	if (got === undefined && issue.code !== 'custom') return `${name} is missing`;
	if (issue.code === 'custom') return issue.message;
	return `${name}: ${issue.message}, not ${quote(got)}${typeof got === 'string' ? suggestAtEnd(got, valuesOf(issue)) : ''}`;
}

export type FileIssue = {
	readonly path: Path;
	/** The unknown key in the mapping at the path. */
	readonly key?: string;
	readonly message: string;
};

/** `base` is the path of the value in the file. */
export const describeFileIssues = (
	issues: readonly z.core.$ZodIssue[],
	{schema, value, base = []}: {readonly schema: z.ZodType; readonly value: unknown; readonly base?: Path},
): readonly FileIssue[] =>
	issues.flatMap((issue): readonly FileIssue[] => {
		const path = [...base, ...issue.path];
		if (issue.code !== 'unrecognized_keys') return [{path, message: describe(issue, value, base)}];
		const known = knownNames(schema, issue.path);
		return issue.keys.slice(0, maxUnknownKeys).map(key => {
			const {hint} = suggestion(nearNames(key, known), `expected ${alternatives(known)}`);
			return {path, key, message: `unknown key '${key}'; ${hint}`};
		});
	});
