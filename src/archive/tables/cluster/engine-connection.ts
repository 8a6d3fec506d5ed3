import type {HttpRequest, Transport} from '../../../ports.ts';
import type {ClusterAddress} from './engine-address.ts';
import type {Answer} from './engine-rows.ts';

type AskOptions = {
	readonly signal: AbortSignal;
	/** The SQL is the user's own, and may only read. */
	readonly isUsers?: boolean;
};

/** Asks an engine. Throws EngineError, and the reason of an abort. */
export type AskEngine = (sql: string, options: AskOptions) => Promise<Answer>;

export type Connection = {
	readonly address: ClusterAddress;
	/** Undefined: none is known. */
	readonly password: string | undefined;
	readonly transport: Transport;
	/** Sends a request, and again where the retry rule allows that; reads the whole answer, up to the limit of answers. */
	readonly exchange: (
		request: HttpRequest,
		signal: AbortSignal,
	) => Promise<{readonly status: number; readonly text: string | undefined}>;
};

export const getBasicAuth = (user: string, password: string): Readonly<Record<string, string>> => ({
	authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
