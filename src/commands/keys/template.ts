import {defineCommand} from '../../cli/definition/command.ts';
import {templateExample, writableColumns} from '../../keys/rows/upload-columns.ts';
import {toCsv} from '../../keys/store/importable-csv.ts';

export const command = defineCommand({
	description:
		'Prints the columns that `keys update` imports, and one example row, which an import ignores. All columns except ' +
		'licenseKey are optional. An empty cell leaves a field unchanged; null in expiryDate clears it.',
	examples: [{line: 'usagectl keys template --out keys.csv', caption: 'an import file to fill in'}],
	takes: ['out'],
	flags: {},
	run: async () => ({
		text: toCsv(
			writableColumns.map(({name}) => name),
			[[templateExample]],
		),
	}),
});
