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
