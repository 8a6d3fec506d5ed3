import {z} from 'zod';

/** The schema of `usagectl.yaml` (docs/questions.md). */

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
	error: 'expected a word, a number, true, false or null',
});
const oneOrMore = <T extends z.ZodType>(item: T, expected: string) =>
	z.union([item, z.array(item).min(1)], {error: expected});
const text = z.string().min(1, 'expected some text');
const where = z.record(z.string(), oneOrMore(scalar, 'expected a value, or a list of values'));
const change = z.strictObject({
	percent: z.number().positive('expected more than 0'),
	count: z.number().min(0, 'expected 0 or more'),
});

const levels = ['fail', 'warn'] as const;
const subjects = ['column', 'rows'] as const;
const bounds = ['min', 'max', 'drop', 'rise'] as const;

const check = z
	.strictObject({
		column: text.describe('The figure that is judged, by the key of its column.').optional(),
		rows: z
			.union([z.literal(true), where], {error: 'expected true, or columns with the values of the rows to count'})
			.describe(
				'Counts rows in place of a figure: all (true), those with these values, or those that are new (new: true).',
			)
			.optional(),
		where: where.describe('Only rows with these values.').optional(),
		each: oneOrMore(text, 'expected a column, or a list of columns')
			.describe('Judges each value of these columns.')
			.optional(),
		sum: z.literal(true, 'expected true, or no sum').describe('Judges the sum of all rows.').optional(),
		min: z.number().describe('The least that is right.').optional(),
		max: z.number().describe('The most that is right.').optional(),
		drop: change.describe('Fails when it fell by that many percent and by that much.').optional(),
		rise: change.describe('Fails when it rose by that many percent and by that much.').optional(),
		against: text.describe('previous (the default), 7d, 28d-median, or the name of a question.').optional(),
		level: z.enum(levels).describe('fail (the default) ends run with 7, warn does not.').optional(),
		for: z
			.int('expected a whole number')
			.min(1, 'expected 1 or more')
			.max(31, 'expected 31 or less')
			.describe('Only when so many answers in a row say so.')
			.optional(),
	})
	.superRefine((value, context) => {
		const fault = (message: string, path: string[] = []) => context.addIssue({code: 'custom', message, path});
		if (subjects.filter(name => value[name] !== undefined).length !== 1)
			fault('a check is about a column or about rows: give one of them');
		if (bounds.every(name => value[name] === undefined)) fault('a check needs min, max, drop or rise');
		if (value.each !== undefined && value.sum)
			fault('each judges groups, sum all rows together: give one of them', ['sum']);
	});
export type Check = z.infer<typeof check>;

export const questionSchema = z.strictObject({
	title: text.describe('What people read in place of the name.').optional(),
	ask: text.describe('A command line of usagectl that makes rows, without the word usagectl.'),
	before: text.describe('exceptions sync or events sync: run before it is asked.').optional(),
	headline: z
		.strictObject({column: text, where: where.optional()})
		.describe('The figure of run and digest.')
		.optional(),
	checks: z.array(check).describe('When the answer is not as it should be.').optional(),
});

const flagValue = oneOrMore(z.union([z.string(), z.number(), z.boolean()]), 'expected the value of a flag');

export const fileSchema = z.strictObject({
	defaults: z.record(z.string(), flagValue).describe('Flags of every question that takes them.').optional(),
	history: text.describe('The folder of kept answers. Default: usagectl-history beside this file.').optional(),
	questions: z.record(z.string(), z.unknown()).describe('The questions, by name.'),
	digest: z
		.strictObject({
			title: text.describe('The title of the page.').optional(),
			show: z.array(text).min(1).describe('Which questions, in which order. Default: all.').optional(),
		})
		.describe('The page that digest makes.')
		.optional(),
});

/** The JSON Schema of the file, for editors. */
export const jsonSchema = (): object =>
	z.toJSONSchema(
		fileSchema.extend({questions: z.record(z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/), questionSchema)}),
	);
