import {closeSync, openSync, writeSync} from 'node:fs';

const product = ['Canvas', 'Layers', 'Export', 'Sync', 'License', 'Undo', 'Fonts', 'Printer', 'Plugins', 'Colors'];
const verbs = ['Open', 'Save', 'Draw', 'Push', 'Merge', 'Load', 'Verify', 'Flush', 'Resolve', 'Invoke', 'MoveNext'];
const classes = [
	'System.NullReferenceException',
	'System.IO.IOException',
	'System.ArgumentException',
	'Aurora.StateError',
];
const header =
	'timestamp,clientId,prodEdition,prodVersion,prodBuild,prodLanguage,licenseType,licenseStatus.activated,licenseStatus.blacklisted,' +
	'licenseStatus.expired,licenseStatus.whitelisted,os.version,osWordLength,osLanguage,cpuType,cpuCores,ram,displayCount,resolution,' +
	'dotNetVersion,gpu.model,formFactor,geography.country,geography.usState,exception.class,exception.method,exception.message,exception.stackTrace\r\n';

/** Whole numbers below `end` that look random and are the same each time (a linear congruence is quick and will do). */
const createBelow = () => {
	let state = 20261001;
	return end => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * end);
	};
};

const two = number => String(number).padStart(2, '0');

/**
 * Writes a CSV of crashes of about so many bytes, as the service would: 500 faults with stacks of 6 to 20 frames in quotes, over
 * 28 days and 50,000 installations; addresses, line numbers, paths and quoted values differ with each line.
 */
export const writeCrashLines = (path, bytes) => {
	const below = createBelow();
	const pick = items => items[below(items.length)];
	const hex = () =>
		below(2 ** 32)
			.toString(16)
			.padStart(8, '0');
	const faults = Array.from({length: 500}, (_, fault) => ({
		class: pick(classes),
		frames: Array.from(
			{length: 6 + below(15)},
			(_, at) => `Aurora.${pick(product)}.Unit${fault % 97}_${at}.${pick(verbs)}`,
		),
	}));
	const writeFrame = (frame, build) =>
		`   at ${frame}(Object sender, Int32 count) in C:\\agent\\${build}\\${frame.split('.')[2]}.cs:line ${below(900) + 1} [0x${hex()}]`;
	const writeLine = day => {
		const fault = faults[Math.floor((below(2 ** 20) / 2 ** 20) ** 2 * faults.length)];
		const [build, client] = [hex(), Math.imul(below(50_000) + 1, 2654435761) >>> 0];
		const stack = fault.frames.map(frame => writeFrame(frame, build)).join('\r\n');
		return (
			`2026-10-${two(day)}T${two(below(24))}:${two(below(60))}:${two(below(60))},${client.toString(16).padStart(32, '0').toUpperCase()},` +
			`${pick(['Pro', 'Home'])},${4 + below(2)}.${below(12)}.${below(9)},${1000 + below(90)},en,${pick(['purchased', 'trial'])},Y,N,N,N,` +
			`${pick(['MS Win 10', 'MS Win 11', 'macOS 14'])},64,en-US,x64,${2 << below(4)},${4096 << below(4)},${1 + below(3)},1920x1080,` +
			`4.8,Radeon,${pick(['Laptop', 'Desktop'])},${pick(['US', 'DE', 'JP', 'FR'])},,${fault.class},${fault.frames[0]},` +
			`"Could not open ""${pick(product)}-${below(900)}"", handle 0x${hex()}","${stack}"\r\n`
		);
	};
	const file = openSync(path, 'w');
	let written = writeSync(file, header);
	while (written < bytes) {
		const lines = [];
		for (let at = 0; at < 500; at++) lines.push(writeLine(1 + Math.min(27, Math.floor((written / bytes) * 28))));
		written += writeSync(file, lines.join(''));
	}
	closeSync(file);
	return written;
};
