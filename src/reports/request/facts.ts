import type {ColumnSort, Sort} from '../../cli/definition/sort-flag.ts';
import {counted} from '../../text/wording.ts';
import type {ReportRequest} from './report-request.ts';

export type Fact = readonly [string, string];

/** Expressions in their canonical form; empty if not given. */
export type ExpressionTexts = {
	readonly filter: string;
	readonly segments: readonly string[];
	readonly events: readonly string[];
};

const lossDates: Readonly<Record<string, string>> = {
	dateLastSeen: 'last day seen',
	dateDeclaredLost: 'day declared lost',
};

const describeSort = (sort: Sort | ColumnSort) =>
	'sort' in sort ? Object.values(sort).join(' ') : `${sort.column}${sort.isDescending ? ' desc' : ''}`;

export function getFacts(
	request: ReportRequest,
	texts: ExpressionTexts,
	sort: Sort | ColumnSort | undefined,
): readonly Fact[] {
	const {startDate, stopDate, clientStatus, daysUntilDeclaredLost: days, dateReportedLost, dateSplit} = request;
	const facts: readonly (readonly [string, string | null | undefined])[] = [
		['From', startDate],
		['To', stopDate ?? 'now'],
		['Installations', clientStatus?.join(', ')],
		['Lost after', days === undefined ? undefined : `${counted(days, 'day')} of inactivity`],
		['Date of a loss', dateReportedLost && lossDates[dateReportedLost]],
		['Split by', dateSplit],
		['Filter', texts.filter],
		['Segments', texts.segments.join('; ')],
		['Events', texts.events.join(', ')],
		['Sorted by', sort && describeSort(sort)],
	];
	return facts.flatMap(([name, value]): readonly Fact[] => (value ? [[name, value]] : []));
}
