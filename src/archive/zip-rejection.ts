import {CliError} from '../errors.ts';

/**
 * A `damaged` archive may be intact at the next attempt, an `unsafe` one will not; one with a high `ratio` may be kept
 * packed.
 */
export type RejectionCode = 'damaged' | 'unsafe' | 'ratio';

const hints: Readonly<Record<RejectionCode, string>> = {
	damaged: 'run the command again; nothing was kept',
	ratio: 'if you trust the file, raise --max-ratio; nothing was unpacked',
	unsafe: 'report the file to the operator of the service; nothing was kept',
};

/**
 * Returns the error for an archive that must not be used (exit status 8). The message contains no bytes of the archive.
 */
export const createRejection = (code: RejectionCode, message: string, cause?: unknown) =>
	new CliError('damaged', message, {hint: hints[code], code, ...(cause === undefined ? {} : {cause})});

export const isDamagedArchive = (error: unknown): boolean =>
	error instanceof CliError && error.kind === 'damaged' && error.details.code === 'damaged';

const yauzlMessages: readonly (readonly [RegExp, string])[] = [
	[/^End of central directory/, 'this is not a zip archive, or its end is missing'],
	[/^Invalid comment length/, 'extra bytes follow the end of the archive'],
	[/^invalid local file header signature/, 'an entry of the archive has no local header'],
	[/^file data overflows file bounds/, 'an entry of the archive is truncated'],
	[/^multi-disk/, 'this is one part of a multi-part archive'],
];

/** Turns errors of zlib, of yauzl and of reading past a buffer into rejections. Returns other errors unchanged. */
export function toRejection(error: unknown): unknown {
	if (!(error instanceof Error) || error instanceof CliError) return error;
	const code = 'code' in error ? String(error.code) : '';
	const isFromArchive =
		code.startsWith('Z_') || error instanceof RangeError || (error.constructor === Error && code === '');
	if (!isFromArchive) return error;
	const wording = yauzlMessages.find(([pattern]) => pattern.test(error.message))?.[1];
	return createRejection('damaged', wording ?? `the archive cannot be read: ${error.message}`, error);
}
