import type {SandboxOptions} from './options/option-table.ts';

/** A request that the service refuses; becomes `status` and `reason` of the answer (docs/service.md#errors). */
export class Rejection extends Error {
	override readonly name = 'Rejection';
	readonly status: 'SYNTAX ERROR' | 'AUTH ERROR';
	/** HTTP status: 400 for a SYNTAX ERROR and 403 for an AUTH ERROR, unless a rule names another. */
	readonly httpStatus: number;
	constructor(status: 'SYNTAX ERROR' | 'AUTH ERROR', reason: string, httpStatus?: number) {
		super(reason);
		this.status = status;
		this.httpStatus = httpStatus ?? (status === 'AUTH ERROR' ? 403 : 400);
	}
}

/** Rejects the request as a SYNTAX ERROR. */
export function reject(reason: string, httpStatus?: number): never {
	throw new Rejection('SYNTAX ERROR', reason, httpStatus);
}

/** Rejects what the user may not do, though the session is good (docs/service.md#permission). */
export function rejectPermission(reason: string, options: SandboxOptions): never {
	throw new Rejection(options['no-permission'] === 'auth-error' ? 'AUTH ERROR' : 'SYNTAX ERROR', reason);
}
