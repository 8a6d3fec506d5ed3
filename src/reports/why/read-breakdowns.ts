import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {Endpoint, Input} from '../../contract/operations/endpoint.ts';
import {nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Segmentation} from '../../contract/segment-schemas.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import {CliError} from '../../errors.ts';
import {compileFilter, compileLevels, compileSegments} from '../../language/compile-expressions.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import type {Client} from '../../ports.ts';
import {addCounts, type Breakdown, type Counts, completeGroups, type Group, type Sides} from '../../why/breakdown.ts';
import type {Ask, Question} from '../../why/search-causes.ts';
import {readAnswers} from '../run/read-answers.ts';
import {type BreakdownProperty, getGroupFilter} from './breakable-properties.ts';
import type {AskedRange, WhyFigure, WhyRequest} from './why-figures.ts';

export type Ranges = {readonly before: AskedRange; readonly now: AskedRange};

const sidesOf = ({before, now}: Ranges) => [before, now] as const;

/** Returns the number of calls for a property. Both ranges are asked for at the same time. */
export const countCalls = ({requests}: WhyFigure, ranges: Ranges, request: Reader['request']): number =>
	sidesOf(ranges).reduce((sum, range) => sum + requests({...request, range, segmentation: undefined}).length, 0);

export type Reader = {
	readonly client: Client;
	readonly figure: WhyFigure;
	readonly ranges: Ranges;
	readonly request: Omit<WhyRequest, 'range' | 'segmentation'>;
	readonly breakables: readonly BreakdownProperty[];
	readonly language: LanguageContext;
	readonly signal: AbortSignal;
	/** Called after each question. */
	readonly onAnswer: () => void;
};

export type Rejections = Map<string, string>;

async function readCounts(query: WhyRequest, {client, figure, signal}: Reader): Promise<ReadonlyMap<string, Counts>> {
	const endpoint = await figure.endpoint();
	const counts = new Map<string, Counts>();
	for (const [place, request] of figure.requests(query).entries()) {
		const answer = await client.call(endpoint, request as Input<Endpoint>, {signal});
		const found = await readAnswers([answer], endpoint, ([results = []]: readonly Labeled[]) => [
			...figure.read(results, query, place),
		]);
		for (const [label, own] of found) {
			const known = counts.get(label);
			counts.set(label, known ? addCounts(known, own) : own);
		}
	}
	return counts;
}

type Part = {readonly filters: GlobalFilters; readonly segmentation: Segmentation | undefined};

async function readSides({filters, segmentation}: Part, reader: Reader) {
	const {ranges, request} = reader;
	const [before, now] = await Promise.all(
		sidesOf(ranges).map(range => readCounts({...request, range, filters, segmentation}, reader)),
	);
	return {before: before ?? new Map(), now: now ?? new Map()};
}

export async function readTotal(reader: Reader): Promise<Sides> {
	const {before, now} = await readSides({filters: reader.request.filters, segmentation: undefined}, reader);
	const none: Counts = {count: 0, base: reader.figure.kind === 'count' ? null : 0};
	return {before: before.get('') ?? none, now: now.get('') ?? none};
}

/** Compiles the segments of a property. Throws CliError (usage) if the report does not accept it. */
export function compileBreakdown(
	{segments}: BreakdownProperty,
	{row}: WhyFigure,
	language: LanguageContext,
): Segmentation {
	const source = {name: row.grouping === 'levels' ? '--level' : '--segment-by', text: segments};
	if (row.grouping !== 'levels') return compileSegments({segmentBy: source, segments: []}, language).json;
	const {level1} = compileLevels([source], language).json;
	return {segmentBy: level1?.property ?? '', segments: level1?.segments ?? []};
}

/** Adds the filter of a group; undefined if the filters already have its property. */
function addFilter({within}: Question, {breakables, language, request}: Reader): GlobalFilters | undefined {
	if (!within) return request.filters;
	const breakable = breakables.find(({name}) => name === within.property);
	const text = breakable && getGroupFilter(breakable, within.group);
	if (text === undefined) return undefined;
	const {json} = compileFilter([{name: '--filter', text}], language);
	const isTaken = Object.keys(json).some(name => name in request.filters);
	return isTaken ? undefined : {...request.filters, ...json};
}

const toGroup = (label: string, sides: Sides): Group => ({
	kind: label === nullLabel ? 'none' : 'value',
	value: label === nullLabel ? '' : label,
	...sides,
});

function join(
	before: ReadonlyMap<string, Counts>,
	now: ReadonlyMap<string, Counts>,
	base: number | null,
): readonly Group[] {
	const none: Counts = {count: 0, base};
	return [...new Set([...now.keys(), ...before.keys()])].map(label =>
		toGroup(label, {before: before.get(label) ?? none, now: now.get(label) ?? none}),
	);
}

async function answer(question: Question, total: Sides, reader: Reader): Promise<Breakdown | undefined> {
	const breakable = reader.breakables.find(({name}) => name === question.property);
	const filters = addFilter(question, reader);
	if (!breakable || !filters) return undefined;
	const segmentation = compileBreakdown(breakable, reader.figure, reader.language);
	const {before, now} = await readSides({filters, segmentation}, reader);
	const groups = join(before, now, reader.figure.kind === 'count' ? null : 0);
	return {property: question.property, groups: completeGroups(groups, question.within?.group ?? total)};
}

/** A property that the service rejects is left out; a service that cannot be reached ends the search. */
const isRejection = (error: unknown): error is CliError =>
	error instanceof CliError && ['refused', 'usage'].includes(error.kind);

/**
 * Returns a function that asks one question after the other. After a failure or an interruption it answers nothing more, so that what
 * is known is kept; `rejections` has the reason of each property without an answer.
 */
export function createAsk(
	total: Sides,
	reader: Reader,
	rejections: Rejections,
): {readonly ask: Ask; readonly failure: () => unknown} {
	let failure: unknown;
	const answerIfPossible = async (question: Question): Promise<Breakdown | undefined> => {
		if (failure !== undefined) return undefined;
		try {
			return await answer(question, total, reader);
		} catch (error) {
			if (!isRejection(error)) failure = error;
			else rejections.set(question.property, error.details.reason ?? error.message);
			return undefined;
		} finally {
			reader.onAnswer();
		}
	};
	const ask: Ask = async questions => {
		const answers: (Breakdown | undefined)[] = [];
		for (const question of questions) answers.push(await answerIfPossible(question));
		return answers;
	};
	return {ask, failure: () => failure};
}
