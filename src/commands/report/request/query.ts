import {getReport, type ReportPath} from '../../../contract/reports.ts';
import type {Context} from '../../command.ts';
import type {Query} from '../report.ts';
import {resolveRange} from './date-range.ts';
import {resolveEvents} from './events.ts';
import {resolveFilters} from './expressions.ts';
import type {ExpressionTexts} from './facts.ts';
import {resolveLossRule} from './loss-rule.ts';
import type {ReportOptions} from './options.ts';
import {getProperties, resolveLevels, resolveSegments} from './segmentation.ts';

export type ResolvedQuery = {
	readonly query: Query;
	readonly texts: ExpressionTexts;
	readonly notes: readonly string[];
	readonly basisNotes: readonly string[];
};

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

/**
 * Checks the flags of a report. `words` are its arguments: events. The range comes last, since `--from oldest` may make a call.
 * Throws CliError of kind usage.
 */
export async function resolveQuery(
	path: ReportPath,
	{options, words}: {readonly options: ReportOptions; readonly words: readonly string[]},
	context: Context,
): Promise<ResolvedQuery> {
	const {event = [], eventsFile} = options;
	const lossRule = await resolveLossRule(options, context);
	const {events, texts} = getReport(path)?.events
		? await resolveEvents({event: [...words, ...event], eventsFile}, path, context)
		: {events: [], texts: []};
	const filters = await resolveFilters(options, path, context);
	const segments = await resolveSegments(options, path, context);
	const levels = await resolveLevels(options, path, context);
	const range = await resolveRange({from: options.from, to: options.to ?? 'today'}, context);
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
	};
}
