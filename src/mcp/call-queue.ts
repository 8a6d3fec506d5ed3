import pLimit from 'p-limit';

/** Runs work when it is its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most so many at once; the others wait in their order. `prepare` comes before one that begins while none runs; `ended` resolves
 * when none runs any more.
 */
export function createTurns(
	most: number,
	prepare: () => void,
): {readonly turns: Turns; readonly ended: () => Promise<void>} {
	const inTurn = pLimit(most);
	const open = new Set<Promise<unknown>>();
	return {
		turns: work => {
			if (open.size === 0) prepare();
			const turn = inTurn(work);
			open.add(turn);
			const close = () => void open.delete(turn);
			turn.then(close, close);
			return turn;
		},
		ended: async () => {
			await Promise.allSettled([...open]);
		},
	};
}
