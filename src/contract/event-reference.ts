import {z} from 'zod';

/** Event references (service-api.md, "Event reference"; `combiLabel`: wire-facts 1.19, H). */

const matchType = z.enum(['string', 'regex']);

/** One event; a null category is an event without one (wire-facts part 6, 26). */
export const singleEvent = z.strictObject({category: z.string().nullable(), name: z.string()});

/** Several events counted as one; `combiLabel` names it in the answer. */
export const combination = z.strictObject({
	combiLabel: z.string().optional(),
	combiArray: z
		.array(
			z.strictObject({categoryType: matchType, nameType: matchType, category: z.string().nullable(), name: z.string()}),
		)
		.min(1),
});

export const eventReference = z.union([singleEvent, combination]);
export type SingleEvent = z.infer<typeof singleEvent>;
export type Combination = z.infer<typeof combination>;
export type EventReference = z.infer<typeof eventReference>;
