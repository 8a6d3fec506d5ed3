import {describePeriod, describeRange} from '../../calendar.ts';
import {CliError, exitCodes, isStopped} from '../../errors.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import {type Dataset, dataset} from '../../output/dataset.ts';
import {isForPeople} from '../../output/formats.ts';
import type {Progress} from '../../ports.ts';
import {counted, enumeration} from '../../text/wording.ts';
import type {Sides} from '../../why/breakdown.ts';
import type {PropertyGroup} from '../../why/judge-groups.ts';
import {type SearchResult, searchCauses} from '../../why/search-causes.ts';
import {isVersion} from '../report-columns.ts';
import type {ReportPorts} from '../report-ports.ts';
import {type BreakdownProperty, getGroupFilter} from './breakable-properties.ts';
import {countCalls, createAsk, type Ranges, type Reader, type Rejections, readTotal} from './read-breakdowns.ts';
import {type FigureName, lostByEvents, type WhyFigure, type WhyRequest, whyFigures} from './why-figures.ts';
import {getLineWords} from './why-lines.ts';
import {getWhyColumns, toWhyRows} from './why-rows.ts';
import {describeAmount, describeAnswer} from './why-text.ts';

export type WhyRun = {
	readonly name: FigureName;
	readonly ranges: Ranges;
	readonly request: Omit<WhyRequest, 'range' | 'segmentation'>;
	readonly breakables: readonly BreakdownProperty[];
	readonly language: LanguageContext;
	readonly depth: 1 | 2;
	readonly maxCalls: number;
	/** The calls that were made before. */
	readonly madeCalls: number;
	/** The canonical texts of the filters and the events, for the command lines that show the figures of a row. */
	readonly filterText: string;
	readonly eventTexts: readonly string[];
	/** Returns a command line with the flags of this service and product. */
	readonly getLine: (words: readonly string[]) => string;
	/** People see only the groups that are not within noise. */
	readonly isTable: boolean;
};

type WhyPorts = ReportPorts & {readonly progress: Progress; readonly incomplete: ReportPorts['caveat']};

const hintIfAbsent =
	'this needs a newer server; `usagectl report why retention` and `usagectl report why event` work with every server';

type Source = {readonly total: Sides; readonly figure: WhyFigure; readonly lineName: FigureName | 'lostByEvents'};

/** Reads the total. Servers without date ranges count losses by another report, without the installations that they are a part of. */
async function openSource(run: WhyRun, reader: Omit<Reader, 'figure'>, {caveat}: ReportPorts): Promise<Source> {
	const figure = whyFigures[run.name];
	try {
		return {total: await readTotal({...reader, figure}), figure, lineName: run.name};
	} catch (error) {
		if (!(error instanceof CliError) || error.details.code !== 'absent') throw error;
		if (run.name !== 'lost') throw new CliError(error.kind, error.message, {...error.details, hint: hintIfAbsent});
		await caveat(
			'this server does not report how many installations were active: a group that has grown cannot be distinguished from one that loses a larger share of its installations',
		);
		return {total: await readTotal({...reader, figure: lostByEvents}), figure: lostByEvents, lineName: 'lostByEvents'};
	}
}

function createGetLines(
	{ranges, request, breakables, filterText, eventTexts, getLine}: WhyRun,
	lineName: Source['lineName'],
) {
	const find = (property: string) => breakables.find(({name}) => name === property);
	return (property: string, within?: PropertyGroup): readonly [string, string] => {
		const outer = within && find(within.property);
		const filters = [filterText, (outer && getGroupFilter(outer, within.group)) ?? ''].filter(text => text !== '');
		const lineOf = (range: Ranges['now']) =>
			getLine(
				getLineWords[lineName]({
					range,
					filters,
					segments: find(property)?.segments ?? property,
					lostAfter: request.lostAfter,
					after: request.after,
					event: eventTexts,
				}),
			);
		return [lineOf(ranges.now), lineOf(ranges.before)];
	};
}

const mostNamed = 3;
const listed = (names: readonly string[]) => enumeration([...new Set(names)]);

/** `isWhole`: the search was not stopped. */
type Looks = {readonly rejections: Rejections; readonly isWhole: boolean};

/** Says which properties were not examined. */
async function tellLooks(result: SearchResult, {rejections, isWhole}: Looks, {incomplete}: WhyPorts) {
	for (const [property, reason] of rejections)
		await incomplete(`${property}: the service rejected the request: ${reason}`);
	const left = result.skipped.filter(name => !rejections.has(name));
	const what = left.length > mostNamed ? `${left.length} properties` : listed(left);
	const advice = isWhole ? ': --max-calls, or --over' : '';
	if (left.length > 0) await incomplete(`${what} not examined${advice}`);
}

/** Returns ` from 2026-04 to 2026-05`, or names days. */
function describeDays({before, now}: Ranges): string {
	const [old, recent] = [describePeriod(before), describePeriod(now)];
	const areShort = ![old, recent].some(text => text.includes(' to '));
	return areShort ? ` from ${old} to ${recent}` : `, ${recent} compared with ${old}`;
}

