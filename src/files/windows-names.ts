import {win32} from 'node:path';

/** Names that Windows takes for a device in every folder, whatever their ending; ¹ to ³ count as digits. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;
const illegal = /[<>:"|?*]|\p{Cc}/u;

/** Whether Windows takes a part of a path for a device. */
export const isDeviceName = (part: string): boolean => device.test(part);

/** Whether Windows throws away what is written to a path. Node would make a file of that name, which few programs can remove. */
export const isNullDevice = (path: string, platform: string = process.platform): boolean =>
	platform === 'win32' && /^nul:?$/i.test(path);

/** Why Windows would write a path somewhere else, or not at all, in words that follow "expected"; undefined where it is a path. */
export function getWindowsFault(path: string): string | undefined {
	const {root} = win32.parse(path);
	if (/^[a-z]:$/i.test(root)) return `a folder after the drive, such as ${root}\\${path.slice(2) || 'reports'}`;
	const parts = path
		.slice(root.length)
		.split(/[\\/]/)
		.filter(part => part !== '' && part !== '.' && part !== '..');
	if (parts.some(isDeviceName)) return 'a name that is not one of a device (CON, PRN, AUX, NUL, COM1, LPT1 …)';
	if (parts.some(part => illegal.test(part))) return 'a name without < > : " | ? *';
	if (parts.some(part => /[. ]$/.test(part))) return 'a name that does not end with a dot or a blank';
	return undefined;
}
