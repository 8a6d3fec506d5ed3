/** The members of a range that are there; either end may be left out. */
export const ends = <T>(min: T | undefined, max: T | undefined): {readonly min?: T; readonly max?: T} => ({
	...(min === undefined ? {} : {min}),
	...(max === undefined ? {} : {max}),
});
