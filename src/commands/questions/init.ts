import {stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';

export const command = defineCommand({
	description:
		'Creates usagectl.yaml with sixteen ready-made questions about installations, retention, events, crashes and keys, most of them with checks. Keep what you need and change the rest. The product of -p or of the profile is written into the file. An existing file is never overwritten.',
	examples: [{line: 'usagectl questions init', caption: 'a file to start from'}],
	flags: {
		file: optional({
			flags: '--file <path>',
			summary: 'File to create (default: usagectl.yaml in the current folder)',
			parse: text,
			complete: 'file',
		}),
	},
	run: async ({file}, _args, {globals, note}): Promise<Outcome> => {
		const {fileName} = await import('../../questions/file/find-question-file.ts');
		const {readyFile} = await import('../../questions/file/ready-questions.ts');
		const {disk} = await import('../../files/disk.ts');
		const path = resolve(file ?? fileName);
		const {products} = globals;
		const product =
			products.length === 0 ? '' : `  product: ${products.length > 1 ? `[${products.join(', ')}]` : products[0]}\n`;
		const createExistsError = () =>
			new CliError('usage', `${path} already exists`, {
				hint: 'add a question to it: usagectl questions add NAME -- report current --from -30d',
			});
		if (await stat(path).catch(() => undefined)) throw createExistsError();
		const text = readyFile.replace('PRODUCT', () => product);
		if (globals.dryRun) return {text};
		await disk.reportingAs('write', path).makeFolder(dirname(path));
		if (!(await disk.create(path, text, 0o666))) throw createExistsError();
		await note(`created ${path}; run its questions: usagectl questions run`);
		return {};
	},
});
