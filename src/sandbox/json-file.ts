import type {z} from 'zod';
import {describeExpected, describeFileIssues, type FileIssue} from '../contract/file-issues.ts';
import {valueAt} from '../contract/schema-issues.ts';
import {CliError, type Place, placeIn} from '../errors.ts';
import {findJsonFault, locateJson} from '../text/json-text.ts';

/** Reads JSON files that users write, such as scenarios and faults, and locates their errors. */

export type JsonFile = {
	readonly text: string;
	readonly name: string;
	readonly hint: string;
};

/** Returns the place of a value or, if it is missing, of the innermost object around it. */
function placeOf(file: JsonFile, {path: outer, key}: FileIssue): Place {
	const path = key === undefined ? outer : [...outer, key];
	const root: unknown = JSON.parse(file.text);
	const depth = path.findLastIndex((_, at) => valueAt(root, path.slice(0, at + 1)) !== undefined) + 1;
	const span = locateJson(file.text, path.slice(0, depth) as (string | number)[]);
	// For a missing member, the start of its object.
	return placeIn(file, depth < path.length ? {start: span.start, end: span.start + 1} : span);
}

/** Creates an error with the place of the first issue, and a line for each of the others. */
export function createJsonFileError(
	file: JsonFile,
	[first, ...others]: readonly [FileIssue, ...FileIssue[]],
): CliError {
	const problems = others.map(issue => {
		const {line, column} = placeOf(file, issue);
		return `${file.name}:${line}:${column}: ${issue.message}`;
	});
	return new CliError('usage', first.message, {
		hint: file.hint,
		place: placeOf(file, first),
		...(problems.length > 0 ? {problems} : {}),
	});
}

/** Throws a CliError of kind usage that lists every error. */
export function readJsonFile<Schema extends z.ZodType>(file: JsonFile, schema: Schema): z.output<Schema> {
	let value: unknown;
	try {
		value = JSON.parse(file.text);
	} catch (cause) {
		const start = Math.min(findJsonFault(file.text), Math.max(0, file.text.trimEnd().length - 1));
		const place = placeIn(file, {start, end: start + 1});
		throw new CliError('usage', `${file.name} is not JSON`, {hint: file.hint, place, cause});
	}
	const parsed = schema.safeParse(value, {error: describeExpected});
	if (parsed.success) return parsed.data;
	const [first = {path: [], message: 'the file is not valid'}, ...others] = describeFileIssues(parsed.error.issues, {
		schema,
		value,
	});
	throw createJsonFileError(file, [first, ...others]);
}
