import {isDeviceName} from '../../../files/windows-names.ts';

/** Letters and digits of any script, and the punctuation of exported files. A name does not begin with a dot, dash or space. */
const part = /^[\p{L}\p{N}_(][\p{L}\p{N} ._()+-]*$/u;
const maxBytes = 120;
const maxParts = 2;

function getFault(name: string, parts: readonly string[]): string | undefined {
	if (Buffer.byteLength(name) > maxBytes) return `has a name of more than ${maxBytes} bytes`;
	if (parts.some(each => ['', '.', '..'].includes(each))) return 'has a name that leads out of its folder';
	if (parts.length > maxParts) return 'lies more than one folder deep';
	if (!parts.every(each => part.test(each))) return 'has a name with characters that are not allowed';
	if (parts.some(each => /[. ]$/.test(each) || isDeviceName(each)))
		return 'has a name that is reserved on some systems';
	return undefined;
}

/** Parses the name of an entry into folders and file. Returns what is wrong with an unsafe name (docs/faults.md D2, D4). */
export function parseEntryName(
	name: string,
): {readonly path: readonly string[]; readonly folder: boolean} | {readonly fault: string} {
	const folder = name.endsWith('/');
	const path = (folder ? name.slice(0, -1) : name).split('/');
	const fault = getFault(name, path);
	return fault === undefined ? {path, folder} : {fault};
}

/** Returns the same text for two paths that are one path in some file system. */
export const normalizePath = (path: readonly string[]): string =>
	path.join('/').normalize('NFKC').toUpperCase().toLowerCase();
