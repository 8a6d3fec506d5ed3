import type {Assumed} from './assumptions/assumption-table.ts';

/** A request that the service refuses; becomes `status` and `reason` of the answer (docs/service.md#errors). */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	readonly status: 'SYNTAX ERROR' | 'AUTH ERROR';
	/** HTTP status: 400 for a SYNTAX ERROR and 403 for an AUTH ERROR, unless a rule names another. */
	readonly httpStatus: number;
	constructor(status: 'SYNTAX ERROR' | 'AUTH ERROR', reason: string, httpStatus?: number) {
		super(reason);
		this.status = status;
		this.httpStatus = httpStatus ?? (status === 'AUTH ERROR' ? 403 : 400);
	}
}

/** Refuses the request as a SYNTAX ERROR. */
export function refuse(reason: string, httpStatus?: number): never {
	throw new Refusal('SYNTAX ERROR', reason, httpStatus);
}

/** Refuses what the user may not do, though the session is good (docs/service.md#permission). */
export function refusePermission(reason: string, assume: Assumed): never {
	throw new Refusal(assume['no-permission'] === 'auth-error' ? 'AUTH ERROR' : 'SYNTAX ERROR', reason);
}
