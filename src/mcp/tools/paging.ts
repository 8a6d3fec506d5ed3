import {z} from 'zod';
import type {Page} from '../row-buffer.ts';

/** Arguments of tools with rows. */
export const paging = {
	offset: z.number().int().min(0).optional().describe('rows to skip: the answer says which come next'),
	limit: z.number().int().min(1).optional().describe('at most so many rows'),
};

/** The page that was asked for, no larger than answers may be. */
export const pageOf = (
	{offset = 0, limit}: {readonly offset?: number | undefined; readonly limit?: number | undefined},
	maxRows: number,
	usual = maxRows,
): Pick<Page, 'offset' | 'limit'> => ({offset, limit: Math.min(limit ?? usual, maxRows)});
