import type {z} from 'zod';

type Issue = z.core.$ZodIssue;

/** More faults than these say nothing new, and a hostile answer can hold hundreds of thousands. */
const most = 5;

const where = (path: readonly PropertyKey[]) =>
	path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('');

/** The first faults a schema found, one line each: where, and what was expected. */
export const describeIssues = (issues: readonly Issue[]): readonly string[] => [
	...issues.slice(0, most).map(({path, message}) => (path.length ? `${where(path)}: ${message}` : message)),
	...(issues.length > most ? [`and ${issues.length - most} more`] : []),
];
