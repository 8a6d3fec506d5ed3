import type {EventReference} from '../../contract/event-reference.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {Report} from '../../contract/reports.ts';
import type {Levels, Segmentation} from '../../contract/segment-schemas.ts';
import {collectErrors} from '../../errors.ts';
import {parsePeriod} from '../../language/values/date-words.ts';
import type {Column, Range} from '../../output/dataset.ts';
import type {ReportPorts} from '../report-ports.ts';
import {type LossRule, resolveLossRule} from './loss-rule.ts';
import {resolveEvents} from './report-events.ts';
import {createExpressions, resolveFilters} from './report-expressions.ts';
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
	readonly basisNotes: readonly string[];
	/** Says by property which installations are in no segment. */
	readonly lacking: ReadonlyMap<string, string>;
	/** The first day as typed. */
	readonly from: string;
	readonly columns: readonly Column[];
	/** The length of the dates or cohorts of the rows. */
	readonly unit: string | undefined;
	/** The whole period that the user named without an end, so that the output says the range. */
	readonly period: Range | undefined;
};

type ReportParts = {
	readonly row: Report;
	readonly defaultStart: string;
	columns(options: ReportOptions, properties: readonly string[]): readonly Column[];
};

function findPeriod({period, from = ''}: ReportOptions, {today}: ReportPorts): Range | undefined {
	const found = parsePeriod((period ?? from).trim(), today);
	return 'first' in found ? found : undefined;
}

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
	const expressions = createExpressions(row, context);
	const [lossRule, {events, texts}, filters, segments, levels, ends] = await collectErrors(
		[
			async () => resolveLossRule(options, context),
			async () =>
				row.events ? resolveEvents({event: [...words, ...event], eventsFile}, expressions, context) : noEvents,
			() => resolveFilters(options, expressions, context),
			() => resolveSegments(options, expressions),
			() => resolveLevels(options, expressions),
			async () => getEnds(options, defaultStart, context),
		],
		'see usagectl help filters, usagectl help segments or usagectl help dates',
	);
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
		basisNotes: filters.basisNotes,
		lacking: new Map([...segments.lacking, ...levels.lacking]),
		from: ends.from,
		columns,
		unit,
		period: ends.isNamed ? findPeriod(options, context) : undefined,
	};
}
