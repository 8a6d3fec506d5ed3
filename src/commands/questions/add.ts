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
		'Adds a question to usagectl.yaml from a command line that works, which stands behind --. The line is checked as it is when it runs, except that nothing is sent; comments and order of the file stay. Without a file one is made here.',
	examples: [
		{
			line: 'usagectl questions add by-edition -- report current --from -30d --level prodEdition',
			caption: 'keep a line as a question',
		},
	],
	flags: {
		...fileFlags,
		as: optional({flags: '--as <title>', summary: 'what people read in place of the name', parse: text}),
		replace: toggle({flags: '--replace', summary: 'ask this line in place of that of a question that is there'}),
	},
	args: [
		{name: '<name>', summary: 'the name of the question'},
		{name: '<line...>', summary: 'behind --, a command line without the word usagectl'},
	],
	run: async ({as: title, replace, ...options}, [name = '', ...words], context): Promise<Outcome> => {
		const {isQuestionName, nameRule} = await import('../../questions/file/question-file.ts');
		if (!isQuestionName(name))
			throw new CliError('usage', `expected ${nameRule}, not '${name}'`, {
				hint: 'for example: save active-by-edition -- report current …',
			});
		const {fileName, findQuestionFile, readQuestionText} = await import('../../questions/file/find-question-file.ts');
		const path =
			options.file === undefined ? ((await findQuestionFile('.')) ?? resolve(fileName)) : resolve(options.file);
		const isThere = (await stat(path).catch(() => undefined)) !== undefined;
		const opened = isThere ? await openFile({...options, file: path}, context) : undefined;
		const line = words[0] === 'usagectl' ? words.slice(1) : words;
		await context.checkLine(line, {defaults: opened?.file.defaults ?? new Map(), folder: dirname(path)});
		const {addQuestion} = await import('../../questions/file/add-question.ts');
		// A variable of the file would be expanded when it is read.
		const ask = quoteLine(line.map(word => word.replaceAll('${', '$${')));
		const changed = addQuestion(isThere ? await readQuestionText(path) : '', {name, title, ask}, {replace});
		if (context.globals.dryRun) return {text: changed};
		const {writeFileAtomic} = await import('../../files/atomic-file.ts');
		const {disk} = await import('../../files/disk.ts');
		await disk.reporting('write', path).makeFolder(dirname(path));
		await writeFileAtomic(path, changed, {mode: 0o666});
		const sandbox = context.globals.sandbox ? '--sandbox ' : '';
		await context.note(`${isThere ? 'added to' : 'wrote'} ${path}; ask it: usagectl ${sandbox}run ${name}`);
		return {};
	},
});
