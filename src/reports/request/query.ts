import type {Context} from '../../cli/definition/command.ts';
import {tryAll} from '../../cli/parse/several-errors.ts';
import type {EventReference} from '../../contract/event-reference.ts';
import type {GlobalFilters} from '../../contract/filters.ts';
import {getReport, type ReportPath} from '../../contract/reports.ts';
import type {Levels} from '../../contract/segments.ts';
import type {Segmentation} from '../../language/segment/import-segments.ts';
import {resolveEvents} from './events.ts';
import {resolveFilters} from './expressions.ts';
import type {ExpressionTexts} from './facts.ts';
import type {ReportOptions} from './flags.ts';
import {type LossRule, resolveLossRule} from './loss-rule.ts';
import {getDefaultStart, type Range, resolveRange, validateDates} from './range.ts';
import {getProperties, resolveLevels, resolveSegments} from './segmentation.ts';

/** The flags of a report after they were checked, in the form in which they are sent. */
export type Query<Rule = LossRule | undefined> = {
	readonly range: Range;
	readonly lossRule: Rule;
	readonly filters: GlobalFilters;
	/** Empty where no segments were asked for. */
	readonly segmentation: Partial<Segmentation>;
	readonly levels: Levels;
	/** The properties that segments or levels are of, outermost first. */
	readonly properties: readonly string[];
	/** At least one where the report takes events. */
	readonly events: readonly EventReference[];
};

export type ResolvedQuery = {
	readonly query: Query;
	readonly texts: ExpressionTexts;
	readonly notes: readonly string[];
	readonly basisNotes: readonly string[];
	/** The word for the first day. */
	readonly from: string;
};

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

/**
 * Checks the flags of a report. `words` are its arguments: events. The range is made last, since `--from oldest` may make a call.
 * Throws CliError of kind usage.
 */
export async function resolveQuery(
	path: ReportPath,
	{options, words}: {readonly options: ReportOptions; readonly words: readonly string[]},
	context: Context,
): Promise<ResolvedQuery> {
	const {event = [], eventsFile} = options;
	const lossRule = await resolveLossRule(options, context);
	const {to = 'today', from = getDefaultStart(path, to, context)} = options;
	const [{events, texts}, filters, segments, levels] = await tryAll(
		[
			async () =>
				getReport(path)?.events
					? resolveEvents({event: [...words, ...event], eventsFile}, path, context)
					: {events: [], texts: []},
			() => resolveFilters(options, path, context),
			() => resolveSegments(options, path, context),
			() => resolveLevels(options, path, context),
			async () => validateDates({from, to}, context),
		],
		'see usagectl help filters, or help segments, or help dates',
	);
	const notGiven = [
		...(options.from === undefined ? [`--from ${from}`] : []),
		...(lossRule && (options.lostAfter ?? context.globals.lostAfter) === undefined
			? [`--lost-after ${lossRule.daysUntilDeclaredLost}`]
			: []),
	];
	if (notGiven.length > 0) await context.note(`not given, so used: ${notGiven.join(' ')}`);
	const range = await resolveRange({from, to}, context);
	return {
		query: {
			range,
			lossRule,
			filters: filters.json,
			segmentation: segments.json,
			levels: levels.json,
			properties: getProperties(segments.json, levels.json),
			events,
		},
		texts: {
			filter: filters.canonical,
			segments: segments.canonical === '' ? linesOf(levels.canonical) : [segments.canonical],
			events: texts,
		},
		notes: [...filters.notes, ...segments.notes, ...levels.notes],
		basisNotes: filters.basisNotes,
		from,
	};
}
