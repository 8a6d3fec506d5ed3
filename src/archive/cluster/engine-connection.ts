import type {HttpRequest, HttpResponse, Transport} from '../../ports.ts';
import type {ClusterAddress} from './engine-address.ts';
import type {StatementResult} from './engine-rows.ts';

type StatementOptions = {
	readonly signal: AbortSignal;
	/** True for SQL of the user, which may only read. */
	readonly isUserSql?: boolean;
};

export type RunStatement = (sql: string, options: StatementOptions) => Promise<StatementResult>;

export type EngineConnection = {
	readonly address: ClusterAddress;
	readonly password: string | undefined;
	readonly transport: Transport;
	/** Sends a request, retries it as the retry rule allows, and reads the whole response within its size and time limits. */
	readonly exchange: (
		request: HttpRequest,
		signal: AbortSignal,
	) => Promise<Pick<HttpResponse, 'status' | 'headers'> & {readonly text: string | undefined}>;
	/** The size limit of a response, and of all rows of a statement. */
	readonly maxAnswerBytes: number;
};

export const getBasicAuth = (user: string, password: string): Readonly<Record<string, string>> => ({
	authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
