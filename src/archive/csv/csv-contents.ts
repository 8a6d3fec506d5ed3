import {type FileHandle, open} from 'node:fs/promises';
import {CliError} from '../../errors.ts';
import {toDiskError} from '../../files/disk-error.ts';
import {chunkSize, readEntry} from '../zip/read-entry.ts';
import {readDirectory} from '../zip/zip-directory.ts';
import type {ZipEntry} from '../zip/zip-entry.ts';
import {getZipLimits} from '../zip/zip-limits.ts';
import {validateRatios} from '../zip/zip-rules.ts';

const maxBytes = Number.MAX_SAFE_INTEGER;

async function openEntries(file: FileHandle, maxRatio: number | undefined): Promise<readonly ZipEntry[]> {
	const limits = getZipLimits(0, {maxBytes, maxRatio});
	const entries = await readDirectory(file, limits);
	validateRatios(entries, limits);
	return entries.filter(({folder}) => !folder);
}

/**
 * Calls `read` with the content of each CSV file in a zip, verifying checksums, or with the CSV file itself. `maxRatio`
 * limits the ratio of unpacked to packed bytes; undefined: the default. Throws rejections and disk errors.
 */
export async function forEachCsv(
	path: string,
	read: (content: AsyncIterable<Uint8Array>) => Promise<void>,
	maxRatio?: number,
): Promise<void> {
	try {
		const file = await open(path);
		try {
			if (!path.endsWith('.zip')) await read(file.createReadStream({highWaterMark: chunkSize, autoClose: false}));
			else for (const entry of await openEntries(file, maxRatio)) await read(readEntry(file, entry));
		} finally {
			await file.close();
		}
	} catch (error) {
		if (error instanceof CliError && error.kind === 'damaged')
			throw new CliError('damaged', `${path}: ${error.message}`, error.details);
		throw toDiskError(error, 'read', path);
	}
}
