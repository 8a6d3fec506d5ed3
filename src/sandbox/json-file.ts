import type {z} from 'zod';
import {formatPath, valueAt} from '../contract/schema-issues.ts';
import {CliError, type Place, placeIn} from '../errors.ts';
import {findJsonFault, locateJson} from '../text/json-text.ts';
import {didYouMean, nearNames} from '../text/near-names.ts';
import {alternatives} from '../text/wording.ts';

/** Reads JSON files that users write, such as scenarios and faults, and locates their errors. */

type Path = readonly PropertyKey[];

/** `expected` lists the accepted words, `suggest` the nearest of them. */
export type JsonFileError = {
	readonly path: Path;
	readonly message: string;
	readonly expected?: readonly string[];
	readonly suggest?: readonly string[];
};

export type JsonFile = {
	readonly text: string;
	readonly name: string;
	readonly hint: string;
};

/** The message omits a longer list of words. */
const maxExpected = 12;

const typeNames: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

const nameOf = (path: Path): string => formatPath(path) || 'the file';

const unknownWordError = (path: Path, value: unknown, words: readonly string[]): JsonFileError => ({
	path,
	message: `${nameOf(path)}: ${JSON.stringify(value)} is not a valid value`,
	expected: words.length > maxExpected ? [] : words.map(word => JSON.stringify(word)),
	suggest: typeof value === 'string' ? nearNames(value, words) : [],
});

function sizeText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
	const [bound, most] = issue.code === 'too_small' ? [issue.minimum, 'or more'] : [issue.maximum, 'or less'];
	if (issue.origin === 'string') return 'expected non-empty text';
	return issue.origin === 'array' ? `expected ${bound} ${most} items` : `expected ${bound} ${most}`;
}

function messageOf(issue: z.core.$ZodIssue): string {
	if (issue.code === 'invalid_type') return `expected ${typeNames[issue.expected] ?? issue.expected}`;
	if (issue.code === 'too_small' || issue.code === 'too_big') return sizeText(issue);
	return issue.code === 'invalid_format' && issue.format === 'date'
		? 'expected a day such as 2026-06-30'
		: issue.message;
}

/** `members` are the names of all members that such a file can have. */
function errorsOf(issue: z.core.$ZodIssue, root: unknown, members: readonly string[]): readonly JsonFileError[] {
	const {path} = issue;
	const value = valueAt(root, path);
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map(key => ({
			path: [...path, key],
			message: `${nameOf([...path, key])} is not a valid member`,
			suggest: nearNames(
				key,
				[...new Set(members)].filter(name => name !== key),
			),
		}));
	if (value === undefined) return [{path, message: `${nameOf(path)} is missing`}];
	const words = issue.code === 'invalid_value' ? issue.values : 'options' in issue ? (issue.options ?? []) : [];
	if (words.length > 0) return [unknownWordError(path, value, words.map(String))];
	const suggest = issue.code === 'custom' ? ((issue.params?.suggest as string[] | undefined) ?? []) : [];
	return [{path, message: `${nameOf(path)}: ${messageOf(issue)}`, suggest}];
}

/** Returns the place of a value or, if it is missing, of the innermost object around it. */
function placeOf(file: JsonFile, path: Path): Place {
	const root: unknown = JSON.parse(file.text);
	const depth = path.findLastIndex((_, at) => valueAt(root, path.slice(0, at + 1)) !== undefined) + 1;
	const span = locateJson(file.text, path.slice(0, depth) as (string | number)[]);
	// For a missing member, the start of its object.
	return placeIn(file, depth < path.length ? {start: span.start, end: span.start + 1} : span);
}

function describeError({message, expected = [], suggest = []}: JsonFileError): string {
	if (suggest.length > 0) return `${message}; ${didYouMean(suggest)}`;
	return expected.length > 0 ? `${message}; expected ${alternatives(expected)}` : message;
}

/** Creates an error with the place of the first of several errors, and a line for each of the others. */
export function createJsonFileError(file: JsonFile, errors: readonly JsonFileError[]): CliError {
	const [first = {path: [], message: 'the file is not valid'}, ...others] = errors;
	const problems = others.map(error => {
		const {line, column} = placeOf(file, error.path);
		return `${file.name}:${line}:${column}: ${describeError(error)}`;
	});
	const {path, expected = [], suggest = []} = first;
	const isOne = others.length === 0;
	return new CliError('usage', isOne ? first.message : describeError(first), {
		hint: file.hint,
		place: placeOf(file, path),
		...(isOne ? {expected: suggest.length > 0 ? [] : expected, suggest} : {problems}),
	});
}

/** Throws a CliError of kind usage that lists every error. */
export function readJsonFile<Schema extends z.ZodType>(
	file: JsonFile,
	schema: Schema,
	members: readonly string[],
): z.output<Schema> {
	let value: unknown;
	try {
		value = JSON.parse(file.text);
	} catch (cause) {
		const start = Math.min(findJsonFault(file.text), Math.max(0, file.text.trimEnd().length - 1));
		const place = placeIn(file, {start, end: start + 1});
		throw new CliError('usage', `${file.name} is not JSON`, {hint: file.hint, place, cause});
	}
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw createJsonFileError(
		file,
		parsed.error.issues.flatMap(issue => errorsOf(issue, value, members)),
	);
}
