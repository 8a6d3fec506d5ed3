import {createKeysPorts, originOf} from '../../cli/context/create-keys-ports.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {exitCodes} from '../../errors.ts';
import type {Column} from '../../output/dataset.ts';
import {counted} from '../../text/wording.ts';
import {concurrency, fileFlags, getFileOptions} from './key-flags.ts';

const diffColumns: readonly Column[] = [
	{key: 'line', title: 'Line', kind: 'number'},
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'change', title: 'Change', kind: 'text'},
	{key: 'field', title: 'Field', kind: 'text'},
	{key: 'before', title: 'Before', kind: 'text'},
	{key: 'after', title: 'After', kind: 'text'},
];

export const command = defineCommand({
	description:
		'Checks the file as `keys update` does, looks its keys up in the registry (the license keys that the service stores), and ' +
		'shows, field by field, what an import would insert or change. Changes nothing. "edited" means that the key was edited after the file was exported; an import leaves it out.',
	examples: [
		{line: 'usagectl keys diff keys.csv', caption: 'what an import would change'},
		{line: 'usagectl keys diff keys.csv -o csv --out changes.csv', caption: 'the changes as a CSV file for review'},
	],
	takes: ['service', 'connection', 'password', 'dryRun', 'printRequest', 'rows', 'yes', 'strict'],
	flags: {
		all: toggle({flags: '--all', summary: 'Show unchanged keys too'}),
		skipInvalid: toggle({flags: '--skip-invalid', summary: 'Leave out rows with errors and compare the others'}),
		...fileFlags,
		concurrency,
	},
	args: [{name: '<file>', summary: 'CSV, JSON, NDJSON or .xlsx file; - for stdin', complete: 'file'}],
	product: 'one',
	columns: () => diffColumns,
	run: async (options, [file = ''], context) => {
		const product = await context.product();
		const {diffKeys} = await import('../../keys/diff-keys.ts');
		const {collectChanges, findManagedChanges} = await import('../../keys/managed-flags.ts');
		const ports = await createKeysPorts(context, options.concurrency);
		const request = {
			...getFileOptions(options, product, context),
			file,
			skipInvalid: options.skipInvalid,
			all: options.all,
		};
		const {blocks: rows, counts, invalid} = await diffKeys(request, ports);
		const fields = new Set<unknown>();
		let summary = '';
		const blocks = async function* () {
			yield* collectChanges(rows, fields);
			const managed = await findManagedChanges(fields, {file, origin: originOf(context), product}, context.stateDir);
			if (managed) await context.note(managed);
			const {insert, change, same, edited} = counts;
			const sums = [
				`insert ${counted(insert, 'key')}`,
				`change ${counted(change, 'key')}`,
				`leave ${counted(same, 'key')} unchanged`,
			];
			if (edited > 0) sums.push(`leave out ${counted(edited, 'key')} edited after the export`);
			summary = `plan for product ${product} at ${originOf(context)}: ${sums.join(', ')}`;
			await context.note(summary);
		};
		return {
			dataset: {columns: diffColumns, blocks: blocks(), summary: () => summary},
			exit: invalid > 0 ? exitCodes.partial : 0,
		};
	},
});
