export type ConnectStep = 'name' | 'connect' | 'tls' | 'tunnel';

export class ConnectError extends Error {
	override readonly name = 'ConnectError';
	readonly step: ConnectStep;
	/** `host:port` of the proxy if the proxy failed. */
	readonly proxy: string | undefined;
	/** An error of the system, or the time limit in milliseconds that was exceeded. */
	readonly reason: NodeJS.ErrnoException | number;

	constructor(step: ConnectStep, proxy: string | undefined, reason: NodeJS.ErrnoException | number) {
		super(`no connection: ${step}`, {cause: reason});
		this.step = step;
		this.proxy = proxy;
		this.reason = reason;
	}
}
