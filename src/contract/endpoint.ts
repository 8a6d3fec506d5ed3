import type {z} from 'zod';
import {once} from './once.ts';

/** Which identity travels with a request: none, a session, or a session and a product (service-api.md, Transport conventions). */
export type Scope = 'anonymous' | 'session' | 'product';

/**
 * One operation of the service, as data. The client's typed call, the sandbox's route, `api --list` and the
 * README's endpoint table are all read from it.
 */
export type Endpoint<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> = {
	readonly path: `/${string}`;
	readonly scope: Scope;
	/** Login is the only operation that cannot be asked by GET. */
	readonly get: boolean;
	/** Changes the service's data: what became of a call whose answer was lost is for the caller to find out. */
	readonly writes?: true;
	readonly summary: string;
	/** Section of service-api.md, or item of wire-facts.md, that describes it. */
	readonly source: string;
	/** What we send, without user, sessionId and productId: strict, a member it does not know is refused. */
	readonly request: In;
	/** What we read, without status and reason: members it does not know are ignored. */
	readonly response: Out;
	/**
	 * `labels`: objects in the answer are keyed by labels, so they arrive as Maps in the service's order.
	 * `records`: objects have fixed members, so the plain and faster JSON reader will do.
	 */
	readonly reading: 'labels' | 'records';
};

/** What a caller hands in for a row. */
export type Input<E extends Endpoint> = z.input<E['request']>;
/** What a caller gets back for a row. */
export type Output<E extends Endpoint> = z.output<E['response']>;

/** A row as it is written down: its schemas are made when they are first read. */
type Row<In extends z.ZodObject, Out extends z.ZodObject> = Omit<Endpoint<In, Out>, 'request' | 'response'> & {
	readonly request: () => In;
	readonly response: () => Out;
};

/**
 * Types a row by its own schemas. A run asks one or two operations: making the schemas of all of them took 20 of the 110 ms
 * of a call, so each is made on demand.
 */
export function defineEndpoint<In extends z.ZodObject, Out extends z.ZodObject>(row: Row<In, Out>): Endpoint<In, Out> {
	const request = once(row.request);
	const response = once(row.response);
	return {
		...row,
		get request() {
			return request();
		},
		get response() {
			return response();
		},
	};
}
