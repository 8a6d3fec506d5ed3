import type {z} from 'zod';
import type {Endpoint} from '../contract/endpoint.ts';
import type {endpoints} from '../contract/endpoints.ts';
import type {Assumed} from './assumptions/table.ts';
import type {Database} from './store/database.ts';

/** Who asks, once the router has checked the session. */
export type Caller = {readonly product: number; readonly user: string; readonly licenseKeyPermission: boolean};

/** What every handler works on. */
export type Service = {
	/** The generated (or imported) data, read-only. */
	readonly database: Database;
	/** The sandbox's calendar day, `YYYY-MM-DD`. */
	readonly today: string;
	/** Chosen value of every assumption, by its id. */
	readonly assume: Assumed;
};

/** Input has passed the row's request schema; the answer goes out without `status`, and Maps keep their order. */
export type Handler<E extends Endpoint> = (
	input: z.output<E['request']>,
	caller: Caller,
	service: Service,
) => Promise<Readonly<Record<string, unknown>>>;

/** One handler for each row of the table; a missing one does not compile. */
export type Handlers<Table> = {
	readonly [Name in keyof Table]: Table[Name] extends Endpoint ? Handler<Table[Name]> : Handlers<Table[Name]>;
};
export type AllHandlers = Handlers<Omit<typeof endpoints, 'auth'>>;
