import type {ColumnSort, Sort} from '../../cli/definition/sort-flag.ts';
import {counted} from '../../text/wording.ts';
import type {WireRequest} from './wire-request.ts';

/** A part of a request in words, for people: its name and its value. */
export type Fact = readonly [string, string];

/** Expressions of a request in their canonical form; empty where none was given. */
export type ExpressionTexts = {
	readonly filter: string;
	readonly segments: readonly string[];
	readonly events: readonly string[];
};

const lossDates: Readonly<Record<string, string>> = {
	dateLastSeen: 'last contact',
	dateDeclaredLost: 'day declared lost',
};

const describeSort = (sort: Sort | ColumnSort) =>
	'sort' in sort ? Object.values(sort).join(' ') : `${sort.column}${sort.isDescending ? ' desc' : ''}`;

/** The request in words. A part that was not asked for is left out. */
export function getFacts(
	request: WireRequest,
	texts: ExpressionTexts,
	sort: Sort | ColumnSort | undefined,
): readonly Fact[] {
	const {startDate, stopDate, clientStatus, daysUntilDeclaredLost: days, dateReportedLost, dateSplit} = request;
	const facts: readonly (readonly [string, string | null | undefined])[] = [
		['From', startDate],
		['To', stopDate ?? 'now'],
		['Installations', clientStatus?.join(', ')],
		['Lost after', days === undefined ? undefined : `${counted(days, 'day')} without contact`],
		['Date of a loss', dateReportedLost && lossDates[dateReportedLost]],
		['Split by', dateSplit],
		['Filter', texts.filter],
		['Segments', texts.segments.join('; ')],
		['Events', texts.events.join(', ')],
		['Sorted by', sort && describeSort(sort)],
	];
	return facts.flatMap(([name, value]): readonly Fact[] => (value ? [[name, value]] : []));
}
