import type {ChartRule} from '../../output/chart/chart.ts';
import type {Digest, Section} from '../digest/question-digest.ts';
import {type OpenedFile, openResults} from './open-question-file.ts';
import type {QuestionPorts} from './question-ports.ts';

/** Formats the page of a digest, with charts. */
export async function digestToHtml(digest: Digest, {clock, findChart}: QuestionPorts): Promise<string> {
	const {digestPage} = await import('../digest/digest-page.ts');
	const {drawnRows} = await import('../digest/question-digest.ts');
	const {chooseCharts} = await import('../../output/chart/choose-charts.ts');
	const {withMarks} = await import('../../output/chart/date-marks.ts');
	const {createDraw} = await import('../../output/page/svg-chart.ts');
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
	return digestPage(digest, footer, {chartsOf, draw: createDraw()});
}

/** Creates the digest of the latest results, of all questions that the file shows or of one. */
export async function createQuestionDigest(opened: OpenedFile, ports: QuestionPorts, only?: string): Promise<Digest> {
	const {createDigest} = await import('../digest/question-digest.ts');
	const {products, title: given} = ports;
	const {file} = opened;
	const {show} = file.digest;
	const shown = show ? show.flatMap(name => file.questions.filter(each => each.name === name)) : file.questions;
	const questions = only === undefined ? shown : file.questions.filter(({name}) => name === only);
	const title = given ?? file.digest.title ?? 'Usage digest';
	return createDigest(questions, {title, history: await openResults(opened, ports, products)});
}
