import {z} from 'zod';

/** Lists up to this length are validated as a whole. */
const fewRows = 1000;
const mostFaulty = 20;

/** Cuts the list after its twentieth invalid element: the errors of a long list can take several times its memory. */
function cutAtFaults(list: unknown, row: z.ZodType): unknown {
	if (!Array.isArray(list) || list.length <= fewRows) return list;
	let faulty = 0;
	const last = list.findIndex(each => !row.safeParse(each).success && ++faulty === mostFaulty);
	return last < 0 ? list : list.slice(0, last + 1);
}

/** A list of any length in a response. Only the first errors are reported. */
export const rows = <T extends z.ZodType>(row: T) => z.preprocess(list => cutAtFaults(list, row), z.array(row));
