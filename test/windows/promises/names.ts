import type {Promised} from '../promise.ts';

const area = 'File names';
const refused = ['CON', 'nul.csv', 'COM1.txt', 'a.csv:b', 'what?.csv', 'keys.csv.', 'C:keys.csv', 'aux\\keys.csv'];

export const names: readonly Promised[] = [
	...refused.map(
		(name): Promised => ({
			area,
			promise: `\`--out ${name}\` is rejected before anything is sent`,
			steps: [{words: 'report current --from -1d -o csv --out', line: `"${name}"`, code: 2}],
			stderr: /--out[\s\S]*expected/,
		}),
	),
	{
		area,
		promise: '`exceptions sync` rejects a folder whose name ends with a space',
		steps: [{words: 'exceptions sync', line: '"reports "', code: 2}],
		stderr: /dot or a space/,
	},
	{
		area,
		promise: '`--lock aux` is rejected',
		steps: [{words: 'keys list --lock aux', code: 2}],
		stderr: /--lock[\s\S]*device/,
	},
	{
		area,
		promise: '`--dir PRN` is rejected',
		steps: [{words: 'exceptions download {zip} --dir PRN', code: 2}],
		stderr: /device/,
	},
	{
		area,
		promise: 'a name in another case is the same file',
		files: {'case.csv': 'old'},
		steps: [{words: 'keys list -o csv --limit 1 --out {folder}\\CASE.csv'}],
		left: {'case.csv': /^licenseKey/},
	},
	{
		area,
		promise: 'a missing share exits with status 10',
		steps: [{words: 'keys list -o csv --limit 1 --out', line: '"\\\\127.0.0.1\\none\\keys.csv"', code: 10}],
		stderr: /hint: /,
	},
];
