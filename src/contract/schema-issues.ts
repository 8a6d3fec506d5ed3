import type {z} from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A malicious response can cause hundreds of thousands of issues. */
const maxIssues = 5;

/** Formats a path as `segments[0].value`. */
const formatPath = (path: Path): string =>
	path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('');

export const valueAt = (root: unknown, path: Path): unknown =>
	path.reduce((value, part) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[part], root);

const samePath = (one: Path, other: Path) => formatPath(one) === formatPath(other);

/**
 * Returns the issues of the alternative with the fewest. If the value differs from every alternative in one word, such
 * as `type`, the message lists the words of all alternatives.
 */
function closest(alternatives: readonly (readonly Issue[])[]): readonly Issue[] {
	const [best = [], ...others] = alternatives.toSorted((left, right) => left.length - right.length);
	const [first] = best;
	if (first?.code !== 'invalid_value') return best;
	const values = [best, ...others].flatMap(issues =>
		issues.flatMap(issue =>
			issue.code === 'invalid_value' && samePath(issue.path, first.path) ? [...issue.values] : [],
		),
	);
	const message = `expected one of ${[...new Set(values)].map(value => JSON.stringify(value)).join(', ')}`;
	return [values.length > first.values.length ? {...first, message} : first, ...best.slice(1)];
}

/** Replaces the issue of a union with the issues of its closest alternative, with full paths. */
const unfold = (issue: Issue): readonly Issue[] =>
	issue.code !== 'invalid_union' || issue.errors.length === 0
		? [issue]
		: closest(
				issue.errors.map(issues =>
					issues.flatMap(unfold).map(inner => ({...inner, path: [...issue.path, ...inner.path]})),
				),
			);

function describe({code, path, message}: Issue, root: unknown): string {
	if (path.length === 0) return message;
	const missing = code.startsWith('invalid_') && valueAt(root, path) === undefined;
	return missing ? `${formatPath(path)} is missing` : `${formatPath(path)}: ${message.replace(/^Invalid input: /, '')}`;
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Keeps the schema's own message for an empty object, which is equally close to every alternative. */
const unfoldIn = (issue: Issue, root: unknown): readonly Issue[] =>
	issue.message !== 'Invalid input' && isEmpty(valueAt(root, issue.path)) ? [issue] : unfold(issue);

export type DescribedIssue = {readonly path: Path; readonly message: string};

const placeOf = (issue: Issue): Path =>
	issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;

/** Describes the first issues. The path of an issue in a union lies inside its closest alternative. */
export const listIssues = (issues: readonly Issue[], value: unknown): readonly DescribedIssue[] =>
	issues
		.slice(0, maxIssues)
		.flatMap(issue => unfoldIn(issue, value))
		.map(issue => ({path: placeOf(issue), message: describe(issue, value)}));

/** Describes the first issues, one line each. */
export const describeIssues = (issues: readonly Issue[], value: unknown): readonly string[] => [
	...listIssues(issues, value).map(({message}) => message),
	...(issues.length > maxIssues ? [`and ${issues.length - maxIssues} more`] : []),
];
