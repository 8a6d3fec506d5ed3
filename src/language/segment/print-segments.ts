import {nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Level, Segment} from '../../contract/segment-schemas.ts';
import {printFlags} from '../filter/flag-filter.ts';
import {printNumber} from '../filter/interval-filter.ts';
import {type Catalog, type Field, reportCatalog} from '../properties/catalog.ts';
import {andNull} from '../values/nulls.ts';
import {printLabel, printList, quote, quoteIfNeeded} from '../values/quoting.ts';
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

export const flagsOf = (segment: Segment): ReadonlyMap<string, boolean> =>
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
