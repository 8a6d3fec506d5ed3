import type {FileHandle} from 'node:fs/promises';
import type yauzl from 'yauzl';
import {createRejection, toRejection} from '../zip-rejection.ts';
import {validateEntry} from './entry-rules.ts';
import {type ClaimedEntry, toLocalHeader, type ZipEntry} from './zip-entry.ts';
import type {ZipLimits} from './zip-limits.ts';
import {createZipReader, readExactly} from './zip-reader.ts';
import {validateLayout, validatePaths, validateTotals} from './zip-rules.ts';

const endSize = 22;
const zip64EndSignature = 0x06064b50;
const zip64LocatorSize = 20;

/** Returns the offset of the next directory record. The types of yauzl declare it as a boolean. */
const getCursor = ({readEntryCursor}: yauzl.ZipFile) => Number(readEntryCursor);

/**
 * Throws unless the directory ends where the end record (or that of zip64 before it) begins: otherwise there are
 * uncounted entries.
 */
async function validateEnd(file: FileHandle, directory: yauzl.ZipFile): Promise<void> {
	const end = directory.fileSize - endSize - directory.comment.length;
	const cursor = getCursor(directory);
	if (cursor === end) return;
	const wide = await readExactly(file, cursor, 12);
	const isWide = wide.readUInt32LE(0) === zip64EndSignature;
	if (!isWide || BigInt(cursor) + 12n + wide.readBigUInt64LE(4) + BigInt(zip64LocatorSize) !== BigInt(end))
		throw createRejection('unsafe', 'the directory of the archive ends at the wrong place');
}

async function readClaims(directory: yauzl.ZipFile, zip: typeof yauzl): Promise<readonly ClaimedEntry[]> {
	const claims: ClaimedEntry[] = [];
	for await (const each of directory.eachEntry()) {
		const {fileNameRaw: rawName, generalPurposeBitFlag: flags, compressionMethod: method} = each;
		const {crc32: crc, compressedSize, uncompressedSize: size, externalFileAttributes: attributes} = each;
		const offset = each.relativeOffsetOfLocalHeader;
		const header = await directory.readLocalFileHeaderPromise(each);
		const local = toLocalHeader(header, zip.parseExtraFields(header.extraField));
		claims.push({
			name: zip.getFileNameLowLevel(flags, rawName, each.extraFields, true),
			rawName,
			flags,
			method,
			crc,
			compressedSize,
			size,
			attributes,
			headerOffset: offset,
			local,
		});
	}
	return claims;
}

/**
 * Reads the directory with yauzl, and checks what yauzl does not (test/faults.md D2 to D14). Throws a rejection for a
 * damaged or unsafe archive.
 */
export async function readDirectory(file: FileHandle, limits: ZipLimits): Promise<readonly ZipEntry[]> {
	const {default: zip} = await import('yauzl');
	const {size} = await file.stat();
	const reader = createZipReader(zip.RandomAccessReader, file);
	try {
		// as bytes, names never become part of yauzl's error messages
		const directory = await zip.fromRandomAccessReaderPromise(reader, size, {decodeStrings: false, autoClose: false});
		// the listener of `eachEntry` is removed when the loop ends
		directory.on('error', () => undefined);
		if (directory.entryCount > limits.entries)
			throw createRejection('unsafe', `the archive has more than ${limits.entries} entries`);
		const start = getCursor(directory);
		const claims = await readClaims(directory, zip);
		await validateEnd(file, directory);
		const entries = claims.map((claim, index) => validateEntry(claim, index + 1));
		validateLayout(claims, start);
		validatePaths(entries);
		validateTotals(entries, limits);
		return entries;
	} catch (error) {
		throw toRejection(error);
	}
}
