import {counted, enumeration, printCount} from '../../text/wording.ts';
import type {RejectReason} from './csv-records.ts';

export type Reject = {
	readonly line: number;
	readonly reason: RejectReason;
	readonly text: string;
	/** Says what was expected, and what was found. */
	readonly problem: string;
};

/** The counts of one file. Each row of the file is counted once, as read or as rejected. */
export type FileTally = {
	hasHeader: boolean;
	rows: number;
	rejected: number;
	firstReject: Reject | undefined;
	/** Rows with bytes that are not text. */
	repaired: number;
	/** Rows with a cell that was cut. */
	shortened: number;
	/** Entries of a zip that an operating system added for itself. */
	skipped: number;
	/** Names in the header that stand for one column. */
	readonly duplicates: Set<string>;
	/** Titles of the columns that a fingerprint is made from and that the file does not have. */
	readonly missing: Set<string>;
};

export const createFileTally = (): FileTally => ({
	hasHeader: false,
	rows: 0,
	rejected: 0,
	firstReject: undefined,
	repaired: 0,
	shortened: 0,
	skipped: 0,
	duplicates: new Set(),
	missing: new Set(),
});

/** True if the file has rows, but none can be read. */
export const isUnreadable = ({rows, rejected}: Pick<FileTally, 'rows' | 'rejected'>): boolean =>
	rows === 0 && rejected > 0;

export const describeReject = ({line, problem}: Reject): string => `line ${line}: ${problem}`;

export const describeUnreadable = (file: string, {rejected, firstReject}: FileTally): string =>
	`${file}: ${rejected === 1 ? 'its row' : `none of its ${printCount(rejected)} rows`} ${rejected === 1 ? 'cannot' : 'can'} be read: ${firstReject ? describeReject(firstReject) : ''}`;

/** Returns notes on a file that was read, at most one of each kind. */
export function describeTally(
	file: string,
	{repaired, shortened, skipped, duplicates, missing}: FileTally,
	isCrashes: boolean,
) {
	const notes: string[] = [];
	if (repaired > 0)
		notes.push(`${file}: ${counted(repaired, 'row')} with bytes that are not UTF-8 or are NUL, shown as \uFFFD`);
	if (shortened > 0)
		notes.push(`${file}: ${counted(shortened, 'row')} with a cell of more than 65,536 characters, which was cut`);
	if (skipped > 0)
		notes.push(
			`${file}: skipped ${skipped === 1 ? '1 entry' : `${skipped} entries`} that the system of its author added`,
		);
	for (const names of duplicates) notes.push(`${file}: the header names a column twice: ${names}; the first is used`);
	if (isCrashes && missing.size > 0)
		notes.push(
			`${file} has no column${missing.size === 1 ? '' : 's'} ${enumeration([...missing])}, so its crashes are grouped by the rest`,
		);
	return notes;
}
