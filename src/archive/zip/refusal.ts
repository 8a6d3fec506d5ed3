import {CliError} from '../../errors.ts';

/** Damaged bytes may come whole from another attempt; an unsafe archive stays unsafe. */
export type RefusalCode = 'damaged' | 'unsafe';

const hints: Readonly<Record<RefusalCode, string>> = {
	damaged: 'nothing of it was kept; run the same command again to fetch it anew',
	unsafe: 'nothing of it was kept; tell the operator of the service which file this was',
};

/** An archive that must not be used (cli.md, section 8): exit 8. The message holds no byte that came from the archive. */
export const refusal = (code: RefusalCode, message: string, cause?: unknown) =>
	new CliError('damaged', message, {hint: hints[code], code, ...(cause === undefined ? {} : {cause})});

/** Whether another attempt may bring a good copy. */
export const isDamaged = (error: unknown): boolean =>
	error instanceof CliError && error.kind === 'damaged' && error.details.code === 'damaged';

/** What yauzl says where people need other words. */
const wordings: readonly (readonly [RegExp, string])[] = [
	[/^End of central directory/, 'this is not a zip archive, or its end is missing'],
	[/^Invalid comment length/, 'there are bytes behind the end of the archive'],
	[/^multi-disk/, 'this is one part of an archive in several'],
];

/** What went wrong while bytes of an archive were read: errors of zlib, yauzl and of reading past a buffer are the archive's fault, all others are not. */
export function asRefusal(error: unknown): unknown {
	if (!(error instanceof Error) || error instanceof CliError) return error;
	const code = 'code' in error ? String(error.code) : '';
	const atFault = code.startsWith('Z_') || error instanceof RangeError || (error.constructor === Error && code === '');
	if (!atFault) return error;
	const wording = wordings.find(([pattern]) => pattern.test(error.message))?.[1];
	return refusal('damaged', wording ?? `the archive cannot be read: ${error.message}`, error);
}
