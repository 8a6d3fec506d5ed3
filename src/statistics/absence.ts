/** If fewer are expected, it may be chance that there are none: the probability is above 5 % (Poisson). */
export const minExpected = 3;

export type Exposures = {readonly before: number; readonly now: number};

/** Returns true if none of `count` that occurred under the exposure `before` would hardly be missing under the exposure `now` by chance. */
export const isAbsent = (count: number, {before, now}: Exposures): boolean =>
	before > 0 && Math.min(count, (count * now) / before) >= minExpected;
