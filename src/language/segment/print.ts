import type {Level, Segment} from '../../contract/segments.ts';
import {printFlags, printNumber} from '../filter/print.ts';
import {type Field, reportCatalogue} from '../properties/catalogue.ts';
import {plain, printLabel, printList, printQuoted, type QuoteMark} from '../values/print-text.ts';
import {everything} from '../values/regex.ts';

/** The canonical text of segments and levels. */

/** `PROPERTY` or `PROPERTY: items`. */
export const printSegments = (
	property: string,
	segments: readonly Segment[] | undefined,
	mark: QuoteMark = "'",
): string =>
	segments === undefined
		? property
		: `${property}: ${segments.map(item => printSegment(fieldOf(property), item, mark)).join(', ')}`;

const fieldOf = (property: string) => reportCatalogue.targets.get(property.toLowerCase())?.field;

/** One level as a line: `PROPERTY: items sort active desc`. */
export const printLevel = ({property, segments, sort, sortDirection}: Level, mark: QuoteMark = "'"): string => {
	const direction = sortDirection === undefined ? '' : ` ${sortDirection}`;
	return `${printSegments(property, segments, mark)}${sort === undefined ? '' : ` sort ${sort}${direction}`}`;
};

function printSegment(field: Field | undefined, segment: Segment, mark: QuoteMark): string {
	const {segmentLabel: label} = segment;
	const head = label === undefined ? '' : `${printLabel(label, mark)} = `;
	return head + printMatcher(field, segment, mark);
}

function printMatcher(field: Field | undefined, segment: Segment, mark: QuoteMark): string {
	if (!('type' in segment)) {
		if ('includeNull' in segment) return 'null';
		const {segmentLabel: _, ...flags} = segment;
		return printFlags(new Map(Object.entries(flags as Record<string, boolean>)), field?.parts ?? []);
	}
	switch (segment.type) {
		case 'string':
			return plain(segment.value, mark);
		case 'stringArray':
		case 'regex':
			return printSplit(segment, mark);
		case 'boolean':
			return String(segment.value);
		default: {
			const text = printQuantity(field, segment);
			return segment.includeNull ? `(${text},null)` : text;
		}
	}
}

function printSplit(segment: Extract<Segment, {type: 'stringArray' | 'regex'}>, mark: QuoteMark): string {
	const each = segment.split === false ? '' : 'each ';
	const limit = segment.limit === undefined ? '' : ` limit ${segment.limit}`;
	const isNull = segment.includeNull ?? false;
	if (segment.type === 'stringArray') {
		return `${each}(${printList(segment.value, mark)}${isNull ? ',null' : ''})${limit}`;
	}
	const regex = segment.value === everything && !isNull ? '*' : `~${printQuoted(segment.value, mark)}`;
	return `${each}${isNull ? `(${regex},null)` : regex}${limit}`;
}

function printQuantity(field: Field | undefined, segment: Extract<Segment, {type: 'number' | 'numberRange'}>): string {
	const show = (number: number | undefined) => (number === undefined ? '' : printNumber(number, field?.unit));
	return segment.type === 'number' ? show(segment.value) : `${show(segment.min)}..${show(segment.max)}`;
}
