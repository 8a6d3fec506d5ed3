/** What an engine says is wrong: the SQL, a missing table or column, the account, its resources or rights, the way to it, or itself. */
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

const says: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing answers there',
	ENOTFOUND: 'its name is not known',
	EAI_AGAIN: 'no name server answers',
	ENETUNREACH: 'it cannot be reached',
	EHOSTUNREACH: 'it cannot be reached',
	ETIMEDOUT: 'it does not accept the connection',
	EPROTO: 'it does not speak TLS at this port',
	ECONNRESET: 'it closed the connection before the answer was whole',
	EPIPE: 'it closed the connection before the answer was whole',
};
const certificates: Readonly<Record<string, string>> = {
	DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
	CERT_HAS_EXPIRED: 'its certificate has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** The error of a connection. */
export function toConnectionError(error: unknown): EngineError {
	const {code = '', message} = error as NodeJS.ErrnoException;
	if (code.startsWith('HPE_')) return new EngineError('protocol', 'the answer is not HTTP', error);
	const certificate = certificates[code];
	if (certificate !== undefined) return new EngineError('certificate', certificate, error);
	return new EngineError('connection', says[code] ?? message, error);
}
