import {z} from 'zod';

/** Lists of up to so many elements are checked at once. */
const fewRows = 1000;
const mostFaulty = 20;

/** The list up to its twentieth wrong element: the faults of many take several times the memory of the list. */
function cutAtFaults(list: unknown, row: z.ZodType): unknown {
	if (!Array.isArray(list) || list.length <= fewRows) return list;
	let faulty = 0;
	const last = list.findIndex(each => !row.safeParse(each).success && ++faulty === mostFaulty);
	return last < 0 ? list : list.slice(0, last + 1);
}

/** A list in an answer, of any length. Of many faults only the first are found. */
export const rows = <T extends z.ZodType>(row: T) => z.preprocess(list => cutAtFaults(list, row), z.array(row));
