import {Expected, repeated, toggle, withDefault} from '../flag.ts';
import {choice, integer} from '../values.ts';

/** Flags that several commands for many keys have. */

export const map = repeated({
	flags: '--map <theirs=ours>',
	summary: 'read the column "theirs" of the file as ours; repeatable',
	parse: (value: string): readonly [string, string] => {
		const at = value.lastIndexOf('=');
		if (at < 1 || at === value.length - 1) throw new Expected('theirs=ours, such as Serial=licenseKey');
		return [value.slice(0, at), value.slice(at + 1)];
	},
});
export const ignoreExtra = toggle({flags: '--ignore-extra', summary: 'skip columns that are not known'});
export const exactKeys = toggle({
	flags: '--exact-keys',
	summary: 'accept keys that look damaged by a spreadsheet (1.23E+15)',
});
export const emptyClears = repeated({
	flags: '--empty-clears <column>',
	summary: 'an empty cell clears the field (notes)',
	parse: choice(['notes']),
	choices: ['notes'],
});
export const concurrency = withDefault({
	flags: '--concurrency <n>',
	summary: 'requests at the same time',
	parse: integer({min: 1, max: 32}),
	default: '4',
});

/** The flags for how a file is read. */
export const fileFlags = {map, ignoreExtra, exactKeys, emptyClears};
type FileOptions = {
	readonly map: readonly (readonly [string, string])[];
	readonly ignoreExtra: boolean;
	readonly exactKeys: boolean;
	readonly emptyClears: readonly string[];
};

/** The options of reading and checking a file. */
export const getFileOptions = (options: FileOptions, product: number) => ({
	naming: {map: new Map(options.map), ignoreExtra: options.ignoreExtra},
	emptyClearsNotes: options.emptyClears.includes('notes'),
	rules: {exactKeys: options.exactKeys, product},
});
