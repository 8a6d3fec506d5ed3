import {createRejection, type RejectionCode} from '../zip-rejection.ts';
import {isMetadataName, parseEntryName} from './entry-name.ts';
import {type ClaimedEntry, type ZipEntry, zipFlags} from './zip-entry.ts';

/** APPNOTE 4.4.5. */
const methodNames: Readonly<Record<number, string>> = {
	1: 'shrunk',
	6: 'imploded',
	9: 'Deflate64',
	12: 'bzip2',
	14: 'LZMA',
	93: 'Zstandard',
	95: 'XZ',
	98: 'PPMd',
	99: 'AES encryption',
};
const stored = 0;
const deflated = 8;

/** The upper four bits of a Unix mode; 0 is unknown. */
const modeNames: Readonly<Record<number, string>> = {
	1: 'a pipe',
	2: 'a device',
	6: 'a device',
	10: 'a symbolic link',
	12: 'a socket',
};
const regularMode = 8;
const folderMode = 4;
const reparsePoint = 0x400;

const isFolder = (entry: ClaimedEntry) => entry.name.endsWith('/');

function getKindViolation({attributes, name}: ClaimedEntry): string | undefined {
	const mode = attributes >>> 28;
	if ((attributes & reparsePoint) !== 0) return 'is a link';
	if (mode === 0 || mode === (name.endsWith('/') ? folderMode : regularMode)) return undefined;
	return `is ${modeNames[mode] ?? 'not what its name says (file or folder)'}`;
}

/** A local header with a descriptor may have 0 instead of the value in the directory. */
const differs = (local: number, directory: number, {local: {flags}}: ClaimedEntry) =>
	local !== directory && !((flags & zipFlags.descriptor) !== 0 && local === 0);

const contradictsDirectory = (entry: ClaimedEntry) =>
	!entry.local.name.equals(entry.rawName) ||
	entry.local.method !== entry.method ||
	differs(entry.local.crc, entry.crc, entry) ||
	differs(entry.local.size, entry.size, entry) ||
	differs(entry.local.compressedSize, entry.compressedSize, entry);

function getNameViolation({name}: ClaimedEntry): string | undefined {
	if (isMetadataName(name)) return undefined;
	const parsed = parseEntryName(name);
	return 'violation' in parsed ? parsed.violation : undefined;
}

const isEncrypted = ({flags, local}: ClaimedEntry) =>
	((flags | local.flags) & (zipFlags.encrypted | zipFlags.strong | zipFlags.masked)) !== 0;

type EntryRule = readonly [code: RejectionCode, findViolation: (entry: ClaimedEntry) => string | false | undefined];

/** The rules for every entry (test/faults.md D2 to D11). The first violation is reported. */
const entryRules: readonly EntryRule[] = [
	['unsafe', entry => isEncrypted(entry) && 'is encrypted'],
	[
		'unsafe',
		({method}) =>
			method !== stored &&
			method !== deflated &&
			`uses an unsupported compression method (${methodNames[method] ?? method})`,
	],
	['unsafe', ({flags}) => (flags & zipFlags.patch) !== 0 && 'is a patch for another file'],
	['unsafe', getKindViolation],
	['unsafe', getNameViolation],
	['damaged', entry => contradictsDirectory(entry) && 'has a header that contradicts the directory'],
	['unsafe', entry => isFolder(entry) && entry.size > 0 && 'is a folder with content'],
	[
		'damaged',
		({method, size, compressedSize}) =>
			method === stored && size !== compressedSize && 'has two sizes, but is not compressed',
	],
];

const maxNameLength = 60;
/** Quotes the name, which may be hostile: what is not ASCII is escaped. */
const printName = (name: string) =>
	JSON.stringify(name.length > maxNameLength ? `${name.slice(0, maxNameLength)}...` : name).replace(
		/[^ -~]/g,
		found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** Throws a rejection that names the entry. */
export function validateEntry(entry: ClaimedEntry, place: number): ZipEntry {
	for (const [code, findViolation] of entryRules) {
		const violation = findViolation(entry);
		if (violation) throw createRejection(code, `entry ${place} of the archive (${printName(entry.name)}) ${violation}`);
	}
	const isMetadata = isMetadataName(entry.name);
	const parsed = isMetadata ? {path: [], folder: false} : parseEntryName(entry.name);
	if ('violation' in parsed) throw createRejection('unsafe', parsed.violation);
	const {crc, compressedSize, size, local} = entry;
	return {
		...parsed,
		isMetadata,
		stored: entry.method === stored,
		crc,
		compressedSize,
		size,
		dataStart: local.dataStart,
	};
}
