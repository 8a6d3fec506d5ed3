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
	let running = 0;
	const waiting: (() => void)[] = [];
	const open = new Set<Promise<unknown>>();
	const inTurn: Turns = async work => {
		if (running === 0) prepare();
		if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
		else running++;
		try {
			return await work();
		} finally {
			// The turn goes to the next one, or ends.
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
	return {
		turns: work => {
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
