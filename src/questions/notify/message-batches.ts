import type {Queued} from './notify-journal.ts';

/** The lines of the journal that one message is about. */
export type Batch = readonly [Queued, ...Queued[]];

const mostMessages = 20;

/** Returns one batch per line, or, for a longer queue, a last batch with the rest. The latest digest keeps its own message. */
export function toBatches(queue: readonly Queued[]): readonly Batch[] {
	if (queue.length <= mostMessages) return queue.map(line => [line]);
	const digest = queue.findLast(line => 'digest' in line);
	const single = digest ? [digest] : [];
	const others = queue.filter(line => line !== digest);
	const alone = [...single, ...others.slice(0, mostMessages - single.length - 1)];
	const [first, ...rest] = others.slice(alone.length - single.length);
	return [...alone.map((line): Batch => [line]), ...(first ? [[first, ...rest] as const] : [])];
}
