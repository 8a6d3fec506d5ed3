import {CliError} from '../../../errors.ts';

/** A damaged archive may be good at the next attempt; an unsafe one will not. One with a high `ratio` may be kept packed. */
export type RejectionCode = 'damaged' | 'unsafe' | 'ratio';

const hints: Readonly<Record<RejectionCode, string>> = {
	damaged: 'nothing was kept; run the command again',
	ratio: 'nothing was unpacked; keep the zip file packed, or raise --max-ratio',
	unsafe: 'nothing was kept; report the file to the operator of the service',
};

/** The error for an archive that must not be used (exit 8). Its message contains no bytes of the archive. */
export const createRejection = (code: RejectionCode, message: string, cause?: unknown) =>
	new CliError('damaged', message, {hint: hints[code], code, ...(cause === undefined ? {} : {cause})});

/** Recognizes a rejection after which another attempt may succeed. */
export const isDamaged = (error: unknown): boolean =>
	error instanceof CliError && error.kind === 'damaged' && error.details.code === 'damaged';

/** Messages of yauzl, and the ones that replace them. */
const wordings: readonly (readonly [RegExp, string])[] = [
	[/^End of central directory/, 'this is not a zip archive, or its end is missing'],
	[/^Invalid comment length/, 'there are bytes behind the end of the archive'],
	[/^invalid local file header signature/, 'an entry of the archive has no header before its data'],
	[/^file data overflows file bounds/, 'an entry of the archive is cut off'],
	[/^multi-disk/, 'this is one part of an archive in several'],
];

/** Turns errors of zlib, of yauzl and of reading past a buffer into rejections; returns other errors as they are. */
export function toRejection(error: unknown): unknown {
	if (!(error instanceof Error) || error instanceof CliError) return error;
	const code = 'code' in error ? String(error.code) : '';
	const isFromArchive =
		code.startsWith('Z_') || error instanceof RangeError || (error.constructor === Error && code === '');
	if (!isFromArchive) return error;
	const wording = wordings.find(([pattern]) => pattern.test(error.message))?.[1];
	return createRejection('damaged', wording ?? `the archive cannot be read: ${error.message}`, error);
}
