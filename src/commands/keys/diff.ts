import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {exitCodes} from '../../errors.ts';
import type {Column} from '../../output/dataset.ts';
import {counted} from '../../text/wording.ts';
import {createKeysPorts, originOf} from './create-keys-ports.ts';
import {concurrency, fileFlags, getFileOptions} from './key-flags.ts';

/** One row per new key, and per field of a key that changes. */
const diffColumns: readonly Column[] = [
	{key: 'line', title: 'Line', kind: 'number'},
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'change', title: 'Change', kind: 'text'},
	{key: 'field', title: 'Field', kind: 'text'},
	{key: 'before', title: 'Before', kind: 'text'},
	{key: 'after', title: 'After', kind: 'text'},
];

/** `keys diff FILE`: what an upload would do. */
export const command = defineCommand({
	description:
		'Checks the file as keys update does, reads exactly its keys from the registry, and shows what an upload would insert and ' +
		'change, field by field. "edited": somebody changed the key since keys list wrote the file; an upload leaves it out.',
	examples: [
		{line: 'usagectl keys diff keys.csv', caption: 'see before'},
		{line: 'usagectl keys diff keys.csv -o csv --out changes.csv', caption: 'the same as a file for review'},
	],
	flags: {
		...fileFlags,
		skipInvalid: toggle({flags: '--skip-invalid', summary: 'leave out rows with mistakes, compare the others'}),
		all: toggle({flags: '--all', summary: 'show also keys that are as the file says'}),
		concurrency,
	},
	args: [{name: '<file>', summary: 'CSV, JSON or NDJSON; - is standard input', complete: 'file'}],
	product: 'one',
	columns: () => diffColumns,
	run: async (options, [file = ''], context) => {
		const product = await context.product();
		const {diffKeys} = await import('../../keys/diff-keys.ts');
		const ports = await createKeysPorts(context, options.concurrency);
		const request = {...getFileOptions(options, product), file, skipInvalid: options.skipInvalid, all: options.all};
		const {blocks: rows, counts, invalid} = await diffKeys(request, ports);
		const blocks = async function* () {
			yield* rows;
			const {insert, change, same, edited} = counts;
			const sums = [`insert ${counted(insert, 'key')}`, `change ${change}`, `leave ${same} as they are`];
			if (edited > 0) sums.push(`leave out ${edited} that somebody edited meanwhile`);
			await context.note(`product ${product} at ${originOf(context)}: ${sums.join(', ')}`);
		};
		return {dataset: {columns: diffColumns, blocks: blocks()}, exit: invalid > 0 ? exitCodes.partial : 0};
	},
});
