import {z} from 'zod';

/** The ID is part of file names and headers, and a journal can come with a cloned repository. */
export const messageId = z.string().regex(/^[0-9a-f]{24}$/);

/** A change of an outcome as the journal keeps it, so that it can be sent later. */
export const noticeSchema = z.strictObject({
	id: messageId,
	event: z.enum(['fail', 'warn', 'fixed']),
	question: z.string(),
	title: z.string(),
	product: z.int().nullable(),
	verdict: z.enum(['ok', 'note', 'warn', 'fail']),
	figure: z.strictObject({
		name: z.string(),
		value: z.number().nullable(),
		before: z.number().nullable(),
		since: z.string().nullable(),
	}),
	reason: z.string(),
	caveats: z.array(z.string()).readonly(),
	day: z.string(),
	taken: z.string(),
	isSynthetic: z.boolean(),
});
export type Notice = Readonly<z.infer<typeof noticeSchema>>;
