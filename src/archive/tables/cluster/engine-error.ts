import {CliError} from '../../../errors.ts';

/** The cause of a failure: the SQL, a missing table or column, the account, its resources or rights, the way to the engine, or itself. */
export type Fault =
	| 'sql'
	| 'table'
	| 'column'
	| 'account'
	| 'rights'
	| 'resources'
	| 'engine'
	| 'connection'
	| 'certificate'
	| 'protocol';

/** An error of an engine, of which it depends on the question what it means to the user. */
export class EngineError extends Error {
	override readonly name = 'EngineError';
	readonly fault: Fault;

	constructor(fault: Fault, message: string, cause?: unknown) {
		super(message.split('\n')[0], {cause});
		this.fault = fault;
	}
}

/** Turns an error of the transport into one of the engine; returns other errors as they are, such as the reason of an abort. */
export function toConnectionError(error: unknown): unknown {
	if (!(error instanceof CliError)) return error;
	const {kind, message, details} = error;
	if (details.code === 'malformed') return new EngineError('protocol', 'the answer is not HTTP', error);
	if (kind !== 'network') return error;
	// A server without TLS at this port has no certificate that could be trusted.
	const isCertificate =
		details.code === 'tls' && (details.cause as NodeJS.ErrnoException | undefined)?.code !== 'EPROTO';
	return new EngineError(isCertificate ? 'certificate' : 'connection', message, error);
}
