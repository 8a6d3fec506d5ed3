import {expect, test} from 'vitest';
import {mapInOrder} from '../../src/archive/in-order.ts';

const gather = async (source: AsyncIterable<number>) => {
	const found: number[] = [];
	for await (const each of source) found.push(each);
	return found;
};
/** Resolves after so many turns of the event loop. */
const turns = async (count: number) => {
	for (let left = count; left > 0; left--) await new Promise(resolve => setImmediate(resolve));
};

test('yields in the order of the items, with so many at work at once', async () => {
	let running = 0;
	let most = 0;
	const found = await gather(
		mapInOrder([5, 1, 3, 0, 2], 2, async item => {
			most = Math.max(most, ++running);
			await turns(item);
			running--;
			return item;
		}),
	);
	expect({found, most}).toEqual({found: [5, 1, 3, 0, 2], most: 2});
});

test('throws what went wrong first, although an earlier item is stopped because of it', async () => {
	const waits = (signal: AbortSignal) =>
		new Promise<number>((_, reject) => {
			signal.addEventListener('abort', () => reject(new DOMException('This operation was aborted', 'AbortError')));
		});
	const begun: number[] = [];
	const source = mapInOrder([0, 1, 2, 3], 2, async (item, signal) => {
		begun.push(item);
		if (item === 0) return waits(signal);
		await turns(2);
		throw new Error('the disk is full');
	});
	await expect(gather(source)).rejects.toThrow('the disk is full');
	expect(begun).toEqual([0, 1]);
});

test('waits for what is under way when its reader stops', async () => {
	let [begun, ended] = [0, 0];
	const source = mapInOrder([1, 2, 3, 4, 5, 6], 3, async item => {
		begun++;
		await turns(item * 3);
		ended++;
		return item;
	});
	for await (const each of source) {
		expect(each).toBe(1);
		break;
	}
	expect(begun).toBeLessThan(6);
	expect(ended).toBe(begun);
});
