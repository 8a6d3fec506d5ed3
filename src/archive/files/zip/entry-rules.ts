import {parseEntryName} from './entry-name.ts';
import {type ClaimedEntry, type Entry, flag} from './zip-entry.ts';
import {createRejection, type RejectionCode} from './zip-rejection.ts';

/** Names of compression methods (APPNOTE 4.4.5). */
const methods: Readonly<Record<number, string>> = {
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

/** Kinds of file in the upper four bits of a Unix mode; 0 is unknown. */
const modes: Readonly<Record<number, string>> = {
	1: 'a pipe',
	2: 'a device',
	6: 'a device',
	10: 'a symbolic link',
	12: 'a socket',
};
const regularMode = 8;
const folderMode = 4;
const reparsePoint = 0x400;

type Rule = {readonly code: RejectionCode; readonly fault: (entry: ClaimedEntry) => string | undefined};
const when = (broken: boolean, fault: string): string | undefined => (broken ? fault : undefined);
const isFolder = (entry: ClaimedEntry) => entry.name.endsWith('/');

function getKindFault({attributes, name}: ClaimedEntry): string | undefined {
	const mode = attributes >>> 28;
	if ((attributes & reparsePoint) !== 0) return 'is a link';
	if (mode === 0 || mode === (name.endsWith('/') ? folderMode : regularMode)) return undefined;
	return `is ${modes[mode] ?? 'not what its name says (file or folder)'}`;
}

/** Compares a value of the local header with the directory's; with a descriptor, it may be 0. */
const differs = (local: number, directory: number, {local: {flags}}: ClaimedEntry) =>
	local !== directory && !((flags & flag.descriptor) !== 0 && local === 0);

/** The rules for every entry (docs/faults.md D2 to D11). The first broken one is reported. */
const rules: readonly Rule[] = [
	{
		code: 'unsafe',
		fault: ({flags, local}) =>
			when(((flags | local.flags) & (flag.encrypted | flag.strong | flag.masked)) !== 0, 'is encrypted'),
	},
	{
		code: 'unsafe',
		fault: ({method}) =>
			when(
				method !== stored && method !== deflated,
				`is packed by a method that is not supported (${methods[method] ?? method})`,
			),
	},
	{code: 'unsafe', fault: ({flags}) => when((flags & flag.patch) !== 0, 'is a patch for another file')},
	{code: 'unsafe', fault: getKindFault},
	{
		code: 'unsafe',
		fault: ({name}) => {
			const parsed = parseEntryName(name);
			return 'fault' in parsed ? parsed.fault : undefined;
		},
	},
	{
		code: 'damaged',
		fault: entry =>
			when(
				!entry.local.name.equals(entry.rawName) ||
					entry.local.method !== entry.method ||
					differs(entry.local.crc, entry.crc, entry) ||
					differs(entry.local.size, entry.size, entry) ||
					differs(entry.local.compressedSize, entry.compressedSize, entry),
				'is described in two ways',
			),
	},
	{code: 'unsafe', fault: entry => when(isFolder(entry) && entry.size > 0, 'is a folder with content')},
	{
		code: 'damaged',
		fault: ({method, size, compressedSize}) =>
			when(method === stored && size !== compressedSize, 'has two sizes although it is not compressed'),
	},
];

/** Returns the entry if it follows every rule. Throws a rejection that tells the entry by its number. */
export function validateEntry(entry: ClaimedEntry, place: number): Entry {
	for (const {code, fault} of rules) {
		const found = fault(entry);
		if (found !== undefined) throw createRejection(code, `entry ${place} of the archive ${found}`);
	}
	const parsed = parseEntryName(entry.name);
	if ('fault' in parsed) throw createRejection('unsafe', parsed.fault);
	const {crc, compressedSize, size, local} = entry;
	return {...parsed, stored: entry.method === stored, crc, compressedSize, size, dataStart: local.dataStart};
}
