import {z} from 'zod';
import {once} from './once.ts';
import {levelSorts, sortDirections} from './request-words.ts';
import {levelRules} from './rules/request-checks.ts';
import {bounded, includeNull, licenseFlags} from './value-schemas.ts';

/** Segments and levels in requests (docs/service.md#segments). */

/** The members of a segment that can become one segment per value. */
const splitMembers = once(() => ({
	split: z.boolean().optional(),
	segmentLabel: z.string().optional(),
	limit: z.int().min(1).optional(),
	includeNull: includeNull(),
}));

const segment = once(() =>
	z.union(
		[
			z.strictObject({
				type: z.literal('string'),
				value: z.string(),
				segmentLabel: z.string().optional(),
				includeNull: includeNull(),
			}),
			z.strictObject({type: z.literal('stringArray'), value: z.array(z.string()).min(1), ...splitMembers()}),
			z.strictObject({type: z.literal('regex'), value: z.string(), ...splitMembers()}),
			z.strictObject({
				type: z.literal('number'),
				value: z.number(),
				segmentLabel: z.string().optional(),
				includeNull: includeNull(),
			}),
			bounded(
				z.strictObject({
					type: z.literal('numberRange'),
					min: z.number().optional(),
					max: z.number().optional(),
					segmentLabel: z.string(),
					includeNull: includeNull(),
				}),
			),
			z.strictObject({type: z.literal('boolean'), value: z.boolean(), segmentLabel: z.string()}),
			z.strictObject({includeNull: z.literal(true), segmentLabel: z.string().optional()}),
			z.strictObject({segmentLabel: z.string(), ...licenseFlags()}),
		],
		'a segment needs a type and its members, or includeNull, or a segmentLabel with license flags',
	),
);
export type Segment = z.infer<ReturnType<typeof segment>>;

/** Without `segments` the service chooses the top values. */
export type Segmentation = {readonly segmentBy: string; readonly segments?: Segment[]};

export const segmentMembers = once(() => ({
	segmentBy: z.string().optional(),
	segments: z.array(segment()).optional(),
}));

const level = once(() =>
	z.strictObject({
		property: z.string(),
		segments: z.array(segment()),
		sort: z.enum(levelSorts).optional(),
		sortDirection: z.enum(sortDirections).optional(),
	}),
);
export type Level = z.infer<ReturnType<typeof level>>;

/** Up to three nested levels, numbered without gaps (docs/service.md#current). */
export const levels = once(() =>
	z
		.strictObject({level1: level().optional(), level2: level().optional(), level3: level().optional()})
		.refine(
			value => (!value.level2 || value.level1) && (!value.level3 || value.level2),
			'levels must be numbered without gaps',
		)
		.superRefine(levelRules),
);
export type Levels = z.infer<ReturnType<typeof levels>>;
