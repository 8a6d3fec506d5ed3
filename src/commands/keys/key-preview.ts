import {createKeysPorts, originOf} from '../../cli/context/create-keys-ports.ts';
import type {Context, Outcome} from '../../cli/definition/command.ts';
import {type Options, toggle} from '../../cli/definition/flag.ts';
import {exitCodes} from '../../errors.ts';
import type {Preview} from '../../keys/preview-keys.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import type {Column} from '../../output/dataset.ts';
import {concurrency, fileFlags, getFileOptions} from './key-flags.ts';

export const previewColumns: readonly Column[] = [
	{key: 'line', title: 'Line', kind: 'number'},
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'change', title: 'Change', kind: 'text'},
	{key: 'field', title: 'Field', kind: 'text', hiddenWhenEmpty: true},
	{key: 'before', title: 'Before', kind: 'text', hiddenWhenEmpty: true},
	{key: 'after', title: 'After', kind: 'text', layout: sentenceLayout},
];

/** The flags of an import that decide which keys it changes. */
export const uploadFlags = {
	skipInvalid: toggle({flags: '--skip-invalid', summary: 'Leave out rows with errors and use the others'}),
	overwrite: toggle({flags: '--overwrite', summary: 'Overwrite keys edited after the file was exported'}),
	...fileFlags,
	concurrency,
};

export const presentPreview = ({blocks, summary, isPartial}: Preview): Outcome => ({
	dataset: {columns: previewColumns, blocks, summary},
	exit: () => (isPartial() ? exitCodes.partial : 0),
});

/** Reads what `keys diff` and `keys update` have in common. */
export async function readUploadRequest(file: string, options: Options<typeof uploadFlags>, context: Context) {
	const product = await context.product();
	return {
		...getFileOptions(options, product, context),
		file,
		product,
		origin: originOf(context),
		skipInvalid: options.skipInvalid,
		overwrite: options.overwrite,
	};
}

/** Shows what an import of the file would change, for `keys diff` and `keys update --dry-run`. */
export async function previewFile(
	file: string,
	options: Options<typeof uploadFlags> & {readonly all: boolean},
	context: Context,
): Promise<Outcome> {
	const {previewUpload} = await import('../../keys/preview-keys.ts');
	const request = {...(await readUploadRequest(file, options, context)), all: options.all};
	return presentPreview(await previewUpload(request, await createKeysPorts(context, options.concurrency)));
}
