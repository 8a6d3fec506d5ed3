import {printRange} from '../../output/rows/range-columns.ts';
import {enumeration, lowerCaseWords} from '../../text/wording.ts';
import {segmentColumn} from '../report-columns.ts';
import {getOwnTitle} from '../request/product-properties.ts';
import type {Answers} from './fetch-report.ts';
import type {Plan} from './plan-report.ts';
import type {Layout} from './report-layout.ts';

/** A longer list of events, or a longer filter, is not in the title. */
const longest = 80;

/** Only the report of installations has no other word for what a share is of; elsewhere the heading of the column has it. */
const describeShare = (title: string, {shareBase}: Layout, split: string | undefined): string =>
	/^(\w+ i|I)nstallations$/.test(title) && shareBase
		? `Share of ${split ? `each ${split}'s ` : ''}${(shareBase.noun ?? shareBase.title).toLowerCase()} installations`
		: title;

/** Returns `Installations by edition`, or `Share of active installations by edition`. */
function describeFigures({report, options, resolved, layout}: Plan, {names}: Pick<Answers, 'names'>): string {
	const title = report.title?.(options) ?? report.chart.title;
	const shown = options.share ? describeShare(title, layout, options.split) : title;
	const by = resolved.query.properties.map(
		property => getOwnTitle(names, property) ?? lowerCaseWords(segmentColumn(property).title),
	);
	return by.length === 0 ? shown : `${shown}${shown.includes(',') ? ',' : ''} by ${enumeration(by)}`;
}

/** Returns the filter as typed; files and API JSON are not in the title. */
export function describeFilter(filter: readonly string[] = []): string {
	const typed = filter.join(' and ');
	if (typed === '') return '';
	return typed.length > longest || /^[@{]/.test(typed) ? ', filtered' : ` where ${typed}`;
}

/**
 * Returns what is counted, by what, of what, and in which days: `Installations by edition where ram>=8GB, 2026-05 (31 days)`.
 * The choices of the program are part of it.
 */
export function getTitle(plan: Plan, answers: Pick<Answers, 'names'>): string {
	const {report, options, resolved, now, before} = plan;
	const {texts, query, unit} = resolved;
	const events = texts.events.join(', ');
	const shownEvents = events === '' || events.length > longest ? '' : `: ${events}`;
	const days = `${report.rangeVerb ?? ''}${printRange(query.range, before ? undefined : unit)}`;
	const lostAfter = now.first.daysUntilDeclaredLost;
	return [
		`${describeFigures(plan, answers)}${shownEvents}${texts.filter === '' ? '' : describeFilter(options.filter)}`,
		before ? `${days} compared with ${printRange(before.range)}` : days,
		...(lostAfter === undefined ? [] : [`lost after ${lostAfter} days`]),
	].join(', ');
}