/** Describes the request on a page. */
function getFacts({name, ranges, request, filterText, eventTexts}: WhyRun, {countsLosses}: WhyFigure) {
	const facts: readonly (readonly [string, string])[] = [
		['Report', `report why ${name}`],
		['Range', describeRange(ranges.now)],
		['Compared with', describeRange(ranges.before)],
		['Lost after', countsLosses ? `${counted(request.lostAfter, 'day')} of inactivity` : ''],
		['In use after', name === 'retention' ? counted(request.after, 'day') : ''],
		['Events', eventTexts.join(', ')],
		['Filter', filterText],
	];
	return facts.filter(([, value]) => value !== '');
}

/** Returns why the answer is not complete, and the exit code. */
function describeFailure(failure: unknown): {readonly doubt: string | undefined; readonly exit: number} {
	if (failure === undefined) return {doubt: undefined, exit: 0};
	if (!(failure instanceof CliError)) throw failure;
	return isStopped(failure)
		? {doubt: 'stopped before every property was examined', exit: exitCodes[failure.kind]}
		: {doubt: `not every property was examined: ${failure.message}`, exit: exitCodes.partial};
}

/** Pairs may take all calls that are left. */
const getMostCalls = ({depth, maxCalls, madeCalls, breakables}: WhyRun, callsPerQuestion: number): number =>
	depth === 2 ? maxCalls : Math.min(maxCalls, madeCalls + callsPerQuestion * (1 + breakables.length));

/**
 * Returns the calls for a property, and how many of them there can be after the total. Throws CliError (usage) if there can be
 * none.
 */
function planCalls({name, ranges, request, maxCalls, madeCalls}: WhyRun) {
	const callsPerQuestion = countCalls(whyFigures[name], ranges, request);
	const maxQuestions = Math.floor((maxCalls - madeCalls - callsPerQuestion) / callsPerQuestion);
	if (maxQuestions > 0) return {callsPerQuestion, maxQuestions};
	throw new CliError('usage', `--max-calls ${maxCalls} is too low: each property takes ${callsPerQuestion} calls`, {
		hint: `raise it, for example --max-calls ${madeCalls + 12 * callsPerQuestion}, or compare shorter ranges`,
		code: 'too-few-calls',
	});
}

/** Looks for the groups that account for the change, and returns the rows with a sentence above them. */
export async function runWhy(
	run: WhyRun,
	context: WhyPorts,
): Promise<{readonly dataset: Dataset; readonly exit?: number}> {
	const {breakables, ranges, request, depth, language, isTable} = run;
	const {signal, progress, globals, note, detail} = context;
	const {callsPerQuestion, maxQuestions} = planCalls(run);
	const what = breakables.length === 1 ? '1 property' : `${breakables.length} properties`;
	await detail(
		`${what} in two ranges: at most ${getMostCalls(run, callsPerQuestion)} calls${callsPerQuestion > 2 ? `, ${callsPerQuestion} for each property` : ''} (--max-calls ${run.maxCalls})`,
	);
	const {advance, end} = progress.start({what: 'examining properties', total: maxQuestions});
	const open = {
		client: await context.connect(),
		ranges,
		request,
		breakables,
		language,
		signal,
		onAnswer: () => advance(1),
	};
	try {
		const {total, figure, lineName} = await openSource(run, open, context);
		if (total.before.count === 0 && total.now.count === 0) {
			await context.footnote(`there are no ${figure.title} in either range`, 'empty');
			return {dataset: dataset(getWhyColumns(figure.kind), [])};
		}
		const rejections: Rejections = new Map();
		const {ask, failure} = createAsk(total, {...open, figure, language: {...language, report: figure.row}}, rejections);
		const names = breakables.map(({name}) => name);
		const replaced = new Set(figure.replacesVersions ? names.filter(isVersion) : []);
		const result = await searchCauses({total, properties: names, replaced, depth, maxQuestions}, ask);
		end();
		const {doubt, exit} = describeFailure(failure());
		await tellLooks(result, {rejections, isWhole: doubt === undefined}, context);
		const days = describeDays(ranges);
		const answer = describeAnswer(result, {total, figure, days});
		const heading = doubt === undefined ? answer : `unknown: ${doubt}; so far: ${answer}`;
		const rows = toWhyRows(result, {total, figure, getLines: createGetLines(run, lineName)});
		if (!isForPeople(globals.output)) await note(heading.replaceAll('\n', ' '));
		const about = {
			title: `Why: ${figure.title}`,
			products: [await context.product()],
			facts: getFacts(run, figure),
			answer: {figure: describeAmount(total, figure), text: heading.replaceAll('\n', ' ')},
		};
		const unusual = result.findings.filter(({verdict}) => verdict !== 'within noise').length;
		const shown = isTable ? rows.slice(0, unusual) : rows;
		if (shown.length > 0 && shown.length < rows.length)
			await context.footnote(`${counted(rows.length - shown.length, 'more group')} within noise: --limit`);
		return {dataset: {...dataset(getWhyColumns(figure.kind), shown, about), heading}, exit};
	} finally {
		end();
	}
}
