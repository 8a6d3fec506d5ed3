import {nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Level, Segment} from '../../contract/segment-schemas.ts';
import {printFlags} from '../filter/flag-filter.ts';
import {printNumber} from '../filter/interval-filter.ts';
import {type Catalog, type Field, reportCatalog} from '../properties/catalog.ts';
import {andNull} from '../values/nulls.ts';
import {printLabel, printList, type QuoteMark, quote, quoteIfNeeded} from '../values/quoting.ts';
import {matchAll} from '../values/regex.ts';

export function printSegments(
	property: string,
	segments: readonly Segment[] | undefined,
	mark: QuoteMark = "'",
	catalog: Catalog = reportCatalog,
): string {
	const field = catalog.targets.get(property.toLowerCase())?.field;
	if (!segments || !field) return property;
	const items = segments.map(segment => {
		const {segmentLabel: label} = segment;
		// Null alone gets this label by default.
		if ('includeNull' in segment && !('type' in segment) && label === nullLabel) return 'null';
		return `${label === undefined ? '' : `${printLabel(label, mark)} = `}${printMatcher(field, segment, mark)}`;
	});
	return `${property}: ${items.join(', ')}`;
}

/** Prints a level as a line: `PROPERTY: items sort active desc`. */
export const printLevel = (
	{property, segments, sort, sortDirection}: Level,
	mark: QuoteMark = "'",
	catalog: Catalog = reportCatalog,
): string => {
	const direction = sortDirection === undefined ? '' : ` ${sortDirection}`;
	return `${printSegments(property, segments, mark, catalog)}${sort === undefined ? '' : ` sort ${sort}${direction}`}`;
};

export const flagsOf = (segment: Segment): ReadonlyMap<string, boolean> =>
	new Map(Object.entries(segment).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));

function printMatcher(field: Field, segment: Segment, mark: QuoteMark): string {
	if ('type' in segment) {
		if (segment.type === 'string') return quoteIfNeeded(segment.value, mark);
		if (segment.type === 'boolean') return String(segment.value);
		if (segment.type === 'stringArray' || segment.type === 'regex') return printSplit(segment, mark);
		const text = printQuantity(field, segment);
		return segment.includeNull ? `(${text},null)` : text;
	}
	return 'includeNull' in segment ? 'null' : printFlags(flagsOf(segment), field);
}

function printSplit(segment: Extract<Segment, {type: 'stringArray' | 'regex'}>, mark: QuoteMark): string {
	const {type, value, split, limit, includeNull = false} = segment;
	const each = split === false ? '' : 'each ';
	const most = limit === undefined ? '' : ` limit ${limit}`;
	if (type === 'stringArray') return `${each}(${printList(value, mark)}${andNull(includeNull)})${most}`;
	const regex = value === matchAll && !includeNull ? '*' : `~${quote(value, mark)}`;
	return `${each}${includeNull ? `(${regex},null)` : regex}${most}`;
}

function printQuantity({unit}: Field, segment: Extract<Segment, {type: 'number' | 'numberRange'}>): string {
	const show = (number: number | undefined) => (number === undefined ? '' : printNumber(number, unit));
	return segment.type === 'number' ? show(segment.value) : `${show(segment.min)}..${show(segment.max)}`;
}
