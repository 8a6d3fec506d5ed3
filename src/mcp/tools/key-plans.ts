import {createHash} from 'node:crypto';
import {z} from 'zod';
import {CliError} from '../../errors.ts';
import {pageOf, paging, readArguments} from '../arguments.ts';
import type {Tool} from '../tool.ts';
import type {ToolSession} from '../tool-session.ts';

/** A set of changes, and what it would do to the registry when it was planned. */
type Plan = {readonly rows: string; readonly effect: string};

/** More belongs into a file for `keys update`. */
const maxChanges = 1000;

const planInput = z.strictObject({
	...paging,
	changes: z
		.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
		.min(1)
		.max(maxChanges)
		.describe(
			'one object for each key: licenseKey, and what it is to have of licenseType, activated, blacklisted, expired, whitelisted, expiryDate (a day or null), installQuota, notes; what is not named stays',
		),
});
const applyInput = z.strictObject({plan: z.string().describe('the id that keys_plan gave')});

const diffWords = ['keys', 'diff', '-'];
const updateWords = ['keys', 'update', '-', '--yes'];

/** Compares the changes with the registry as it is now; `effect` is a digest of the difference. */
async function compare(rows: string, session: ToolSession) {
	const found = await session.read({words: diffWords, form: 'rows', stdin: rows});
	const effect = createHash('sha256').update(JSON.stringify(found.lines)).digest('hex');
	return {...found, effect};
}

const summaryOf = (messages: readonly string[]) => (messages.at(-1) ?? '').replace(/^note: /, '');

/** `keys_plan` and `keys_apply`: writing in two steps, of which the second takes nothing but a plan. */
export function createKeyPlans(): readonly Tool[] {
	const plans = new Map<string, Plan>();
	const plan: Tool = {
		name: 'keys_plan',
		title: 'Plan changes of keys',
		description:
			'Checks changes of license keys and compares them with the registry: a row for each field that would change. Nothing is sent. ' +
			'The answer has the id of the plan for keys_apply.',
		input: planInput,
		writes: 'plans',
		call: async (given, session) => {
			const {changes, ...args} = readArguments(planInput, given);
			const rows = changes.map(change => JSON.stringify(change)).join('\n');
			const {lines, messages, effect} = await compare(rows, session);
			const id = createHash('sha256').update(rows).update(effect).digest('hex').slice(0, 12);
			plans.set(id, {rows, effect});
			const next = lines.length === 0 ? 'the registry is so already' : `keys_apply {plan: '${id}'}`;
			const also = {plan: id, summary: summaryOf(messages), next};
			return session.answerRows(diffWords, lines, {
				page: pageOf(args, session.maxRows),
				narrow: 'change fewer keys at once',
				also,
			});
		},
	};
	const apply: Tool = {
		name: 'keys_apply',
		title: 'Apply a plan',
		description:
			'Sends the changes of a plan that keys_plan made in this session, and nothing else. It refuses when the registry has changed ' +
			'since. The user is asked to confirm where the client can ask.',
		input: applyInput,
		writes: 'applies',
		call: async (given, session, confirmed) => {
			const {plan: id} = readArguments(applyInput, given);
			const planned = plans.get(id);
			if (!planned) {
				throw new CliError('usage', `there is no plan '${id}'`, {
					hint: 'make one with keys_plan; a plan is applied once, and ends with the server',
					suggest: [...plans.keys()],
				});
			}
			const {effect, messages} = await compare(planned.rows, session);
			if (effect !== planned.effect) {
				throw new CliError('usage', 'the registry has changed since the plan was made', {
					hint: 'call keys_plan again and look at what it says now',
				});
			}
			if (confirmed === undefined) return {confirm: `Change the license key registry? ${summaryOf(messages)}`};
			if (!confirmed)
				throw new CliError('usage', 'the user did not confirm: nothing was sent', {hint: 'ask what to change'});
			plans.delete(id);
			return session.answer({words: updateWords, form: 'rows', stdin: planned.rows});
		},
	};
	return [plan, apply];
}
