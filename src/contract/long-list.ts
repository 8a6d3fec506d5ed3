import {z} from 'zod';

/** Lists up to this length are validated as a whole. */
const maxValidatedRows = 1000;
const maxInvalid = 20;

/**
 * Cuts the list after its twentieth invalid element, because the errors of a long list can take several times its
 * memory.
 */
function cutAfterErrors(list: unknown, row: z.ZodType): unknown {
	if (!Array.isArray(list) || list.length <= maxValidatedRows) return list;
	let invalid = 0;
	const last = list.findIndex(each => !row.safeParse(each).success && ++invalid === maxInvalid);
	return last < 0 ? list : list.slice(0, last + 1);
}

export const rows = <T extends z.ZodType>(row: T) => z.preprocess(list => cutAfterErrors(list, row), z.array(row));
