import type {EventReference} from '../../contract/event-reference.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {Report} from '../../contract/reports.ts';
import type {Levels, Segmentation} from '../../contract/segment-schemas.ts';
import {collectErrors} from '../../errors.ts';
import type {Column, Range} from '../../output/dataset.ts';
import type {ReportPorts} from '../report-ports.ts';
import {type LossRule, resolveLossRule} from './loss-rule.ts';
import {resolveEvents} from './report-events.ts';
import {type AcceptedExpression, createExpressions, resolveFilters} from './report-expressions.ts';
import type {ReportOptions} from './report-options.ts';
import {alignStart, getEnds, resolveRange} from './report-range.ts';
import {getProperties, resolveLevels, resolveSegments} from './segmentation.ts';

/** Expressions in their canonical form; empty if not given. */
export type ExpressionTexts = {
	readonly filter: string;
	readonly segments: readonly string[];
	readonly events: readonly string[];
};

export type Query<Rule = LossRule | undefined> = {
	readonly range: Range;
	readonly lossRule: Rule;
	readonly filters: GlobalFilters;
	/** Empty without segments. */
	readonly segmentation: Partial<Segmentation>;
	readonly levels: Levels;
	/** The properties of the segments or levels, outermost first. */
	readonly properties: readonly string[];
	/** At least one if the report accepts events. */
	readonly events: readonly EventReference[];
};

export type ResolvedQuery = {
	readonly query: Query;
	readonly texts: ExpressionTexts;
	readonly notes: readonly string[];
	readonly basisNotes: readonly string[];
	/** The first day as typed. */
	readonly from: string;
	readonly columns: readonly Column[];
	/** The length of the dates or cohorts of the rows. */
	readonly unit: string | undefined;
	/** The user named a period and no end, so the output says the range. */
	readonly isNamed: boolean;
};

/**
 * Leaves out notes about inner levels without a split, because a caveat says how many installations have no value there. Nothing
 * counts those without a value on the outermost level.
 */
function getPrintedNotes(
	{level, split}: ReportOptions,
	segments: AcceptedExpression<Partial<Segmentation>>,
	levels: AcceptedExpression<Levels>,
): readonly string[] {
	const [outermost] = getProperties(segments.json, levels.json);
	const countsInner = level !== undefined && split === undefined;
	return [...segments.notes, ...levels.notes].filter(text => !countsInner || text.startsWith(`${outermost}: `));
}
type ReportParts = {
	readonly row: Report;
	readonly defaultStart: string;
	columns(options: ReportOptions, properties: readonly string[]): readonly Column[];
};

const noEvents = {events: [], texts: []};

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

/**
 * Validates the flags. `words` are the arguments: events. Resolves the range last, since `--from oldest` may send a request.
 * Throws CliError (usage).
 */
export async function resolveQuery(
	report: ReportParts,
	{options, words}: {readonly options: ReportOptions; readonly words: readonly string[]},
	context: ReportPorts,
): Promise<ResolvedQuery> {
	const {event = [], eventsFile} = options;
	const {row, defaultStart} = report;
	const lossRule = await resolveLossRule(options, context);
	const expressions = createExpressions(row, context);
	const [{events, texts}, filters, segments, levels, ends] = await collectErrors(
		[
			async () =>
				row.events ? resolveEvents({event: [...words, ...event], eventsFile}, expressions, context) : noEvents,
			() => resolveFilters(options, expressions, context),
			() => resolveSegments(options, expressions),
			() => resolveLevels(options, expressions),
			async () => getEnds(options, defaultStart, context),
		],
		'see usagectl help filters, usagectl help segments or usagectl help dates',
	);
	const notGiven = [
		...(options.from === undefined && options.period === undefined ? [`--from ${ends.from} (default)`] : []),
		...(lossRule && (options.lostAfter ?? context.globals.lostAfter) === undefined
			? [`--lost-after ${lossRule.daysUntilDeclaredLost} (the dashboard's default)`]
			: []),
	];
	if (notGiven.length > 0) await context.note(`using ${notGiven.join(', ')}`);
	for (const text of getPrintedNotes(options, segments, levels)) await context.note(text);
	const properties = getProperties(segments.json, levels.json);
	const columns = report.columns(options, properties);
	const unit = columns.find(({kind}) => kind === 'date')?.unit;
	const range = await resolveRange(await alignStart(ends, unit, context), context);
	return {
		query: {
			range,
			lossRule,
			filters: filters.json,
			segmentation: segments.json,
			levels: levels.json,
			properties,
			events,
		},
		texts: {
			filter: filters.canonical,
			segments: segments.canonical === '' ? linesOf(levels.canonical) : [segments.canonical],
			events: texts,
		},
		notes: [...filters.notes, ...segments.notes, ...levels.notes],
		basisNotes: filters.basisNotes,
		from: ends.from,
		columns,
		unit,
		isNamed: ends.isNamed ?? false,
	};
}
