import {z} from 'zod';
import {weekdays} from '../../calendar.ts';
import {targetSchema} from '../notify/notify-schema.ts';

/** The schema of `usagectl.yaml` (docs/questions.md). */

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
	error: 'expected text, a number, true, false or null',
});
const oneOrMore = <T extends z.ZodType>(item: T, expected: string) =>
	z.union([item, z.array(item).min(1)], {error: expected});
const text = z.string().min(1, 'expected text');
const where = z.record(z.string(), oneOrMore(scalar, 'expected a value, or a list of values'));
const change = z.strictObject({
	percent: z.number().positive('expected more than 0'),
	count: z.number().min(0, 'expected 0 or more'),
});

const levels = ['fail', 'warn', 'note'] as const;
const subjects = ['column', 'rows'] as const;
const limits = ['min', 'max', 'drop', 'rise'] as const;

const check = z
	.strictObject({
		column: text.describe('Key of the column to check.').optional(),
		rows: z
			.union([z.literal(true), where], {error: 'expected true, or columns with the values of the rows to count'})
			.describe(
				'Check the number of rows instead of a figure: all rows (true), rows with these values, or new rows (new: true).',
			)
			.optional(),
		where: where.describe('Only rows with these values.').optional(),
		each: oneOrMore(text, 'expected a column, or a list of columns')
			.describe('Check each value of these columns separately.')
			.optional(),
		sum: z.literal(true, 'expected true').describe('Check the sum of all rows.').optional(),
		min: z.number().describe('Lowest accepted value.').optional(),
		max: z.number().describe('Highest accepted value.').optional(),
		drop: change
			.describe('The check fails if the figure fell by at least this percentage and at least this amount.')
			.optional(),
		rise: change
			.describe('The check fails if the figure rose by at least this percentage and at least this amount.')
			.optional(),
		against: text
			.describe(
				'Baseline of drop and rise: previous (default), 7d, 52w, 28d-median, same-weekday-median or the name of a question.',
			)
			.optional(),
		level: z
			.enum(levels)
			.describe(
				'fail (default): `questions run` exits with status 7. warn: it does not. note: news that needs no action.',
			)
			.optional(),
		for: z
			.int('expected a whole number')
			.min(1, 'expected 1 or more')
			.max(31, 'expected 31 or less')
			.describe('Report only after the check has failed in this many results in a row.')
			.optional(),
	})
	.superRefine((value, context) => {
		const addError = (message: string, path: string[] = []) => context.addIssue({code: 'custom', message, path});
		if (subjects.filter(name => value[name] !== undefined).length !== 1)
			addError('a check needs either column or rows');
		if (limits.every(name => value[name] === undefined)) addError('a check needs min, max, drop or rise');
		if (value.each !== undefined && value.sum) addError('each and sum cannot be combined', ['sum']);
	});
export type Check = z.infer<typeof check>;

export const questionSchema = z.strictObject({
	title: text.describe('Title to show instead of the name.').optional(),
	ask: text.describe('Command line that produces rows, without the word usagectl.'),
	on: z
		.literal('cluster', 'expected cluster')
		.describe('cluster: run the question on the cluster of the profile instead of on local files; for top and query.')
		.optional(),
	before: text.describe('Command line to run first: `exceptions sync` or `events sync`.').optional(),
	headline: z
		.strictObject({column: text, where: where.optional()})
		.describe('Figure that `questions run` and `questions digest` show.')
		.optional(),
	checks: z.array(check).describe('Checks of the result.').optional(),
});

const flagValue = oneOrMore(z.union([z.string(), z.number(), z.boolean()]), 'expected the value of a flag');

const calendar = z.strictObject({
	weekends: z
		.union([z.boolean(), z.array(z.enum(weekdays)).min(1)], {error: 'expected true, false, or a list of weekdays'})
		.describe('Days off in each week: true (default) for Saturday and Sunday, false for none, or a list of weekdays.')
		.optional(),
	holidays: z.array(text).min(1).describe('Calendar files (.ics) with holidays.').optional(),
	country: z
		.string()
		.regex(/^[A-Z]{2}(?:-[A-Z0-9]{1,4})?$/, 'expected a code such as DE or DE-BY')
		.describe('Country, or country and state, whose public holidays are days off. Needs the package date-holidays.')
		.optional(),
});

/** The link is for people: it comes with the file, so the program never opens it. */
const link = z
	.url({protocol: /^https$/, normalize: true, error: 'expected an address that begins with https:'})
	.max(500, 'expected at most 500 characters')
	.refine(value => !/^https:\/\/[^/]*@/.test(value), 'link: the address cannot contain a user name or password')
	.describe('Address of the published page, which messages link to.');

export const fileSchema = z.strictObject({
	defaults: z.record(z.string(), flagValue).describe('Flags for every question whose command accepts them.').optional(),
	history: text.describe('Folder of the result history. Default: usagectl-history beside this file.').optional(),
	notify: z.array(targetSchema).max(20).describe('Targets of `questions run --notify`.').optional(),
	calendar: calendar.describe('Days off, which checks compare only with days off.').optional(),
	marks: text
		.describe(
			'CSV file with releases and other events, day,label on each line. Charts show them, and the reasons of outcomes name them.',
		)
		.optional(),
	questions: z.record(z.string(), z.unknown()).describe('Questions by name.'),
	digest: z
		.strictObject({
			title: text.describe('Title of the page.').optional(),
			show: z.array(text).min(1).describe('Questions to show, in this order. Default: all.').optional(),
			link: link.optional(),
		})
		.describe('The page that `questions digest` writes.')
		.optional(),
});

export const jsonSchema = (): object =>
	z.toJSONSchema(
		fileSchema.extend({questions: z.record(z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/), questionSchema)}),
	);
