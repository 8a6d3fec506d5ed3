import {defineCommand} from '../../cli/definition/command.ts';
import {templateExample, writable} from '../../keys/rows/key-columns.ts';
import {toCsv} from '../../keys/store/row-file.ts';
import {dataset} from '../../output/dataset.ts';

/** `keys template`: a file to start from. */
export const command = defineCommand({
	description:
		'The header that keys update reads, and one example row that it skips. Any part of the columns will do, as long as ' +
		'licenseKey is among them; an empty cell leaves a field as it is, null in expiryDate clears it.',
	examples: [{line: 'usagectl keys template --out keys.csv', caption: 'a file to fill in'}],
	flags: {},
	run: async () => {
		const columns = writable.map(({name}) => ({key: name, title: name, kind: 'text' as const}));
		return {text: toCsv(dataset(columns, [templateExample]))};
	},
});
