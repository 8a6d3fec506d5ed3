import {stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import {quoteLine} from '../../text/shell-quoting.ts';
import {fileFlags, openFile} from './open-question-file.ts';

export const command = defineCommand({
	description:
		'Adds a question to usagectl.yaml from the command line after --. The command line is validated first, but not run. The comments and the order of the file are kept. If there is no file, one is created in the current folder.',
	examples: [
		{
			line: 'usagectl questions add by-edition -- report current --from -30d --level prodEdition',
			caption: 'a report, saved as a question',
		},
	],
	flags: {
		as: optional({flags: '--as <title>', summary: 'Title to show instead of the name', parse: text}),
		replace: toggle({flags: '--replace', summary: 'Replace the command line of an existing question'}),
		...fileFlags,
	},
	args: [
		{name: '<name>', summary: 'Name of the question'},
		{name: '<line...>', summary: 'Command line without the word usagectl', isCommandLine: true},
	],
	run: async ({as: title, replace, ...options}, [name = '', ...words], context): Promise<Outcome> => {
		const {findNameError} = await import('../../questions/file/question-file.ts');
		const nameError = findNameError(name);
		if (nameError)
			throw new CliError('usage', nameError, {
				hint: 'for example: usagectl questions add by-edition -- report current --level prodEdition',
			});
		const {fileName, findQuestionFile, readQuestionText} = await import('../../questions/file/find-question-file.ts');
		const found = options.file ?? (await findQuestionFile('.'));
		const isThere = found !== undefined && (await stat(found).catch(() => undefined)) !== undefined;
		const opened = isThere ? await openFile(options, context) : undefined;
		const path = opened?.path ?? resolve(found ?? fileName);
		const line = words[0] === 'usagectl' ? words.slice(1) : words;
		const defaults = opened?.file.defaults ?? new Map();
		await context.checkLine(line, {purpose: 'ask', defaults, folder: dirname(path)});
		const {addQuestion} = await import('../../questions/file/add-question.ts');
		// Otherwise `${` would be read as a variable of the file.
		const ask = quoteLine(line.map(word => word.replaceAll('${', '$${')));
		const changed = addQuestion(isThere ? await readQuestionText(path) : '', {name, title, ask}, {replace});
		if (context.globals.dryRun) return {text: changed};
		const {writeFileAtomic} = await import('../../files/atomic-file.ts');
		const {disk} = await import('../../files/disk.ts');
		await disk.reportingAs('write', path).makeFolder(dirname(path));
		await writeFileAtomic(path, changed, {mode: 0o666});
		await context.note(
			`${isThere ? 'added a question to' : 'created'} ${path}; run it: usagectl questions run ${name}`,
		);
		return {};
	},
});
