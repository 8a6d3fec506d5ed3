import {z} from 'zod';
import {isObject, type Members} from '../json-values.ts';
import type {Endpoint} from '../operations/endpoint.ts';
import {describeIssues} from '../schema-issues.ts';

export const digitsToNumber = (value: unknown): unknown =>
	typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Forms outside the schema that real programs send: lineCount as text, a single segment without an array. */
const leniences: Readonly<Record<string, (value: unknown) => unknown>> = {
	lineCount: digitsToNumber,
	segments: value => (isObject(value) ? [value] : value),
};

/** Removes null members, which count as absent unless null is a value (docs/service.md#transport). */
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
	readonly errors: readonly string[];
	/** Members that the operation does not have. The service ignores them. */
	readonly unknown: readonly string[];
};

/** `schema` replaces the operation's own schema if some members are validated later. */
export function readRequest({request}: Endpoint, members: Members, schema: z.ZodObject = request): Reading {
	const names = Object.keys(members);
	const unknown = names.filter(name => !Object.hasOwn(request.shape, name));
	const knownNames = names.filter(name => !unknown.includes(name));
	const lenient = Object.fromEntries(knownNames.map(name => [name, leniences[name]?.(members[name]) ?? members[name]]));
	const read = withoutNulls(request, lenient);
	const parsed = schema.safeParse(read, {jitless: true});
	return parsed.success
		? {input: parsed.data, errors: [], unknown}
		: {input: read, errors: describeIssues(parsed.error.issues, read), unknown};
}
