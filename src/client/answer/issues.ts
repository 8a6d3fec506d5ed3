import type {z} from 'zod';

type Issue = z.core.$ZodIssue;

/** A hostile answer can hold hundreds of thousands of issues. */
const maxIssues = 5;

const formatPath = (path: readonly PropertyKey[]) =>
	path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('');

/** The first issues that a schema found, one line each: the path, and what was expected. */
export const describeIssues = (issues: readonly Issue[]): readonly string[] => [
	...issues.slice(0, maxIssues).map(({path, message}) => (path.length ? `${formatPath(path)}: ${message}` : message)),
	...(issues.length > maxIssues ? [`and ${issues.length - maxIssues} more`] : []),
];
