import type {z} from 'zod';
import {once} from '../once.ts';

/** The identity that a request contains: none, a session, or a session and a product (docs/service.md#transport). */
type Scope = 'anonymous' | 'session' | 'product';

/** An operation of the service. The client's calls, the sandbox's routes, `api --list` and the reference are built from it. */
export type Endpoint<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> = {
	readonly path: `/${string}`;
	readonly scope: Scope;
	/** True if the operation accepts GET too. Only login does not. */
	readonly get: boolean;
	/** True if the operation changes data: the client then does not retry a call whose response was lost. */
	readonly writes?: true;
	/** The answer has names of properties, values, events or files, which shells complete. */
	readonly hasNames?: true;
	readonly summary: string;
	/** The section of docs/service.md. */
	readonly source: string;
	/** Members of the request, without user, sessionId and productId. Unknown members are refused. */
	readonly request: In;
	/** Members of the response, without status and reason. Unknown members are ignored. */
	readonly response: Out;
	/**
	 * `labels`: objects in the response are keyed by labels, so they are read as Maps, in the service's order.
	 * `records`: objects have fixed members, so the faster JSON.parse is enough.
	 */
	readonly reading: 'labels' | 'records';
};

export type Input<E extends Endpoint> = z.input<E['request']>;
export type Output<E extends Endpoint> = z.output<E['response']>;

/** The argument of defineEndpoint, with defaults for most endpoints. Schemas are created on first use. */
type Row<In extends z.ZodObject, Out extends z.ZodObject> = Omit<
	Endpoint<In, Out>,
	'scope' | 'get' | 'request' | 'response'
> & {
	readonly scope?: Scope;
	readonly get?: boolean;
	readonly request: () => In;
	readonly response: () => Out;
};

export function defineEndpoint<In extends z.ZodObject, Out extends z.ZodObject>(row: Row<In, Out>): Endpoint<In, Out> {
	const request = once(row.request);
	const response = once(row.response);
	return {
		scope: 'product',
		get: true,
		...row,
		get request() {
			return request();
		},
		get response() {
			return response();
		},
	};
}
