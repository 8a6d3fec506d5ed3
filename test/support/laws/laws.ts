/** How often a law is tried: `few` times in the suite, LAW_RUNS times in long runs (npm run soak:laws), `most` where each takes long. */
export const laws = (few: number, most = Number.POSITIVE_INFINITY): {readonly numRuns: number} => ({
	numRuns: Math.max(few, Math.min(most, Number(process.env.LAW_RUNS ?? 0))),
});

/** Whether this is a long run: it takes every combination of what the suite combines in turns. */
export const isLong: boolean = process.env.LAW_RUNS !== undefined;

/** Every item whose turn it is: one of `of`, so that what is combined with each turn meets items of each kind. All of them in a long run. */
export const inTurns = <T>(items: readonly T[], turn: number, of = 3): readonly T[] =>
	isLong ? items : items.filter((_, at) => (at + turn) % of === 0);
