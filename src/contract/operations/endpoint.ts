import type {z} from 'zod';
import {once} from '../once.ts';

/**
 * The identity that a request must contain: none, a session, or a session and a product (docs/service.md#transport).
 */
type Scope = 'anonymous' | 'session' | 'product';

/** Describes an operation of the service for the client, the sandbox, `api --list` and the reference. */
export type Endpoint<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> = {
	readonly path: `/${string}`;
	readonly scope: Scope;
	/** True if the operation accepts GET as well as POST. Only login does not. */
	readonly get: boolean;
	/** True if the operation changes data. The client does not retry it if the response is lost. */
	readonly writes?: true;
	/** True if the response holds names of properties, values, events or files, which shells complete. */
	readonly hasNames?: true;
	readonly summary: string;
	/** The section of docs/service.md. */
	readonly source: string;
	/** The request without user, sessionId and productId. Unknown members are rejected. */
	readonly request: In;
	/** The response without status and reason. Unknown members are ignored. */
	readonly response: Out;
	/**
	 * `labels`: objects in the response are keyed by labels, so they are read as Maps, in the service's order.
	 * `records`: objects have fixed members, so the faster JSON.parse is enough.
	 */
	readonly reading: 'labels' | 'records';
};

export type Input<E extends Endpoint> = z.input<E['request']>;
export type Output<E extends Endpoint> = z.output<E['response']>;

type Row<In extends z.ZodObject, Out extends z.ZodObject> = Omit<
	Endpoint<In, Out>,
	'scope' | 'get' | 'reading' | 'request' | 'response'
> &
	Partial<Pick<Endpoint, 'scope' | 'get' | 'reading'>> & {
		readonly request: () => In;
		readonly response: () => Out;
	};

export function defineEndpoint<In extends z.ZodObject, Out extends z.ZodObject>(row: Row<In, Out>): Endpoint<In, Out> {
	const request = once(row.request);
	const response = once(row.response);
	return {
		scope: 'product',
		get: true,
		reading: 'records',
		...row,
		get request() {
			return request();
		},
		get response() {
			return response();
		},
	};
}
