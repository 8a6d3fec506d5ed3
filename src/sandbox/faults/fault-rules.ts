import {createHash} from 'node:crypto';
import {z} from 'zod';
import {readJsonFile} from '../json-file.ts';

const milliseconds = z.int().min(0).max(600_000);
const bytes = z.int().min(0);

const fault = z.discriminatedUnion('kind', [
	z.strictObject({kind: z.literal('latency'), ms: milliseconds}),
	/** Sends this status. Handles the request first if `done` is set, and otherwise not at all. */
	z.strictObject({
		kind: z.literal('status'),
		status: z.int().min(300).max(599),
		retryAfter: z.int().min(0).optional(),
		body: z.enum(['json', 'html', 'empty']).optional(),
		done: z.boolean().optional(),
	}),
	/** Resets the connection before the request is handled, after it, or in the middle of the response. */
	z.strictObject({kind: z.literal('reset'), when: z.enum(['before', 'after', 'body'])}),
	/** Announces the whole body and closes the connection after this many bytes. */
	z.strictObject({kind: z.literal('truncate'), bytes}),
	/** Sends this many bytes of the body as if they were the whole body. */
	z.strictObject({kind: z.literal('cut'), bytes}),
	z.strictObject({kind: z.literal('slow'), bytes: bytes.min(1), ms: milliseconds}),
	/** Never responds. Handles the request only if `done` is set. */
	z.strictObject({kind: z.literal('hang'), done: z.boolean().optional()}),
	/** Sends an HTML page with status 200. */
	z.strictObject({kind: z.literal('html')}),
	z.strictObject({kind: z.literal('bad-json'), body: z.string().optional()}),
	z.strictObject({kind: z.literal('expire')}),
	z.strictObject({kind: z.literal('dead-address')}),
	/** The open file is still being processed: listed as not available, and its address is rejected. */
	z.strictObject({kind: z.literal('unavailable')}),
]);
export type Fault = z.infer<typeof fault>;

const rule = z.strictObject({
	/** A path in which `*` matches any characters; every path if absent. */
	path: z.string().optional(),
	method: z.enum(['GET', 'POST']).optional(),
	/** The calls of that path, counted from 1. */
	calls: z.array(z.int().min(1)).min(1).optional(),
	/** The share of calls: 0.05 is one in twenty, the same ones for the same seed. */
	rate: z.number().min(0).max(1).optional(),
	/** The maximum number of times; 1 if neither `calls` nor `rate` is given. */
	times: z.union([z.int().min(1), z.literal('always')]).optional(),
	fault,
});
type Rule = z.infer<typeof rule>;

const faultPlan = z.strictObject({seed: z.int().optional(), rules: z.array(rule)});
export type FaultPlan = z.infer<typeof faultPlan>;

/** Throws a CliError of kind usage with the place of the error. `name` is for the error. */
export function parseFaultPlan(text: string, name: string): FaultPlan {
	const hint =
		'for example {"rules": [{"path": "/reporting/*", "calls": [1], "fault": {"kind": "latency", "ms": 500}}]}';
	return readJsonFile({text, name, hint}, faultPlan);
}

export function matchPath(pattern: string, path: string): boolean {
	const escaped = pattern.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
	return new RegExp(`^${escaped.join('.*')}$`, 's').test(path);
}

/** Returns a number from 0 to 1 that depends only on the arguments. */
const draw = (...names: readonly (string | number)[]) =>
	createHash('sha256').update(names.join(':')).digest().readUInt32BE(0) / 2 ** 32;

export type FaultSource = {
	readonly next: (call: {readonly method: string; readonly path: string}) => Fault | undefined;
	readonly plan: () => FaultPlan;
	readonly set: (plan: FaultPlan) => void;
};

const applies = ({calls, rate}: Rule, call: number, chance: number): boolean =>
	(calls?.includes(call) ?? true) && (rate === undefined || chance < rate);

function getMaximum({calls, rate, times}: Rule): number {
	if (times === undefined) return calls || rate !== undefined ? Infinity : 1;
	return times === 'always' ? Infinity : times;
}

/** The same plan and the same calls give the same faults. */
export function createFaults(initial: FaultPlan): FaultSource {
	let plan = initial;
	let counts: {calls: number; fired: number}[] = [];
	const set = (next: FaultPlan) => {
		plan = next;
		counts = next.rules.map(() => ({calls: 0, fired: 0}));
	};
	set(initial);

	const fires = (item: Rule, index: number): boolean => {
		const count = counts[index] as (typeof counts)[0];
		if (count.fired >= getMaximum(item) || !applies(item, count.calls, draw(plan.seed ?? 0, index, count.calls)))
			return false;
		count.fired++;
		return true;
	};
	return {
		plan: () => plan,
		set,
		next: ({method, path}) => {
			const matching = plan.rules.flatMap((item, index) =>
				matchPath(item.path ?? '*', path) && (item.method ?? method) === method ? [{item, index}] : [],
			);
			for (const {index} of matching) (counts[index] as (typeof counts)[0]).calls++;
			return matching.find(({item, index}) => fires(item, index))?.item.fault;
		},
	};
}
