import {createHash} from 'node:crypto';
import {z} from 'zod';
import {keyFlags} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import {pageOf, paging} from '../arguments.ts';
import type {Tool} from '../tool.ts';
import type {ToolSession} from '../tool-session.ts';

/** `effect` is a digest of the differences from the registry at the time of planning. */
type Plan = {readonly rows: string; readonly effect: string};

/** For more changes, `keys update` reads a file. */
const maxChanges = 1000;

/** Tells clients the type of a field, but leaves its check to `keys diff`, whose errors name the place. */
const cell = (type: z.ZodType) => z.union([type, z.string(), z.number(), z.boolean(), z.null()]).optional();

const change = z.looseObject({
	licenseKey: cell(z.string()),
	licenseType: cell(z.string()),
	...Object.fromEntries(keyFlags.map(flag => [flag, cell(z.boolean())])),
	expiryDate: cell(z.string()).describe('Day, or null if the key never expires'),
	installQuota: cell(z.int().min(0)),
	notes: cell(z.string()),
});

const planInput = z.strictObject({
	...paging,
	changes: z
		.array(change)
		.min(1)
		.max(maxChanges)
		.describe('One object per key: licenseKey and the new values; fields that are not given stay unchanged'),
});

/** A client that knows the field as a text sends null as "null". */
const toRow = (values: z.output<typeof change>): string =>
	JSON.stringify({...values, ...(values.expiryDate === 'null' ? {expiryDate: null} : {})});

const applyInput = z.strictObject({plan: z.string().describe('Plan ID that keys_plan returned')});

const diffWords = ['keys', 'diff', '-'];
const updateWords = ['keys', 'update', '-', '--yes'];

async function compare(rows: string, session: ToolSession) {
	const found = await session.read({words: diffWords, form: 'rows', stdin: rows});
	const effect = createHash('sha256').update(JSON.stringify(found.lines)).digest('hex');
	return {...found, effect};
}

/** A session may plan any number of times; the oldest plans are forgotten. */
const maxPlans = 100;

function keepPlan(plans: Map<string, Plan>, id: string, plan: Plan): void {
	plans.delete(id);
	plans.set(id, plan);
	for (const oldest of [...plans.keys()].slice(0, -maxPlans)) plans.delete(oldest);
}

const createUnknownPlanError = (id: string) =>
	new CliError('usage', `there is no plan '${id}'`, {
		hint: 'create a plan with keys_plan; a plan can be applied once and is lost when the server exits',
	});

/** Writing takes two steps; the second one accepts only the ID of a plan. */
export function createKeyPlans(): readonly Tool[] {
	const plans = new Map<string, Plan>();
	const plan: Tool<typeof planInput> = {
		name: 'keys_plan',
		title: 'Plan changes to keys',
		description:
			'Checks changes to license keys and compares them with the current values: one row for each field that would change. Nothing is sent. ' +
			'The answer contains the plan ID for keys_apply.',
		input: planInput,
		writes: 'plans',
		call: async ({changes, ...args}, session) => {
			const rows = changes.map(toRow).join('\n');
			const {lines, summary, effect} = await compare(rows, session);
			const id = createHash('sha256').update(rows).update(effect).digest('hex').slice(0, 12);
			keepPlan(plans, id, {rows, effect});
			const next =
				lines.length === 0 ? 'nothing to change: the keys already have these values' : `keys_apply {plan: '${id}'}`;
			const also = {plan: id, summary, next};
			return session.answerRows(diffWords, lines, {
				page: pageOf(args, session.maxRows),
				narrow: 'change fewer keys at once',
				also,
			});
		},
	};
	const apply: Tool<typeof applyInput> = {
		name: 'keys_apply',
		title: 'Apply a plan',
		description:
			'Sends the changes of a plan that keys_plan created in this session, and nothing else. It fails if the keys have changed ' +
			'since. If the client supports it, the user is asked to confirm.',
		input: applyInput,
		writes: 'applies',
		call: async ({plan: id}, session, confirmed) => {
			const planned = plans.get(id);
			if (!planned) throw createUnknownPlanError(id);
			const {effect, summary} = await compare(planned.rows, session);
			if (effect !== planned.effect) {
				throw new CliError('usage', 'the license keys have changed since the plan was created', {
					hint: 'call keys_plan again and review the new plan',
				});
			}
			if (confirmed === undefined) return {confirm: `Change the license keys? ${summary}`};
			if (!confirmed)
				throw new CliError('usage', 'the user did not confirm: nothing was sent', {
					hint: 'ask the user what to change in the plan',
				});
			// Another call may have applied it while this one compared.
			if (!plans.delete(id)) throw createUnknownPlanError(id);
			return session.answer({words: updateWords, form: 'rows', stdin: planned.rows});
		},
	};
	return [plan, apply];
}
