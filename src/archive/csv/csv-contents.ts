import type {FileHandle} from 'node:fs/promises';
import {CliError} from '../../errors.ts';
import {toDiskError} from '../../files/disk-error.ts';
import {EncodingError} from '../../files/encoding.ts';
import {openRegular} from '../../files/file-bytes.ts';
import {chunkSize, readEntry} from '../zip/read-entry.ts';
import {readDirectory} from '../zip/zip-directory.ts';
import {findFiles} from '../zip/zip-entry.ts';
import {getZipLimits} from '../zip/zip-limits.ts';
import {validateRatios} from '../zip/zip-rules.ts';
import {unpackGzip} from './csv-text.ts';
import type {FileTally} from './file-tally.ts';

const maxBytes = Number.MAX_SAFE_INTEGER;

async function openEntries(file: FileHandle, tally: FileTally, maxRatio: number | undefined) {
	const limits = getZipLimits(0, {maxBytes, maxRatio});
	const entries = await readDirectory(file, limits);
	validateRatios(entries, limits);
	tally.skipped += entries.filter(({isMetadata}) => isMetadata).length;
	return findFiles(entries);
}

const startLength = 64;

async function readStart(file: FileHandle): Promise<string> {
	const {buffer, bytesRead} = await file.read(Buffer.alloc(startLength), 0, startLength, 0);
	return buffer.toString('latin1', 0, bytesRead);
}

const zipStarts = ['PK\u0003\u0004', 'PK\u0005\u0006'];
const gzipStart = '\u001f\u008b';

/** A zip is recognized by its first bytes; a file with that name may also be a damaged zip, or gzip. */
const isZip = (start: string, path: string) =>
	zipStarts.includes(start.slice(0, 4)) || (/\.zip$/i.test(path) && !start.startsWith(gzipStart));

/** Office documents are zip archives with one of these entries first. */
const officeStart = /^PK.{28}(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|mimetype)/s;

/** The file is the user's: nothing is downloaded again. */
const localHints: Readonly<Record<string, string>> = {
	damaged: 'restore the file from a backup, or download it again',
	unsafe: 'read the file only if you trust it: unpack it, and give the CSV files',
};

const createContentError = (message: string, hint: string, cause?: unknown) =>
	new CliError('damaged', message, {hint, ...(cause === undefined ? {} : {cause})});

function toReadError(error: unknown, path: string): unknown {
	const known =
		error instanceof EncodingError ? createContentError(error.message, 'convert it to UTF-8', error) : error;
	if (!(known instanceof CliError) || known.kind !== 'damaged') return toDiskError(known, 'read', path);
	const {message, details} = known;
	const hint = localHints[details.code ?? ''] ?? details.hint;
	return new CliError('damaged', `${path}: ${message}`, {...details, ...(hint === undefined ? {} : {hint})});
}

/**
 * Calls `read` with the content of each CSV file in a zip, verifying checksums, or with the CSV file itself; gzip is
 * unpacked. `maxRatio` limits the ratio of unpacked to packed bytes; undefined: the default. Throws rejections and disk
 * errors.
 */
export async function forEachCsv(
	path: string,
	read: (content: AsyncIterable<Buffer>) => Promise<void>,
	{tally, maxRatio}: {readonly tally: FileTally; readonly maxRatio?: number | undefined},
): Promise<void> {
	try {
		const file = await openRegular(path);
		try {
			const unpack = (content: AsyncIterable<Buffer>) => read(unpackGzip(content, maxRatio));
			const start = await readStart(file);
			if (officeStart.test(start)) throw createContentError('this is an Office document', 'save it as CSV in UTF-8');
			if (!isZip(start, path))
				await unpack(file.createReadStream({start: 0, highWaterMark: chunkSize, autoClose: false}));
			else for (const entry of await openEntries(file, tally, maxRatio)) await unpack(readEntry(file, entry));
		} finally {
			await file.close();
		}
	} catch (error) {
		throw toReadError(error, path);
	}
}
