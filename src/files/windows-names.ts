import {win32} from 'node:path';

/** Names that Windows takes for a device in every folder, whatever their ending; ¹ to ³ count as digits. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;
const illegal = /[<>:"|?*]|\p{Cc}/u;

export const isDeviceName = (part: string): boolean => device.test(part);

/** True if Windows discards what is written to a path. Node would make a file of that name, which few programs can remove. */
export const isNullDevice = (path: string, platform: string = process.platform): boolean =>
	platform === 'win32' && /^nul:?$/i.test(path);

/** Says what Windows expects instead of a path that it would write elsewhere or not at all; undefined if the path is fine. */
export function getWindowsFault(path: string): string | undefined {
	const {root} = win32.parse(path);
	if (/^[a-z]:$/i.test(root)) return `a folder after the drive, such as ${root}\\${path.slice(2) || 'reports'}`;
	const parts = path
		.slice(root.length)
		.split(/[\\/]/)
		.filter(part => part !== '' && part !== '.' && part !== '..');
	if (parts.some(isDeviceName)) return 'a name that is not a device name (CON, PRN, AUX, NUL, COM1, LPT1 …)';
	if (parts.some(part => illegal.test(part))) return 'a name without < > : " | ? *';
	if (parts.some(part => /[. ]$/.test(part))) return 'a name that does not end with a dot or a space';
	return undefined;
}
