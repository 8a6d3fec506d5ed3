import {win32} from 'node:path';

/** Windows treats these names as devices in every folder and with any extension; ¹ to ³ count as digits. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;
const illegalCharacters = /[<>:"|?*]|\p{Cc}/u;

export const isDeviceName = (part: string): boolean => deviceName.test(part);

/**
 * Windows discards what is written to this path. Node would create a file of that name, which few programs can remove.
 */
export const isNullDevice = (path: string, platform: string = process.platform): boolean =>
	platform === 'win32' && /^nul:?$/i.test(path);

/**
 * Returns what Windows expects instead of a path that it would write elsewhere or not at all; undefined for other
 * paths.
 */
export function describeWindowsPath(path: string): string | undefined {
	const {root} = win32.parse(path);
	if (/^[a-z]:$/i.test(root)) return `a folder after the drive, such as ${root}\\${path.slice(2) || 'reports'}`;
	const parts = path
		.slice(root.length)
		.split(/[\\/]/)
		.filter(part => part !== '' && part !== '.' && part !== '..');
	if (parts.some(isDeviceName)) return 'a name that is not a device name (CON, PRN, AUX, NUL, COM1, LPT1 …)';
	if (parts.some(part => illegalCharacters.test(part))) return 'a name without < > : " | ? *';
	if (parts.some(part => /[. ]$/.test(part))) return 'a name that does not end with a dot or a space';
	return undefined;
}
