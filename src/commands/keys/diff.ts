import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {previewColumns, previewFile, uploadFlags} from './key-preview.ts';

export const command = defineCommand({
	description:
		'Checks the file as `keys update` does, looks its keys up in the registry (the license keys that the service stores), and ' +
		'shows the fields that an import would change, and each key that it would insert. Changes nothing, like `keys update --dry-run`. "edited" means that the key was edited after the ' +
		'file was exported; an import leaves it out, and the exit status is 6, as that of the import.',
	examples: [
		{line: 'usagectl keys diff keys.csv', caption: 'what an import would change'},
		{line: 'usagectl keys diff keys.csv -o csv --out changes.csv', caption: 'the changes as a CSV file for review'},
	],
	takes: ['service', 'connection', 'password', 'dryRun', 'printRequest', 'rows', 'yes', 'strict'],
	flags: {all: toggle({flags: '--all', summary: 'Show unchanged keys too'}), ...uploadFlags},
	args: [{name: '<file>', summary: 'CSV, JSON, NDJSON or .xlsx file; - for stdin', complete: 'file'}],
	product: 'one',
	previews: true,
	columns: () => previewColumns,
	run: (options, [file = ''], context) => previewFile(file, options, context),
});
