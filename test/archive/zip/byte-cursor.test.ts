import {expect, test} from 'vitest';
import {createByteCursor} from '../../../src/archive/zip/byte-cursor.ts';

/** A stream in these pieces; `taken` counts those that were asked for, the end included. */
function piecesOf(...texts: readonly string[]) {
	const pieces = texts.map(text => Buffer.from(text));
	const taken = {count: 0};
	const source = (async function* () {
		for (const piece of pieces) {
			taken.count++;
			yield piece;
		}
		taken.count++;
	})();
	return {cursor: createByteCursor(source), taken, pieces};
}

test('what is peeked at stays, and no more is read than that takes', async () => {
	const {cursor, taken} = piecesOf('abc', 'def', 'ghi');
	expect(String(await cursor.peek(4))).toBe('abcd');
	expect(String(await cursor.peek(6))).toBe('abcdef');
	expect([taken.count, cursor.position()]).toEqual([2, 0]);
	cursor.skip(5);
	expect(String(await cursor.peek(3))).toBe('fgh');
	expect(cursor.position()).toBe(5);
	expect(String(await cursor.peek(100))).toBe('fghi');
});

test('takes what lies ready, as it came, and at most what is asked for', async () => {
	const {cursor, taken, pieces} = piecesOf('abc', '', 'def');
	const first = await cursor.take(2);
	expect([String(first), taken.count, cursor.position()]).toEqual(['ab', 1, 2]);
	expect(first?.buffer, 'not copied').toBe(pieces[0]?.buffer);
	expect(String(await cursor.take(9))).toBe('c');
	expect(String(await cursor.take(9))).toBe('def');
	expect([await cursor.take(9), cursor.position()]).toEqual([undefined, 6]);
});

test('what was put back comes again', async () => {
	const {cursor} = piecesOf('abcdef');
	await cursor.take(4);
	cursor.putBack(Buffer.from('cd'));
	expect([cursor.position(), String(await cursor.take(9))]).toEqual([2, 'cdef']);
});

test('drains to the end, and has nothing then', async () => {
	const {cursor, taken} = piecesOf('abc', 'def', 'ghi');
	await cursor.peek(1);
	await cursor.drain();
	expect([taken.count, await cursor.take(9)]).toEqual([4, undefined]);
});
