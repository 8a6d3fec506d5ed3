/** How often a law is tried: `few` times in the suite, LAW_RUNS times in long runs (npm run soak:laws), `most` where each takes long. */
export const laws = (few: number, most = Number.POSITIVE_INFINITY): {readonly numRuns: number} => ({
	numRuns: Math.max(few, Math.min(most, Number(process.env.LAW_RUNS ?? 0))),
});

/** Whether this is a long run: it takes every combination of what the suite combines in turns. */
export const isLong: boolean = process.env.LAW_RUNS !== undefined;
