import {z} from 'zod';
import {once} from './once.ts';

/** Event references (docs/service.md#event-reference). */

const matchType = once(() => z.enum(['string', 'regex']));

/** One event; a null category means an event without a category. */
export const singleEvent = once(() => z.strictObject({category: z.string().nullable(), name: z.string()}));

export const combined = once(() =>
	z
		.array(
			z.strictObject({
				categoryType: matchType(),
				nameType: matchType(),
				category: z.string().nullable(),
				name: z.string(),
			}),
		)
		.min(1),
);

/** Several events whose uses are added up. `combiLabel` names the sum in the response. */
const combination = once(() => z.strictObject({combiLabel: z.string().optional(), combiArray: combined()}));

export const eventReference = once(() => z.union([singleEvent(), combination()]));
export type SingleEvent = z.infer<ReturnType<typeof singleEvent>>;
export type Combination = z.infer<ReturnType<typeof combination>>;
export type EventReference = z.infer<ReturnType<typeof eventReference>>;
