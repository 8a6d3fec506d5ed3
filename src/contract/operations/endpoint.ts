import type {z} from 'zod';
import {once} from '../once.ts';

/** The identity in a request: none, a session, or a session and a product (docs/service.md#transport). */
type Scope = 'anonymous' | 'session' | 'product';

/** One operation of the service. The client's typed calls, the sandbox's routes, `api --list` and the reference use it. */
export type Endpoint<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> = {
	readonly path: `/${string}`;
	readonly scope: Scope;
	/** Also answers GET. Login is the only operation that does not. */
	readonly get: boolean;
	/** Changes data, so a call whose answer was lost is not repeated by the client. */
	readonly writes?: true;
	/** The answer has names of properties, values, events or files, which shells complete. */
	readonly hasNames?: true;
	readonly summary: string;
	/** Its place in docs/service.md. */
	readonly source: string;
	/** Members of the request without user, sessionId and productId. Unknown members are refused. */
	readonly request: In;
	/** Members of the answer without status and reason. Unknown members are ignored. */
	readonly response: Out;
	/**
	 * `labels`: objects in the answer are keyed by labels, so they arrive as Maps in the service's order.
	 * `records`: objects have fixed members, so the plain and faster JSON reader will do.
	 */
	readonly reading: 'labels' | 'records';
};

export type Input<E extends Endpoint> = z.input<E['request']>;
export type Output<E extends Endpoint> = z.output<E['response']>;

/** A row as it is written: most endpoints name a product and answer GET. Schemas are created when they are first needed. */
type Row<In extends z.ZodObject, Out extends z.ZodObject> = Omit<
	Endpoint<In, Out>,
	'scope' | 'get' | 'request' | 'response'
> & {
	readonly scope?: Scope;
	readonly get?: boolean;
	readonly request: () => In;
	readonly response: () => Out;
};

/** An endpoint, typed by its own schemas. */
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
