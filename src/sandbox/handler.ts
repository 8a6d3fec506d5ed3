import type {z} from 'zod';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import type {endpoints} from '../contract/operations/endpoints.ts';
import type {SandboxOptions} from './options/option-table.ts';
import type {Database} from './store/database.ts';

export type Caller = {
	readonly product: number;
	readonly user: string;
	readonly licenseKeyPermission: boolean;
	/** The earliest start date that the plan allows (docs/service.md#oldest-date), `YYYY-MM-DD`. */
	readonly oldestDate: string;
};

export type Service = {
	/** Generated or imported data, read-only. */
	readonly database: Database;
	/** `YYYY-MM-DD`. */
	readonly today: string;
	/** The time of the clock, `YYYY-MM-DDThh:mm:ss`. */
	readonly now: string;
	readonly options: SandboxOptions;
};

/**
 * Receives an input that the schema of the endpoint accepted. Returns the members of the response, without `status`.
 */
export type Handler<E extends Endpoint> = (
	input: z.output<E['request']>,
	caller: Caller,
	service: Service,
) => Promise<Readonly<Record<string, unknown>>>;

export type Handlers<Group extends Readonly<Record<string, Endpoint>>> = {
	readonly [Name in keyof Group]: Handler<Group[Name]>;
};

type Groups = Omit<typeof endpoints, 'auth'>;

export type AllHandlers = {readonly [Name in keyof Groups]: Handlers<Groups[Name]>};
