import {z} from 'zod';
import {weekdays} from '../../calendar.ts';

/** The part of `usagectl.yaml` that names targets. Their addresses and secrets are never in the file. */

const targetKinds = ['slack', 'teams', 'discord', 'webhook', 'email'] as const;
export type TargetKind = (typeof targetKinds)[number];

const targetEvents = ['fail', 'warn', 'fixed'] as const;
export type TargetEvent = (typeof targetEvents)[number];

const schedules = ['daily', ...weekdays.map(day => `weekly ${day}`)] as [string, ...string[]];

/** `-secret` would make the variable of a target that of another target's secret. */
const name = z
	.string()
	.regex(/^[a-z][a-z0-9-]{0,31}$/, 'expected a name of lowercase letters, digits and dashes, such as ops')
	.refine(value => !value.endsWith('-secret'), 'a name cannot end with -secret')
	.describe('Name of the target. Its address is in USAGECTL_NOTIFY_NAME or in the notify file of the profile.')
	.optional();

export const targetSchema = z
	.strictObject({
		slack: name,
		teams: name,
		discord: name,
		webhook: name,
		email: name,
		on: z
			.array(z.enum(targetEvents))
			.describe('Changes of outcomes to send: fail, warn, fixed. Default: fail and fixed.')
			.optional(),
		digest: z
			.enum(schedules)
			.describe('When to send the digest: daily, or weekly and a day such as monday.')
			.optional(),
	})
	.superRefine((value, context) => {
		const kinds = targetKinds.filter(kind => value[kind] !== undefined);
		if (kinds.length !== 1)
			context.addIssue({code: 'custom', message: `a target needs one of ${targetKinds.join(', ')}`});
		if (value.on?.length === 0 && value.digest === undefined)
			context.addIssue({code: 'custom', message: "a target needs 'on', 'digest' or both", path: ['on']});
	});

export type NamedTarget = {
	readonly kind: TargetKind;
	readonly name: string;
	readonly on: readonly TargetEvent[];
	readonly digest: string | undefined;
};

export function toNamedTarget({on = ['fail', 'fixed'], digest, ...names}: z.infer<typeof targetSchema>): NamedTarget {
	const kind = targetKinds.find(each => names[each] !== undefined) ?? 'webhook';
	return {kind, name: names[kind] ?? '', on, digest};
}
