/** The members of a range that are there; either end may be left out. */
export function ends<T>(min: T | undefined, max: T | undefined): {readonly min?: T; readonly max?: T} {
	if (min === undefined) return max === undefined ? {} : {max};
	return max === undefined ? {min} : {min, max};
}
