import type {z} from 'zod';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import type {endpoints} from '../contract/operations/endpoints.ts';
import type {SandboxOptions} from './options/option-table.ts';
import type {Database} from './store/database.ts';

/** The authenticated user and the product of a request. */
export type Caller = {readonly product: number; readonly user: string; readonly licenseKeyPermission: boolean};

/** The services that every handler can use. */
export type Service = {
	/** The generated (or imported) data, read-only. */
	readonly database: Database;
	/** The sandbox's calendar day, `YYYY-MM-DD`. */
	readonly today: string;
	/** The value of every assumption, by its id. */
	readonly options: SandboxOptions;
};

/** Handles an input that its endpoint's request schema accepted. Returns the members of the answer, without `status`. */
export type Handler<E extends Endpoint> = (
	input: z.output<E['request']>,
	caller: Caller,
	service: Service,
) => Promise<Readonly<Record<string, unknown>>>;

/** One handler for each endpoint of a group. */
export type Handlers<Group extends Readonly<Record<string, Endpoint>>> = {
	readonly [Name in keyof Group]: Handler<Group[Name]>;
};

/** The groups of the endpoints that name a product. */
type Groups = Omit<typeof endpoints, 'auth'>;

/** One handler for each endpoint; a missing one does not compile. */
export type AllHandlers = {readonly [Name in keyof Groups]: Handlers<Groups[Name]>};
