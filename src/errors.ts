import {didYouMean} from './text/near-names.ts';
import {alternatives} from './text/wording.ts';

export const exitCodes = {
	internal: 1,
	usage: 2,
	auth: 3,
	refused: 4,
	network: 5,
	partial: 6,
	assertion: 7,
	damaged: 8,
	locked: 9,
	disk: 10,
	notReady: 11,
	undecided: 12,
	hangup: 129,
	interrupted: 130,
	terminated: 143,
	brokenPipe: 141,
} as const;
export type FailureKind = keyof typeof exitCodes;

const signalKinds: ReadonlySet<FailureKind> = new Set(['interrupted', 'terminated', 'hangup']);
/** Tests for a failure of which a signal was the cause. */
export const isStopped = ({kind}: {readonly kind: FailureKind}): boolean => signalKinds.has(kind);

/** A position in text that the user wrote (an expression, a CSV file); line and column count from 1. */
export type Place = {
	readonly source: string;
	readonly line: number;
	readonly column: number;
	readonly length?: number;
	/** The whole line, to show a caret below it. */
	readonly text?: string;
};

const codePoints = (text: string) => {
	let count = 0;
	for (const _ of text) count++;
	return count;
};

/** Converts offsets in UTF-16 units: line and column count code points, and the length is at least 1. */
export function placeIn(
	{name, text}: {readonly name: string; readonly text: string},
	{start, end}: {readonly start: number; readonly end: number},
): Place {
	const before = text.slice(0, start);
	const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
	const line = /^[^\r\n]*/.exec(text.slice(lineStart))?.[0] ?? '';
	return {
		source: name,
		line: (before.match(/\r\n|\r|\n/g)?.length ?? 0) + 1,
		column: codePoints(text.slice(lineStart, start)) + 1,
		length: Math.max(1, codePoints(text.slice(start, Math.min(end, lineStart + line.length)))),
		text: line,
	};
}

export type FailureDetails = {
	/** An imperative: the next thing to type or do. */
	readonly hint: string;
	readonly cause?: unknown;
	/** More specific than the kind, for programs, such as the code of an expression error. */
	readonly code?: string;
	/** The service's `reason`, verbatim. */
	readonly reason?: string | undefined;
	readonly httpStatus?: number | undefined;
	readonly endpoint?: string | undefined;
	readonly retryable?: boolean;
	readonly place?: Place;
	/** The member of a question file that the error is in, if it is not the command line: `defaults`, `level`. */
	readonly origin?: readonly string[] | undefined;
	readonly expected?: readonly string[];
	readonly suggest?: readonly string[];
	/** Lines between `error:` and `hint:`, such as the first errors of an input file. */
	readonly problems?: readonly string[];
	readonly errors?: readonly CliError[];
	/** A response that could not be read, written to stdout unchanged. */
	readonly body?: string;
};

/** An expected failure. Anything else that is thrown is a bug in usagectl. */
export class CliError extends Error {
	override readonly name = 'CliError';
	readonly kind: FailureKind;
	readonly details: FailureDetails;

	constructor(kind: FailureKind, message: string, details: FailureDetails) {
		super(message, details.cause === undefined ? undefined : {cause: details.cause});
		this.kind = kind;
		this.details = details;
	}
}

/** With an empty path, refers to the global flags. */
export const seeHelp = (path: string): string =>
	path === '' ? 'see usagectl help flags' : `see usagectl ${path} --help`;

/** Describes an error in one line: its place, its message, and what would be valid. */
export function describeError({message, details}: CliError): string {
	const {hint, place, expected = [], suggest = []} = details;
	const where = place ? `${place.source}:${place.line}:${place.column}: ` : '';
	const advice = [
		...(place && expected.length > 0 ? [`expected ${alternatives(expected)}`] : []),
		...(place && suggest.length > 0 ? [didYouMean(suggest)] : []),
		...hint.split('\n').filter(line => line !== '' && !line.startsWith('see usagectl ')),
	];
	return [`${where}${message}`, ...new Set(advice)].join('; ').replaceAll('?; ', '? ');
}

export const listErrors = (error: CliError): readonly CliError[] => error.details.errors ?? [error];

export function joinErrors(errors: readonly CliError[], hint: string): CliError {
	const [first, ...others] = errors;
	if (first && others.length === 0) return first;
	const all = errors.flatMap(listErrors);
	const problems = all.flatMap(each => each.details.problems ?? [describeError(each)]);
	return new CliError('usage', `${problems.length} errors`, {hint, problems, errors: all});
}

/** Returns undefined after a CliError (usage), which is added to the errors. */
async function attempt<T>(step: () => T, errors: CliError[]): Promise<Awaited<T> | undefined> {
	try {
		return await step();
	} catch (error) {
		if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
		errors.push(error);
		return undefined;
	}
}

/** Runs all steps in order, even after errors, and returns their usage errors. */
export async function findErrors(steps: readonly (() => unknown)[]): Promise<readonly CliError[]> {
	const errors: CliError[] = [];
	for (const step of steps) await attempt(step, errors);
	return errors.flatMap(listErrors);
}

type Steps<T extends readonly unknown[]> = {readonly [At in keyof T]: () => Promise<T[At]>};

/** Runs all steps in order and throws their usage errors as one. */
export async function collectErrors<T extends readonly unknown[]>(steps: Steps<T>, hint: string): Promise<T> {
	const errors: CliError[] = [];
	let results: readonly unknown[] = [];
	for (const step of steps) results = [...results, await attempt(step, errors)];
	if (errors.length > 0) throw joinErrors(errors, hint);
	return results as T;
}

/** Tests if an error says that DuckDB is missing: Node's own error, or that of the bundled interface. */
export const isEngineMissing = (error: unknown): boolean =>
	error instanceof Error &&
	String((error as NodeJS.ErrnoException).code).endsWith('MODULE_NOT_FOUND') &&
	error.message.includes('@duckdb/');

export const createMissingEngineError = (cause: unknown): CliError =>
	new CliError('usage', 'this command needs DuckDB, which is not installed', {
		hint: 'install usagectl again without --omit=optional',
		code: 'no-duckdb',
		cause,
	});
