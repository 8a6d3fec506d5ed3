import type {SandboxOptions} from './options/option-table.ts';

/** A request that the service rejects. Becomes `status` and `reason` of the response (docs/service.md#errors). */
export class Rejection extends Error {
	override readonly name = 'Rejection';
	readonly status: 'SYNTAX ERROR' | 'AUTH ERROR';
	/** 400 for a SYNTAX ERROR and 403 for an AUTH ERROR, unless a rule specifies another. */
	readonly httpStatus: number;
	constructor(status: 'SYNTAX ERROR' | 'AUTH ERROR', reason: string, httpStatus?: number) {
		super(reason);
		this.status = status;
		this.httpStatus = httpStatus ?? (status === 'AUTH ERROR' ? 403 : 400);
	}
}

export function reject(reason: string, httpStatus?: number): never {
	throw new Rejection('SYNTAX ERROR', reason, httpStatus);
}

/** Rejects a request without the required permission, although the session is valid (docs/service.md#permission). */
export function rejectPermission(reason: string, options: SandboxOptions): never {
	throw new Rejection(options['no-permission'] === 'auth-error' ? 'AUTH ERROR' : 'SYNTAX ERROR', reason);
}
