import {addDays} from '../../calendar.ts';
import {type Column, isTotal, type Row} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';
import {earlierDays, findSeen} from '../checks/baseline.ts';
import {type ReadAnswer, type Verdict, verdicts} from '../checks/check-outcome.ts';
import {readHeadline} from '../checks/headline.ts';
import {getResult, type Result} from '../checks/result-summary.ts';
import type {Question} from '../file/question-file.ts';
import {type Answer, findDifference, keyOf, namePlaces} from '../results/result.ts';
import type {Kept} from '../results/result-history.ts';
import {rangeOf, timeOf} from '../results/result-periods.ts';

/** What a digest says of one question, for one product. */
export type Section = {
	readonly name: string;
	readonly title: string;
	readonly product: number | null;
	readonly day: string;
	readonly result: Result;
	/** The headline of the days before and of this one, the oldest first. */
	readonly course: readonly {readonly day: string; readonly value: number | null}[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	/** For each row of a list, whether no answer of the days before has it. */
	readonly isNew: readonly boolean[];
	readonly isList: boolean;
	readonly path: readonly string[];
	readonly caveats: readonly string[];
};

export type Digest = {
	readonly title: string;
	readonly sections: readonly Section[];
	/** Each caveat once, with the questions that it is about. */
	readonly caveats: readonly (readonly [text: string, names: readonly string[]])[];
	readonly isSynthetic: boolean;
	/** Questions that have no answer yet. */
	readonly missing: readonly string[];
};

/** So many days are the small line of a headline. */
const courseDays = 28;

type History = {readonly kept: readonly Kept[]; readonly read: ReadAnswer};

/** Which rows are new: none where there is no earlier answer to compare with. */
async function findNew(answer: Answer, {kept, read}: History): Promise<readonly boolean[]> {
	const seen = (await Promise.all(findSeen(answer, kept).map(read))).filter(
		each => findDifference(answer, each) === undefined,
	);
	const places = namePlaces(answer.columns);
	const known = new Set(seen.flatMap(each => each.rows.map(row => keyOf(row, namePlaces(each.columns)))));
	return answer.rows.map(row => seen.length > 0 && !known.has(keyOf(row, places)));
}

async function readCourse(question: Question, answer: Answer, {kept, read}: History): Promise<Section['course']> {
	const earlier = earlierDays(answer, kept).filter(({day}) => day >= addDays(answer.day, -courseDays));
	const answers = [...(await Promise.all(earlier.map(read))).reverse(), answer];
	return answers
		.filter(each => findDifference(answer, each) === undefined)
		.map(each => ({day: each.day, value: readHeadline(question, each).value}));
}

async function createSection(question: Question, latest: Kept, history: History): Promise<Section> {
	const answer = await history.read(latest);
	const isList = rangeOf(answer) === undefined;
	return {
		name: question.name,
		title: question.title ?? answer.title ?? question.name,
		product: answer.product,
		day: answer.day,
		result: await getResult(question, answer, history),
		course: await readCourse(question, answer, history),
		columns: answer.columns,
		rows: answer.rows,
		isNew: isList ? await findNew(answer, history) : answer.rows.map(() => false),
		isList,
		path: answer.command,
		caveats: answer.caveats,
	};
}

const severity = (verdict: Verdict) => -verdicts.indexOf(verdict);

/** What the last answers of questions come to, those that fail first. */
export async function createDigest(
	questions: readonly Question[],
	{title, history}: {readonly title: string; readonly history: History},
): Promise<Digest> {
	const sections: Section[] = [];
	const missing: string[] = [];
	let isSynthetic = false;
	for (const question of questions) {
		const last = new Map(
			history.kept.filter(each => each.question === question.name).map(each => [each.product, each]),
		);
		if (last.size === 0) missing.push(question.name);
		for (const kept of last.values()) {
			sections.push(await createSection(question, kept, history));
			isSynthetic ||= (await history.read(kept)).service.startsWith('sandbox, seed');
		}
	}
	sections.sort((one, other) => severity(one.result.verdict) - severity(other.result.verdict));
	const caveats = groupBy(
		sections.flatMap(({caveats: texts, name}) => texts.map(text => ({text, name}))),
		({text}) => text,
	);
	return {
		title,
		sections,
		caveats: Array.from(caveats, ([text, all]) => [text, all.map(({name}) => name)]),
		isSynthetic,
		missing,
	};
}

/** `+12 (+3.4 %)`; undefined where there is nothing to compare with. */
export function changeText({value, before}: Result): string | undefined {
	if (value === null || before === null) return undefined;
	const signed = (figure: number) => `${figure > 0 ? '+' : '−'}${figureText(Math.abs(figure))}`;
	if (value === before) return 'unchanged';
	const percent = before === 0 ? 0 : (100 * (value - before)) / Math.abs(before);
	return `${signed(value - before)}${Math.abs(percent) < 0.05 ? '' : ` (${signed(percent)} %)`}`;
}

/** A figure with at most one decimal; a dash where there is none. */
export const figureText = (value: number | null): string =>
	value === null ? '–' : value.toLocaleString('en-US', {maximumFractionDigits: 1});

/** The title of a section, with its product where there are several. */
export const titleOf = ({title, product}: Section, isSeveral: boolean): string =>
	isSeveral && product !== null ? `${title} (${product})` : title;

/** More rows are in the answer. */
const maxRows = 10;

/** The rows that are drawn: of groups without dates the largest by the first figure, of which a chart has no end otherwise. */
export function drawnRows({columns, rows}: Section): readonly Row[] {
	const {dateAt, periodAt} = timeOf(columns);
	const figureAt = columns.findIndex(isTotal);
	if (dateAt >= 0 || periodAt >= 0 || figureAt < 0) return rows;
	return rows.toSorted((one, other) => Number(other[figureAt] ?? 0) - Number(one[figureAt] ?? 0)).slice(0, maxRows);
}

/** The rows of a list that a digest shows, new ones first. */
export function shownRows({rows, isNew}: Section): readonly {readonly row: Row; readonly isNew: boolean}[] {
	const all = rows.map((row, at) => ({row, isNew: isNew[at] ?? false}));
	return all.toSorted((one, other) => Number(other.isNew) - Number(one.isNew)).slice(0, maxRows);
}
