import {addDays} from '../../calendar.ts';
import {type Column, isTotal, type Mark, type Row} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';
import {earlierDays, findRecentResults} from '../checks/baseline.ts';
import type {Verdict} from '../checks/check-outcome.ts';
import {readSeenRows} from '../checks/earlier-results.ts';
import {readHeadline} from '../checks/headline.ts';
import {type ResultSummary, summarizeResult} from '../checks/result-summary.ts';
import type {Question} from '../file/question-file.ts';
import {ignoreDamaged, isDamaged} from '../results/read-results.ts';
import {findDifference, findNamePlaces, keyOf, type Result} from '../results/result.ts';
import type {ResultHistory, SavedResult} from '../results/result-history.ts';
import {rangeOf, timeOf} from '../results/result-periods.ts';
import {findMoved, findUnexplained, type MovedFigure, type MovedGroup} from './moved-groups.ts';

export type Section = {
	readonly name: string;
	/** With the product if the digest has several. */
	readonly title: string;
	readonly product: number | null;
	readonly day: string;
	readonly summary: ResultSummary;
	/** The headlines of earlier days and of this one, oldest first. */
	readonly trend: readonly {readonly day: string; readonly value: number | null}[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	/** For each row of a list: true if no earlier result contains it. */
	readonly isNew: readonly boolean[];
	readonly isList: boolean;
	readonly path: readonly string[];
	readonly caveats: readonly string[];
};

export type Digest = {
	readonly title: string;
	readonly sections: readonly Section[];
	/** Each caveat once, with the names of its questions. */
	readonly caveats: readonly (readonly [text: string, names: readonly string[]])[];
	/** The groups that account for changes, by questions with `report why`. */
	readonly moved: readonly MovedGroup[];
	readonly unexplained: readonly MovedFigure[];
	readonly isSynthetic: boolean;
	readonly missing: readonly string[];
	/** Releases and other events, which charts show. */
	readonly marks: readonly Mark[];
};

const trendDays = 28;

/** Returns for each row whether it is new; none is if no earlier result can be read. */
async function findNew(result: Result, {saved, read}: ResultHistory): Promise<readonly boolean[]> {
	const seen = await readSeenRows(result, findRecentResults(result, saved), read).catch(ignoreDamaged);
	const places = findNamePlaces(result.columns);
	return result.rows.map(row => seen !== undefined && seen.comparable > 0 && !seen.keys.has(keyOf(row, places)));
}

async function readTrend(question: Question, result: Result, {saved, read}: ResultHistory): Promise<Section['trend']> {
	const toPoint = (each: Result) => ({day: each.day, value: readHeadline(question, each).value});
	const points = [toPoint(result)];
	for (const each of earlierDays(result, saved).filter(({day}) => day >= addDays(result.day, -trendDays))) {
		const earlier = await read(each).catch(ignoreDamaged);
		if (earlier && findDifference(result, earlier) === undefined) points.unshift(toPoint(earlier));
	}
	return points;
}

/** Returns the latest result that is not damaged, and the errors of later ones. `saved` is sorted by time. */
async function readLatest(saved: readonly SavedResult[], read: ResultHistory['read']) {
	const damaged: string[] = [];
	for (const each of saved.toReversed()) {
		try {
			return {result: await read(each), damaged};
		} catch (error) {
			if (!isDamaged(error)) throw error;
			damaged.push(error.message);
		}
	}
	return {damaged};
}

async function createSection(question: Question, result: Result, history: ResultHistory): Promise<Section> {
	const isList = rangeOf(result) === undefined;
	return {
		name: question.name,
		title: question.title ?? result.title ?? question.name,
		product: result.product,
		day: result.day,
		summary: await summarizeResult(question, result, history),
		trend: await readTrend(question, result, history),
		columns: result.columns,
		rows: result.rows,
		isNew: isList ? await findNew(result, history) : result.rows.map(() => false),
		isList,
		path: result.command,
		caveats: result.caveats,
	};
}

const maxPageBytes = 32 * 1024 * 1024;
const bytesPerCell = 16;
const estimateMemory = ({rows, caveats}: Section) =>
	[...rows, caveats]
		.flat()
		.reduce<number>((sum, cell) => sum + bytesPerCell + (typeof cell === 'string' ? cell.length : 0), 0);

const withoutRows = {
	rows: [],
	isNew: [],
	caveats: ['its rows are not shown: the page would become too large'],
};

const withProduct = (section: Section): Section =>
	section.product === null ? section : {...section, title: `${section.title} (${section.product})`};

/** First what needs a person, then changes. Last what the first result of a question leaves unknown. */
const urgency = ({summary: {verdict, value, before, beforeDay}}: Section): number => {
	const isChanged = value !== null && before !== null && value !== before;
	const order: Readonly<Record<Verdict, number>> = {
		fail: 0,
		warn: 1,
		note: 2,
		unknown: beforeDay === null ? 6 : 3,
		ok: isChanged ? 4 : 5,
	};
	return order[verdict];
};

export async function createDigest(
	questions: readonly Question[],
	{title, history}: {readonly title: string; readonly history: ResultHistory},
): Promise<Digest> {
	const found: Section[] = [];
	const missing: string[] = [];
	let isSynthetic = false;
	let bytes = 0;
	for (const question of questions) {
		const own = history.saved.filter(each => each.question === question.name);
		const before = found.length;
		for (const saved of groupBy(own, ({product}) => product).values()) {
			const {result, damaged} = await readLatest(saved, history.read);
			if (!result) continue;
			const section = await createSection(question, result, history);
			bytes += estimateMemory(section);
			const shown = {...section, ...(bytes > maxPageBytes ? withoutRows : {})};
			found.push({...shown, caveats: [...damaged, ...shown.caveats]});
			isSynthetic ||= result.isSynthetic;
		}
		if (found.length === before) missing.push(question.name);
	}
	const isSeveral = new Set(found.flatMap(({product}) => product ?? [])).size > 1;
	const sections = found
		.map(section => (isSeveral ? withProduct(section) : section))
		.sort((one, other) => urgency(one) - urgency(other));
	const caveats = groupBy(
		sections.flatMap(({caveats: texts, name}) => texts.map(text => ({text, name}))),
		({text}) => text,
	);
	return {
		title,
		sections,
		moved: findMoved(sections),
		unexplained: findUnexplained(sections),
		caveats: Array.from(caveats, ([text, all]) => [text, all.map(({name}) => name)]),
		isSynthetic,
		missing,
		marks: history.marks ?? [],
	};
}

/** The note of a digest without an earlier result; undefined if there is one. */
export const firstRunNote = ({sections}: Digest): string | undefined =>
	sections.length > 0 && sections.every(({summary}) => summary.beforeDay === null)
		? 'History begins with these results: changes and comparisons appear from the next run on.'
		: undefined;

/** Formats the change as `+12 (+3.4 %)`; undefined without a comparable earlier result. */
export function changeText({value, before}: Pick<ResultSummary, 'value' | 'before'>): string | undefined {
	if (value === null || before === null) return undefined;
	const signed = (figure: number) => `${figure > 0 ? '+' : '−'}${figureText(Math.abs(figure))}`;
	if (value === before) return 'unchanged';
	const percent = before === 0 ? 0 : (100 * (value - before)) / Math.abs(before);
	return `${signed(value - before)}${Math.abs(percent) < 0.05 ? '' : ` (${signed(Math.round(10 * percent) / 10)} %)`}`;
}

const bars = [...'▁▂▃▄▅▆▇█'];

/** Draws the trend as a line of bars, from the lowest to the highest value; empty for fewer than three days. */
export function trendText({trend}: Pick<Section, 'trend'>): string {
	const values = trend.flatMap(({value}) => value ?? []);
	if (values.length < 3) return '';
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const shareOf = (value: number) => (high === low ? 0.5 : (value - low) / (high - low));
	return trend.map(({value}) => (value === null ? ' ' : bars[Math.round(shareOf(value) * (bars.length - 1))])).join('');
}

/** Returns the name of a figure as it follows its value: "1 row", "2 rows", "5 Active". */
export const figureName = ({what, value}: Pick<ResultSummary, 'what' | 'value'>): string =>
	what === 'rows' && value === 1 ? 'row' : what;

/** Prints a figure as the table of its question has it. */
export const figureText = (value: number | null): string =>
	value === null ? '–' : value.toLocaleString('en-US', {maximumFractionDigits: 4});

/** Formats a figure with its name: `1 row`, `2,340 Active`. */
export const headlineText = ({what, value}: Pick<ResultSummary, 'what' | 'value'>): string =>
	`${figureText(value)} ${figureName({what, value})}`;

/** Returns the ID of the section on the page, which needs no escaping. */
export const idOf = ({name, product}: Pick<Section, 'name' | 'product'>): string =>
	`${name}-${product ?? 'all'}`.replace(/[^\w-]/g, '-');

const maxShownRows = 10;

/** Returns the rows to draw: for groups without dates only the largest ones, so that the chart stays readable. */
export function drawnRows({columns, rows}: Section): readonly Row[] {
	const {dateAt, periodAt} = timeOf(columns);
	const figureAt = columns.findIndex(isTotal);
	if (dateAt >= 0 || periodAt >= 0 || figureAt < 0) return rows;
	return rows
		.toSorted((one, other) => Number(other[figureAt] ?? 0) - Number(one[figureAt] ?? 0))
		.slice(0, maxShownRows);
}

const newColumn: Column = {key: 'isNew', title: 'New', kind: 'label'};

/** Returns the rows of a list to show, new ones first, and the number of the others. A column marks new rows if there are any. */
export function getShownList({columns, rows, isNew}: Section, mostColumns = columns.length) {
	const all = rows.map((row, at) => ({row, isNew: isNew[at] ?? false}));
	const shown = all.toSorted((one, other) => Number(other.isNew) - Number(one.isNew)).slice(0, maxShownRows);
	const isMarked = shown.some(each => each.isNew);
	const places = columns
		.flatMap(({hiddenByDefault, onlyInData}, place) => (hiddenByDefault || onlyInData ? [] : [place]))
		.slice(0, mostColumns);
	return {
		columns: [...(isMarked ? [newColumn] : []), ...places.map(place => columns[place] as Column)],
		rows: shown.map(
			({row, isNew}): Row => [...(isMarked ? [isNew ? 'new' : ''] : []), ...places.map(place => row[place] ?? null)],
		),
		left: rows.length - shown.length,
	};
}
