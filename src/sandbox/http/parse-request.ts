import {z} from 'zod';
import {isObject, type Members} from '../../contract/json-values.ts';
import {contractName, type NewerName, newerMembers, renameMembers} from '../../contract/newer-names.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {licenseKeys} from '../../contract/operations/license-keys.ts';
import {digitsToNumber, readRequest} from '../../contract/rules/read-request.ts';
import {productId} from '../../contract/value-schemas.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {reject} from '../rejection.ts';
import type {SandboxRequest} from './http-messages.ts';
import {clampLimit} from './request-rules.ts';

export type ParsedRequest = {
	readonly user: string | undefined;
	readonly sessionId: string | undefined;
	/** Not validated yet. */
	readonly product: unknown;
	readonly members: Members;
};

/**
 * Parses the body or, for a GET, the parameter `query`. Returns an empty object if there is none. Throws a Rejection.
 */
function parseObject(request: SandboxRequest): Members {
	const text = request.method === 'GET' ? (request.parameters.get('query') ?? '') : request.body;
	const json = text.replace(/^\uFEFF/, '').trim();
	if (json === '') return {};
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch (error) {
		reject(`the request is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
	}
	if (!isObject(value)) reject('the request is not a JSON object');
	return value;
}

function parseText(name: string, value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	return typeof value === 'string' ? value : reject(`${name}: expected text`);
}

/** Throws a Rejection if the request is not a JSON object, or user or sessionId is not text. */
export function parseRequest(request: SandboxRequest): ParsedRequest {
	const {user, sessionId, productId: product, ...members} = parseObject(request);
	return {user: parseText('user', user), sessionId: parseText('sessionId', sessionId), product, members};
}

/** Throws a Rejection if the product ID is missing or not an integer. */
export function parseProduct(value: unknown): number {
	const parsed = productId().safeParse(digitsToNumber(value));
	if (!parsed.success)
		reject(value === undefined || value === null ? 'productId is missing' : 'productId: expected an integer');
	return parsed.data;
}

/** updateKeys rejects individual keys, so its handler validates each of them (docs/service.md#update-keys). */
const relaxedRequests = new Map<Endpoint, z.ZodObject>([
	[licenseKeys.update, z.strictObject({keyUpdates: z.array(z.unknown())})],
]);

/** Returns the newer names that the service has. `isOnly` is true if it rejects the old one. */
const listNewerNames = (options: SandboxOptions): readonly (readonly [NewerName, isOnly: boolean])[] => [
	...(options['flag-names'] === 'blacklisted' ? [] : [['blocked', options['flag-names'] === 'blocked-only'] as const]),
	...(options['delivery-name'] === 'outreachDeliveries' ? [] : [['reachOutDeliveries', true] as const]),
];

function withContractNames(request: unknown, options: SandboxOptions): unknown {
	const names = listNewerNames(options);
	const rejectedNames = newerMembers(names.filter(([, isOnly]) => isOnly).map(([name]) => name));
	const newerNames = new Set(newerMembers(names.map(([name]) => name)).values());
	return renameMembers(request, name => {
		const newerName = rejectedNames.get(name);
		if (newerName !== undefined) reject(`${name} is now called ${newerName}`);
		return newerNames.has(name) ? contractName(name) : name;
	});
}

/**
 * Validates the members of a request with the schema of its endpoint. Removes unknown top-level members and returns
 * their names. Throws a Rejection for any other violation.
 */
export function parseInput<E extends Endpoint>(
	row: E,
	members: Members,
	options: SandboxOptions,
): {readonly input: z.output<E['request']>; readonly unknown: readonly string[]} {
	const named = Object.entries(members).map(([name, value]) => {
		const first = Object.hasOwn(row.request.shape, name) ? withContractNames(value, options) : value;
		return [name, name === 'paging' ? clampLimit(first, options) : first];
	});
	const {input, errors, unknown} = readRequest(row, Object.fromEntries(named), relaxedRequests.get(row));
	if (unknown.length > 0 && options['unknown-members'] === 'refuse') reject(`unknown members: ${unknown.join(', ')}`);
	if (errors.length > 0) reject(errors.join('; '));
	return {input: input as z.output<E['request']>, unknown};
}
