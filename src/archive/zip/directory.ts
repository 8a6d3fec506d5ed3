import type {FileHandle} from 'node:fs/promises';
import type yauzl from 'yauzl';
import {validateLayout, validatePaths, validateTotals} from './archive-rules.ts';
import type {ClaimedEntry, Entry} from './entry.ts';
import {validateEntry} from './entry-rules.ts';
import {createReader, readExactly} from './file-reader.ts';
import type {Limits} from './limits.ts';
import {getHeaderLength, type LocalHeader, localHeaderSize, parseLocalHeader} from './local-header.ts';
import {asRefusal, refusal} from './refusal.ts';

const endSize = 22;
const zip64EndSignature = 0x06064b50;
const zip64LocatorSize = 20;

/** yauzl's types have the cursor as a boolean and lack the count. */
type Directory = Omit<yauzl.ZipFile, 'readEntryCursor'> & {
	readonly readEntryCursor: number;
	readonly entryCount: number;
};

async function readLocalHeader(file: FileHandle, offset: number): Promise<LocalHeader> {
	const length = getHeaderLength(await readExactly(file, offset, localHeaderSize));
	if (length === undefined) throw refusal('damaged', 'an entry of the archive has no header before its data');
	return parseLocalHeader(await readExactly(file, offset, length));
}

/** Throws unless the directory ends where the end record (or, in front of it, that of zip64) begins: no entry is left uncounted. */
async function validateEnd(file: FileHandle, directory: Directory): Promise<void> {
	const end = directory.fileSize - endSize - directory.comment.length;
	const cursor = directory.readEntryCursor;
	if (cursor === end) return;
	const wide = await readExactly(file, cursor, 12);
	const isWide = wide.readUInt32LE(0) === zip64EndSignature;
	if (!isWide || BigInt(cursor) + 12n + wide.readBigUInt64LE(4) + BigInt(zip64LocatorSize) !== BigInt(end))
		throw refusal('unsafe', 'the directory of the archive does not end where it should');
}

async function readClaims(file: FileHandle, directory: Directory, names: typeof yauzl.getFileNameLowLevel) {
	const claims: ClaimedEntry[] = [];
	for await (const each of directory.eachEntry()) {
		const {fileNameRaw: rawName, generalPurposeBitFlag: flags, compressionMethod: method} = each;
		const {crc32: crc, compressedSize, uncompressedSize: size, externalFileAttributes: attributes} = each;
		const offset = each.relativeOffsetOfLocalHeader;
		const local = await readLocalHeader(file, offset);
		claims.push({
			name: names(flags, rawName, each.extraFields, true),
			rawName,
			flags,
			method,
			crc,
			compressedSize,
			size,
			attributes,
			offset,
			local,
		});
	}
	return claims;
}

/**
 * Reads what an archive says it holds: yauzl reads the directory, and everything that it lets pass is checked here
 * (reliability, section 3). Throws a refusal (exit 8) for an archive that is damaged or unsafe.
 */
export async function readDirectory(file: FileHandle, limits: Limits): Promise<readonly Entry[]> {
	const {default: zip} = await import('yauzl');
	const {size} = await file.stat();
	const reader = createReader(zip.RandomAccessReader, file);
	try {
		// names stay bytes, so that no error of yauzl's can carry them to a terminal
		const directory = (await zip.fromRandomAccessReaderPromise(reader, size, {
			decodeStrings: false,
			autoClose: false,
		})) as unknown as Directory;
		// its own listener goes when the loop over the entries ends
		directory.on('error', () => undefined);
		if (directory.entryCount > limits.entries)
			throw refusal('unsafe', `the archive has more than ${limits.entries} entries`);
		const start = directory.readEntryCursor;
		const claims = await readClaims(file, directory, zip.getFileNameLowLevel);
		await validateEnd(file, directory);
		const entries = claims.map((claim, index) => validateEntry(claim, index + 1, limits));
		validateLayout(claims, start);
		validatePaths(entries);
		validateTotals(entries, limits);
		return entries;
	} catch (error) {
		throw asRefusal(error);
	}
}
