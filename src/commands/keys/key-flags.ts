import {createConcurrencyFlag} from '../../cli/definition/concurrency-flag.ts';
import {Expected, type Options, optional, repeated, repeatedList, toggle} from '../../cli/definition/flag.ts';
import {choice, listOf} from '../../cli/definition/flag-values.ts';
import {columnNames, isColumnName} from '../../keys/read/column-names.ts';

/** Flags that several commands for many keys have. */

const map = repeatedList({
	flags: '--map <theirs=ours>',
	summary: 'read the column "theirs" of the file as ours; repeatable, or several with commas',
	// A name in the file may hold commas; one of ours does not.
	parse: (value: string): readonly (readonly [string, string])[] =>
		value.split(/(?<==\w+),/).map((pair): readonly [string, string] => {
			const at = pair.lastIndexOf('=');
			const ours = pair.slice(at + 1);
			if (at < 1 || ours === '') throw new Expected('theirs=ours, such as Serial=licenseKey');
			if (!isColumnName(ours)) throw new Expected('one of our columns behind the last =', columnNames);
			return [pair.slice(0, at), ours];
		}),
});
const ignoreExtra = toggle({flags: '--ignore-extra', summary: 'skip columns that are not known'});
const exactKeys = toggle({
	flags: '--exact-keys',
	summary: 'accept keys that look damaged by a spreadsheet (1.23E+15)',
});
const emptyClears = repeated({
	flags: '--empty-clears <column>',
	summary: 'an empty cell clears the field (notes)',
	parse: choice(['notes']),
	choices: ['notes'],
});
const dateFormat = optional({
	flags: '--date-format <form>',
	summary: 'how a CSV file writes days, beside YYYY-MM-DD: dd/mm/yyyy, m/d/yyyy, dd.mm.yyyy',
	parse: (value: string): string => {
		const parts = value.toLowerCase().match(/d+|m+|y+/g) ?? [];
		const isForm = ['d', 'm', 'y'].every(letter => parts.filter(part => part[0] === letter).length === 1);
		if (!isForm || parts.length !== 3 || !/^[dmy]+[-/. ]+[dmy]+[-/. ]+[dmy]+$/i.test(value)) {
			throw new Expected('d, m and y with one of / . - between them, such as dd/mm/yyyy');
		}
		return value.toLowerCase();
	},
});
const yesNo = repeatedList({
	flags: '--yes-no <words>',
	summary: 'words of a CSV file for true and false: ja/nein,wahr/falsch',
	parse: listOf((pair: string): readonly [string, string] => {
		const [yes = '', no = '', ...rest] = pair.split('/').map(word => word.trim());
		if (yes === '' || no === '' || rest.length > 0 || yes.toLowerCase() === no.toLowerCase()) {
			throw new Expected('pairs such as ja/nein,wahr/falsch');
		}
		return [yes, no];
	}),
});
export const concurrency = createConcurrencyFlag('requests at the same time', {max: 32});

/** The flags for how a file is read. */
export const fileFlags = {map, ignoreExtra, exactKeys, emptyClears, dateFormat, yesNo};

/** The options of reading and checking a file. */
export const getFileOptions = (options: Options<typeof fileFlags>, product: number) => ({
	naming: {map: new Map(options.map), ignoreExtra: options.ignoreExtra},
	emptyClearsNotes: options.emptyClears.includes('notes'),
	dateFormat: options.dateFormat,
	yesNo: options.yesNo.length > 0 ? options.yesNo : undefined,
	rules: {exactKeys: options.exactKeys, product},
});
