import {createQuestionPorts} from '../../cli/context/create-question-ports.ts';
import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {validateNoLink} from '../../files/trust/trusted-path.ts';
import type {Digest} from '../../questions/digest/question-digest.ts';
import {createQuestionDigest, digestToHtml} from '../../questions/run/create-question-digest.ts';
import {openFile} from '../../questions/run/open-question-file.ts';
import {counted} from '../../text/wording.ts';
import {fileFlags} from './file-flags.ts';

const fileName = 'usagectl-digest.html';

async function writeHtml(digest: Digest, path: string, context: Context): Promise<void> {
	const {withFileSink} = await import('../../terminal/file-sink.ts');
	const page = await digestToHtml(digest, await createQuestionPorts(context));
	await withFileSink(path, file => file.write(page));
	await context.note(`wrote ${path} (${counted(digest.sections.length, 'result')})`);
}

export const command = defineCommand({
	description:
		'Summarizes the latest saved result of each question on one page. For each question it shows the outcome of the checks, the main figure with its change and trend, a chart or a table (new crashes and keys are marked), and the caveats. Does not run the questions; use `questions run` first. The page is a self-contained HTML page, usagectl-digest.html unless --html names another file. -o md prints Markdown for chats and pull requests instead.',
	examples: [
		{line: 'usagectl questions digest --html week.html', caption: 'a page to share'},
		{line: 'usagectl questions digest -o md', caption: 'Markdown for a chat'},
	],
	takes: ['product', 'out', 'page'],
	flags: fileFlags,
	formats: {
		allowed: ['md'],
		writes: 'writes a page, or Markdown',
		hint: 'omit -o, or use -o md',
	},
	run: async (options, _args, context): Promise<Outcome> => {
		const {globals} = context;
		const opened = await openFile(options, context);
		const {path} = opened;
		const digest = await createQuestionDigest(opened, await createQuestionPorts(context));
		if (digest.sections.length === 0)
			throw new CliError('usage', `no question in ${path} has a result yet`, {
				hint: 'run them: usagectl questions run',
			});
		if (globals.output === 'md') {
			const {digestMarkdown} = await import('../../questions/digest/digest-markdown.ts');
			return {text: digestMarkdown(digest)};
		}
		const target = globals.html ?? fileName;
		// A link with the default name may come with the folder: the user did not name it.
		if (globals.html === undefined) await validateNoLink(target);
		await writeHtml(digest, target, context);
		if (globals.open) await (await import('../../terminal/open-page.ts')).openPage(target);
		return {};
	},
});
