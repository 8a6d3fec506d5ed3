import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import type {Digest, Section} from '../../questions/digest/question-digest.ts';
import {fileFlags, openFile} from './open-question-file.ts';

const fileName = 'usagectl-digest.html';

/** Finds the rules by which the command of each section draws its rows. */
async function findRules(
	sections: readonly Section[],
	{checkLine}: Context,
	folder: string,
): Promise<ReadonlyMap<Section, ChartRule>> {
	const rules = new Map<Section, ChartRule>();
	for (const section of sections) {
		// A line of an older version of the program may be none today.
		const line = await checkLine(section.path, {defaults: new Map(), folder}).catch(() => undefined);
		if (line?.chart) rules.set(section, line.chart);
	}
	return rules;
}

async function writeHtml(
	digest: Digest,
	{path, folder}: {readonly path: string; readonly folder: string},
	context: Context,
): Promise<void> {
	const {digestPage} = await import('../../questions/digest/digest-page.ts');
	const {drawnRows} = await import('../../questions/digest/question-digest.ts');
	const {chooseCharts} = await import('../../output/chart/choose-charts.ts');
	const {drawSvg} = await import('../../output/page/svg-chart.ts');
	const {withFileSink} = await import('../../terminal/file-sink.ts');
	const rules = await findRules(digest.sections, context, folder);
	const chartsOf = (section: Section) =>
		chooseCharts(section.columns, drawnRows(section), rules.get(section) ?? {title: section.title});
	const made = `Made ${context.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC by usagectl`;
	await withFileSink(path, file => file.write(digestPage(digest, made, {chartsOf, drawSvg})));
	await context.note(`wrote the page ${path}: ${digest.sections.length} questions`);
}

export const command = defineCommand({
	description:
		'One page about the last kept answer of each question: verdicts first, then a headline figure with its change and a small line of its days, its chart or its rows, what is new among crashes and keys, and each caveat once. It asks nothing: run does. The page is one file that loads nothing, usagectl-digest.html unless --html names another; -o md writes Markdown for chats and pull requests in its place; it has no other format.',
	examples: [
		{line: 'usagectl questions digest --html week.html', caption: 'a page to pass on'},
		{line: 'usagectl questions digest -o md', caption: 'the same as Markdown, for a chat'},
	],
	flags: fileFlags,
	chart: {title: 'Digest'},
	isPage: true,
	formats: {
		allowed: ['md'],
		writes: 'writes a page, or Markdown',
		hint: 'leave -o out, or give -o md',
	},
	run: async (options, _args, context): Promise<Outcome> => {
		const {globals} = context;
		const {file, folder, history, path} = await openFile(options, context);
		const {createResultReader, listResults} = await import('../../questions/results/result-history.ts');
		const {createDigest} = await import('../../questions/digest/question-digest.ts');
		const {show} = file.digest;
		const questions = show ? show.flatMap(name => file.questions.filter(each => each.name === name)) : file.questions;
		const saved = await listResults(history);
		const products =
			globals.products.length === 0
				? saved
				: saved.filter(({product}) => product === null || globals.products.includes(product));
		const title = globals.title ?? file.digest.title ?? 'Standing questions';
		const digest = await createDigest(questions, {title, history: {saved: products, read: createResultReader()}});
		if (digest.sections.length === 0)
			throw new CliError('usage', `no question of ${path} has an answer yet`, {
				hint: `ask them: usagectl ${globals.sandbox ? '--sandbox ' : ''}run`,
			});
		if (globals.output === 'md') {
			const {digestMarkdown} = await import('../../questions/digest/digest-markdown.ts');
			return {text: digestMarkdown(digest)};
		}
		const target = globals.html ?? fileName;
		await writeHtml(digest, {path: target, folder}, context);
		if (globals.open) await (await import('../../terminal/open-page.ts')).openPage(target);
		return {};
	},
});
