import type {Context} from '../../cli/definition/command.ts';
import {Expected, type Options, optional, repeated, repeatedList, toggle} from '../../cli/definition/flag.ts';
import {listOf, oneOf, text} from '../../cli/definition/flag-values.ts';
import {createConcurrencyFlag} from '../../cli/definition/shared-flags.ts';
import {encodingNames} from '../../files/encoding.ts';
import {isColumnName, writableNames} from '../../keys/read/column-names.ts';

const map = repeatedList({
	flags: '--map <file-column=column>',
	summary: 'Import a column of the file as another one: Serial=licenseKey; repeatable or comma-separated',
	// Only the name in the file may contain commas.
	parse: (value: string): readonly (readonly [string, string])[] =>
		value.split(/(?<==\w+),/).map((pair): readonly [string, string] => {
			const at = pair.lastIndexOf('=');
			const ours = pair.slice(at + 1);
			if (at < 1 || ours === '') throw new Expected('name=column, such as Serial=licenseKey');
			if (!isColumnName(ours)) throw new Expected('the name of a key column after the last =', writableNames);
			return [pair.slice(0, at), ours];
		}),
});
const ignoreExtra = toggle({flags: '--ignore-extra', summary: 'Ignore unknown columns'});
const exactKeys = toggle({
	flags: '--exact-keys',
	summary: 'Accept keys that look like numbers mangled by a spreadsheet (1.23E+15)',
});
export const allowSimilar = toggle({
	flags: '--allow-similar',
	summary: 'Accept new keys and license types that differ from existing ones only by case, blanks or look-alikes',
});
const emptyClears = repeated({
	flags: '--empty-clears <column>',
	summary: 'Column whose empty cells clear the field instead of leaving it unchanged; can only be notes',
	...oneOf(['notes']),
});
const dateFormat = optional({
	flags: '--date-format <form>',
	summary: 'Date format in the CSV file besides YYYY-MM-DD: dd/mm/yyyy, m/d/yyyy, dd.mm.yyyy',
	parse: (value: string): string => {
		const parts = value.toLowerCase().match(/d+|m+|y+/g) ?? [];
		const isForm = ['d', 'm', 'y'].every(letter => parts.filter(part => part[0] === letter).length === 1);
		if (!isForm || parts.length !== 3 || !/^[dmy]+[-/. ]+[dmy]+[-/. ]+[dmy]+$/i.test(value)) {
			throw new Expected('d, m and y separated by / . or -, such as dd/mm/yyyy');
		}
		return value.toLowerCase();
	},
});
const yesNo = repeatedList({
	flags: '--yes-no <words>',
	summary: 'Words for true and false in the CSV file: ja/nein,wahr/falsch',
	parse: listOf((pair: string): readonly [string, string] => {
		const [yes = '', no = '', ...rest] = pair.split('/').map(word => word.trim());
		if (yes === '' || no === '' || rest.length > 0 || yes.toLowerCase() === no.toLowerCase()) {
			throw new Expected('pairs such as ja/nein,wahr/falsch');
		}
		return [yes, no];
	}),
});
const encoding = optional({
	flags: '--encoding <name>',
	rare: true,
	summary: 'Encoding of the file: utf-8, utf-16, windows-1252 or latin1 (default: detect UTF-8 and UTF-16)',
	...oneOf(encodingNames),
});
const sheet = optional({
	flags: '--sheet <name>',
	summary: 'Sheet of an .xlsx workbook, by name or number (default: the first)',
	parse: text,
});
const visibleOnly = toggle({flags: '--visible-only', summary: 'Leave out the hidden and filtered rows of a workbook'});
export const concurrency = createConcurrencyFlag('Number of parallel requests', {max: 32});

const fromDashboard = toggle({
	flags: '--from-dashboard',
	summary: "Read the dashboard's CSV of keys, which has no header and the license flags in another order",
});

export const fileFlags = {
	map,
	ignoreExtra,
	sheet,
	visibleOnly,
	encoding,
	dateFormat,
	yesNo,
	emptyClears,
	exactKeys,
	allowSimilar,
	fromDashboard,
};

const question =
	"The file has no header, and nine columns like the dashboard's CSV: key, type, whitelisted, blacklisted, activated, expired, expiry date, quota, notes. Did the dashboard export it?";

export const getFileOptions = (
	options: Options<typeof fileFlags>,
	product: number,
	{terminal, globals}: Pick<Context, 'terminal' | 'globals'>,
) => ({
	dashboard: options.fromDashboard,
	// `--yes` agrees to an import, not to a guess of its columns.
	askDashboard: async () =>
		terminal.isInteractive() && !globals.yes && terminal.confirm({text: question, flag: '--from-dashboard'}),
	naming: {map: new Map(options.map), ignoreExtra: options.ignoreExtra},
	sheet: options.sheet,
	visibleOnly: options.visibleOnly,
	allowSimilar: options.allowSimilar,
	encoding: options.encoding,
	emptyClearsNotes: options.emptyClears.includes('notes'),
	dateFormat: options.dateFormat,
	yesNo: options.yesNo.length > 0 ? options.yesNo : undefined,
	rules: {exactKeys: options.exactKeys, product},
});
