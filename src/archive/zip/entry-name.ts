import {isDeviceName} from '../../files/windows-names.ts';

/** Letters and digits of any script, and the punctuation of exported files; no dot, dash or space at the start. */
const allowedPart = /^[\p{L}\p{N}_(][\p{L}\p{N} ._()+-]*$/u;
const maxBytes = 120;
const maxParts = 2;

function getNameViolation(name: string, parts: readonly string[]): string | undefined {
	if (Buffer.byteLength(name) > maxBytes) return `has a name of more than ${maxBytes} bytes`;
	if (parts.includes('..') || (parts.length > 1 && parts[0] === '')) return 'has a name that points outside its folder';
	if (parts.some(each => ['', '.'].includes(each))) return "has a name with an empty part or a part '.'";
	if (parts.length > maxParts) return 'is more than one folder deep';
	if (!parts.every(each => allowedPart.test(each))) return 'has a name with characters that are not allowed';
	if (parts.some(each => /[. ]$/.test(each) || isDeviceName(each)))
		return 'has a name that is reserved on some systems';
	return undefined;
}

/** Splits an entry's name into folders and file, or describes what makes it unsafe (test/faults.md D2, D4). */
export function parseEntryName(
	name: string,
): {readonly path: readonly string[]; readonly folder: boolean} | {readonly violation: string} {
	const folder = name.endsWith('/');
	const path = (folder ? name.slice(0, -1) : name).split('/');
	const violation = getNameViolation(name, path);
	return violation === undefined ? {path, folder} : {violation};
}

/** Matches what macOS and Windows add to folders for themselves. */
const metadataName = /^__MACOSX(?:\/|$)|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/;
export const isMetadataName = (name: string): boolean => metadataName.test(name);

/** Returns equal texts for paths that some file system treats as one. */
export const normalizePath = (path: readonly string[]): string =>
	path.join('/').normalize('NFKC').toUpperCase().toLowerCase();
