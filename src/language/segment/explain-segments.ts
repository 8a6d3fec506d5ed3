import type {Level, Segment} from '../../contract/segment-schemas.ts';
import {printFlags} from '../filter/flag-filter.ts';
import {intervalClause} from '../filter/interval-filter.ts';
import {textClause} from '../filter/text-filter.ts';
import {type Catalog, type Field, targetTitle} from '../properties/catalog.ts';
import {asSentence, shorten} from '../values/quoting.ts';
import {omitUndefinedEnds} from '../values/range-ends.ts';
import {flagsOf} from './print-segments.ts';

export function explainSegments(
	property: string,
	segments: readonly Segment[] | undefined,
	catalog: Catalog,
): string[] {
	const target = catalog.targets.get(property.toLowerCase());
	if (!target)
		return [
			`Installations are grouped by the ${property === 'installationWeek' ? 'week' : 'month'} in which they were added.`,
		];
	const title = targetTitle(target);
	if (!segments) return [`The service chooses the top values of ${title}; installations without a value are left out.`];
	return segments.map(segment => asSentence(explainSegment(target.field, title, segment)));
}

export const explainLevel = (
	{property, segments, sort = 'alpha', sortDirection = 'asc'}: Level,
	index: number,
	catalog: Catalog,
): string[] => [
	`Level ${index + 1} is ${property}, sorted by ${sort === 'alpha' ? 'label' : `${sort} installations`}, ${sortDirection === 'asc' ? 'ascending' : 'descending'}.`,
	...explainSegments(property, segments, catalog),
];

function explainSegment(field: Field, title: string, segment: Segment): string {
	const label = segment.segmentLabel === undefined ? '' : `'${shorten(segment.segmentLabel)}': `;
	return `${label}${explainMatcher(field, title, segment)}`;
}

function explainMatcher(field: Field, title: string, segment: Segment): string {
	if (!('type' in segment))
		return 'includeNull' in segment ? `${title} is not known` : printFlags(flagsOf(segment), field);
	if (segment.type === 'string') return `${title} is '${shorten(segment.value)}'`;
	if (segment.type === 'boolean') return `${title} is ${segment.value ? 'yes' : 'no'}`;
	if (segment.type === 'stringArray' || segment.type === 'regex') return explainSplit(title, segment);
	const bounds = segment.type === 'number' ? {value: segment.value} : omitUndefinedEnds(segment.min, segment.max);
	return `${title} ${intervalClause(field, {kind: 'number', ...bounds, null: segment.includeNull ?? false})}`;
}

function explainSplit(
	title: string,
	{type, value, split, limit, includeNull}: Extract<Segment, {type: 'stringArray' | 'regex'}>,
): string {
	const matched = type === 'regex' ? {values: [], regex: value} : {values: value};
	const clause = `${title} ${textClause({...matched, null: includeNull ?? false})}`;
	if (split === false) return clause;
	return `${clause}: one segment per value${limit === undefined ? '' : `, at most ${limit}`}`;
}
