import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {validateNoLink} from '../../files/trust/trusted-path.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import type {Digest, Section} from '../../questions/digest/question-digest.ts';
import {counted} from '../../text/wording.ts';
import {fileFlags, type OpenedFile, openFile, openResults} from './open-question-file.ts';

const fileName = 'usagectl-digest.html';

/** Formats the page of a digest, with charts. */
export async function digestToHtml(digest: Digest, {clock, findChart}: Context): Promise<string> {
	const {digestPage} = await import('../../questions/digest/digest-page.ts');
	const {drawnRows} = await import('../../questions/digest/question-digest.ts');
	const {chooseCharts} = await import('../../output/chart/choose-charts.ts');
	const {withMarks} = await import('../../output/chart/date-marks.ts');
	const {drawSvg} = await import('../../output/page/svg-chart.ts');
	const rules = new Map<Section, ChartRule>();
	for (const section of digest.sections) {
		const rule = await findChart(section.path);
		if (rule) rules.set(section, rule);
	}
	const chartsOf = (section: Section) =>
		chooseCharts(section.columns, drawnRows(section), rules.get(section) ?? {title: section.title}).map(chart =>
			withMarks(chart, digest.marks, section.columns),
		);
	const footer = `Created ${clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC by usagectl`;
	return digestPage(digest, footer, {chartsOf, drawSvg});
}

async function writeHtml(digest: Digest, path: string, context: Context): Promise<void> {
	const {withFileSink} = await import('../../terminal/file-sink.ts');
	const page = await digestToHtml(digest, context);
	await withFileSink(path, file => file.write(page));
	await context.note(`wrote ${path} (${counted(digest.sections.length, 'result')})`);
}

/** Creates the digest of the latest results, of all questions that the file shows or of one. */
export async function createQuestionDigest(
	opened: OpenedFile,
	{globals}: Pick<Context, 'globals'>,
	only?: string,
): Promise<Digest> {
	const {createDigest} = await import('../../questions/digest/question-digest.ts');
	const {file} = opened;
	const {show} = file.digest;
	const shown = show ? show.flatMap(name => file.questions.filter(each => each.name === name)) : file.questions;
	const questions = only === undefined ? shown : file.questions.filter(({name}) => name === only);
	const title = globals.title ?? file.digest.title ?? 'Usage digest';
	return createDigest(questions, {title, history: await openResults(opened, globals.products)});
}

export const command = defineCommand({
	description:
		'Summarizes the latest saved result of each question on one page. For each question it shows the outcome of the checks, the main figure with its change and trend, a chart or a table (new crashes and keys are marked), and the caveats. Does not run the questions; use `questions run` first. The page is a self-contained HTML page, usagectl-digest.html unless --html names another file. -o md prints Markdown for chats and pull requests instead.',
	examples: [
		{line: 'usagectl questions digest --html week.html', caption: 'a page to share'},
		{line: 'usagectl questions digest -o md', caption: 'Markdown for a chat'},
	],
	flags: fileFlags,
	chart: {title: 'Digest'},
	isPage: true,
	formats: {
		allowed: ['md'],
		writes: 'writes a page, or Markdown',
		hint: 'omit -o, or use -o md',
	},
	run: async (options, _args, context): Promise<Outcome> => {
		const {globals} = context;
		const opened = await openFile(options, context);
		const {path} = opened;
		const digest = await createQuestionDigest(opened, context);
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
