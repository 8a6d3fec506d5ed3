import type {Layout} from './header.ts';
import {hashBytes} from './key-set.ts';
import {isPlainText} from './plain-cells.ts';

/**
 * Tells of a line without quotes, from `start` up to `end`, that it is a row nobody could object to: the hash of its key. 0:
 * it has to be read.
 */
export type FindPlain = (bytes: Uint8Array, start: number, end: number) => number;

const numberSign = '#'.charCodeAt(0);

/** For rows of that layout; undefined where no line can be told by its bytes. */
export function createFindPlain(layout: Layout, delimiter: string): FindPlain | undefined {
	const cut = delimiter.charCodeAt(0);
	// A line is kept whole: what the file holds beside its keys, such as names of customers, is not to be kept with it.
	const keepsMore = layout.columns.some((column, cell) => !column && cell !== layout.edited);
	if (delimiter.length > 1 || cut > 0x7f || keepsMore) return undefined;
	const cells = layout.columns.map(column => column?.isPlain ?? isPlainText);
	const last = cells.length - 1;
	const isGood = (cell: number, bytes: Uint8Array, {from, to}: {readonly from: number; readonly to: number}) =>
		from === to ? cell !== layout.key : cells[cell]?.(bytes, from, to) === true;
	const findKey: FindPlain = (bytes, start, end) => {
		let found = 0;
		let from = start;
		for (let cell = 0; cell <= last; cell++) {
			const to = findByte(cut, bytes, from, end);
			if ((to === end) !== (cell === last) || !isGood(cell, bytes, {from, to})) return 0;
			if (cell === layout.key) found = hashBytes(bytes, from, to);
			from = to + 1;
		}
		return found;
	};
	// The example of the template is none of the rows.
	return (bytes, start, end) => (bytes[start] === numberSign ? 0 : findKey(bytes, start, end));
}

/** Place of the byte, or `end`. */
function findByte(byte: number, bytes: Uint8Array, from: number, end: number): number {
	for (let at = from; at < end; at++) if (bytes[at] === byte) return at;
	return end;
}
