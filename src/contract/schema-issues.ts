import type {z} from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A hostile answer can hold hundreds of thousands of issues. */
const maxIssues = 5;

/** `segments[0].value`. */
export const formatPath = (path: Path): string =>
	path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('');

/** The value at a path; undefined where there is none. */
export const valueAt = (root: unknown, path: Path): unknown =>
	path.reduce((value, part) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[part], root);

const samePath = (one: Path, other: Path) => formatPath(one) === formatPath(other);

/**
 * The issues of the alternative that the value comes closest to. Where it differs from each in one word, such as
 * `type`, the words of all of them are expected.
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

/** An issue, or those inside the alternatives of a union, with whole paths. */
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

/** An empty object comes close to every alternative, so that it is told what a schema says of all of them. */
const unfoldIn = (issue: Issue, root: unknown): readonly Issue[] =>
	issue.message !== 'Invalid input' && isEmpty(valueAt(root, issue.path)) ? [issue] : unfold(issue);

/** The first issues that a schema found in `value`, one line each: the path, and what was expected there. */
export const describeIssues = (issues: readonly Issue[], value: unknown): readonly string[] => [
	...issues
		.slice(0, maxIssues)
		.flatMap(issue => unfoldIn(issue, value))
		.map(issue => describe(issue, value)),
	...(issues.length > maxIssues ? [`and ${issues.length - maxIssues} more`] : []),
];

/** The path of the first of these issues, inside a union that of its closest alternative. */
export function firstPath(issues: readonly Issue[], value: unknown): Path {
	const [first] = issues.slice(0, 1).flatMap(issue => unfoldIn(issue, value));
	if (first?.code !== 'unrecognized_keys') return first?.path ?? [];
	return [...first.path, ...first.keys.slice(0, 1)];
}
