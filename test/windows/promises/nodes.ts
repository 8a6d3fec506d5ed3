import type {Promised} from '../promise.ts';

/** The main tasks on each Node for Windows. */
export const onNode = (major: string): readonly Promised[] => {
	const area = `Node ${major}`;
	return [
		{
			area,
			promise: '`doctor`',
			steps: [{words: 'doctor -o csv', major, code: [0, 2]}],
			stdout: new RegExp(`v${major}\\.\\d+\\.\\d+ on win32`),
		},
		{area, promise: 'a report', steps: [{words: 'report current --from -30d -o csv', major}], stdout: /^new,active/},
		{
			area,
			promise: '`keys list --out`',
			steps: [{words: `keys list -o csv --out {folder}\\keys-${major}.csv`, major}],
			left: {[`keys-${major}.csv`]: /^licenseKey,/},
		},
	];
};
