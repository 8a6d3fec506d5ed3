import {CliError} from '../../errors.ts';

export type EngineErrorCategory =
	| 'sql'
	| 'table'
	| 'column'
	| 'account'
	| 'rights'
	| 'resources'
	| 'engine'
	| 'connection'
	| 'timeout'
	| 'size'
	| 'certificate'
	| 'protocol';

/** An error of an engine; its meaning for the user depends on the query. */
export class EngineError extends Error {
	override readonly name = 'EngineError';
	readonly category: EngineErrorCategory;

	constructor(category: EngineErrorCategory, message: string, cause?: unknown) {
		super(message.split('\n')[0], {cause});
		this.category = category;
	}
}

/**
 * Turns an error of the transport into one of the engine. Returns other errors unchanged, such as the reason of an
 * abort.
 */
export function toConnectionError(error: unknown): unknown {
	if (!(error instanceof CliError)) return error;
	const {kind, message, details} = error;
	if (details.code === 'malformed') return new EngineError('protocol', 'the response is not HTTP', error);
	if (kind !== 'network') return error;
	if (details.code === 'timeout') return new EngineError('timeout', message, error);
	// EPROTO means that the port has no TLS, so a certificate would not help.
	const isCertificate =
		details.code === 'tls' && (details.cause as NodeJS.ErrnoException | undefined)?.code !== 'EPROTO';
	return new EngineError(isCertificate ? 'certificate' : 'connection', message, error);
}
