import {z} from 'zod';
import {isObject, type Members} from '../json-values.ts';
import type {Endpoint} from '../operations/endpoint.ts';
import {describeIssues} from '../schema-issues.ts';

/** Reads requests, with nulls for absent members and the forms that real programs send beside those of the schema. */

/** Digits as text become a number; anything else stays as it is. */
export const digitsToNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Forms that are taken beyond the schema: lineCount as digits, a single segment without an array. */
const leniences: Readonly<Record<string, (value: unknown) => unknown>> = {
	lineCount: digitsToNumber,
	segments: value => (isObject(value) ? [value] : value),
};

/** Removes nulls, which stand for absent optional members, except where null is a value (docs/service.md#transport). */
export function withoutNulls(schema: z.ZodObject, members: Members): Members {
	const kept = Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
		const field: unknown = schema.shape[name];
		if (!(field instanceof z.ZodOptional)) return [[name, value]];
		if (value === null && !field.safeParse(null).success) return [];
		const inner: unknown = field.unwrap();
		return [[name, inner instanceof z.ZodObject && isObject(value) ? withoutNulls(inner, value) : value]];
	});
	return Object.fromEntries(kept);
}

export type Reading = {
	readonly input: Members;
	/** Violations of the schema, in words. */
	readonly faults: readonly string[];
	/** Members that the operation does not have, which the service ignores. */
	readonly unknown: readonly string[];
};

/** Reads the members of a request; `schema` in the place of the operation's own where members are judged later. */
export function readRequest({request}: Endpoint, members: Members, schema: z.ZodObject = request): Reading {
	const names = Object.keys(members);
	const unknown = names.filter(name => !Object.hasOwn(request.shape, name));
	const known = names.filter(name => !unknown.includes(name));
	const lenient = Object.fromEntries(known.map(name => [name, leniences[name]?.(members[name]) ?? members[name]]));
	const read = withoutNulls(request, lenient);
	const parsed = schema.safeParse(read, {jitless: true});
	return parsed.success
		? {input: parsed.data, faults: [], unknown}
		: {input: read, faults: describeIssues(parsed.error.issues, read), unknown};
}
