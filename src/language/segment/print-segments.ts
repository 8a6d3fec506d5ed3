import {nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Level, Segment} from '../../contract/segment-schemas.ts';
import {printFlags} from '../filter/flag-filter.ts';
import {intervalClause, printNumber} from '../filter/interval-filter.ts';
import {textClause} from '../filter/text-filter.ts';
import {type Catalog, type Field, reportCatalog, targetTitle} from '../properties/catalog.ts';
import {andNull} from '../values/nulls.ts';
import {asSentence, printLabel, printList, quote, quoteIfNeeded, shorten} from '../values/quoting.ts';
import {omitUndefinedEnds} from '../values/range-ends.ts';
import {matchAll} from '../values/regex.ts';

export function printSegments(
	property: string,
	segments: readonly Segment[] | undefined,
	catalog: Catalog = reportCatalog,
): string {
	const field = catalog.targets.get(property.toLowerCase())?.field;
	if (!segments || !field) return property;
	const items = segments.map(segment => {
		const {segmentLabel: label} = segment;
		// Null alone gets this label by default.
		if ('includeNull' in segment && !('type' in segment) && label === nullLabel) return 'null';
		return `${label === undefined ? '' : `${printLabel(label)} = `}${printMatcher(field, segment)}`;
	});
	return `${property}: ${items.join(', ')}`;
}

/** Prints a level as a line: `PROPERTY: items sort active desc`. */
export const printLevel = (
	{property, segments, sort, sortDirection}: Level,
	catalog: Catalog = reportCatalog,
): string => {
	// A direction without a sort key applies to the default key.
	const words = [...(sort ? [sort] : []), ...(sortDirection ? [...(sort ? [] : ['alpha']), sortDirection] : [])];
	return [printSegments(property, segments, catalog), ...(words.length > 0 ? ['sort', ...words] : [])].join(' ');
};

const flagsOf = (segment: Segment): ReadonlyMap<string, boolean> =>
	new Map(Object.entries(segment).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));

function printMatcher(field: Field, segment: Segment): string {
	if ('type' in segment) {
		if (segment.type === 'boolean') return String(segment.value);
		if (segment.type === 'stringArray' || segment.type === 'regex') return printSplit(segment);
		const text = segment.type === 'string' ? quoteIfNeeded(segment.value) : printQuantity(field, segment);
		return segment.includeNull ? `(${text},null)` : text;
	}
	return 'includeNull' in segment ? 'null' : printFlags(flagsOf(segment), field);
}

function printSplit(segment: Extract<Segment, {type: 'stringArray' | 'regex'}>): string {
	const {type, value, segmentLabel, split = segmentLabel === undefined, limit, includeNull = false} = segment;
	const each = split ? 'each ' : '';
	const most = limit === undefined ? '' : ` limit ${limit}`;
	if (type === 'stringArray') return `${each}(${printList(value)}${andNull(includeNull)})${most}`;
	const regex = value === matchAll && !includeNull ? '*' : `~${quote(value)}`;
	return `${each}${includeNull ? `(${regex},null)` : regex}${most}`;
}

function printQuantity({unit}: Field, segment: Extract<Segment, {type: 'number' | 'numberRange'}>): string {
	const show = (number: number | undefined) => (number === undefined ? '' : printNumber(number, unit));
	return segment.type === 'number' ? show(segment.value) : `${show(segment.min)}..${show(segment.max)}`;
}

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
