import {getCallParts} from '../commands/call-parts.ts';
import type {Context} from '../commands/command.ts';
import type {Client} from '../ports.ts';
import {createRawClient} from './raw.ts';

/** A client that asks the service, prints what it would ask, or hands out the first answer as it came. */
export async function connect(context: Omit<Context, 'product' | 'connect'>): Promise<Client> {
	const {globals, settings, terminal} = context;
	const sandbox = await context.sandbox?.();
	if (globals.printRequest) {
		const {createPrinter} = await import('../client/print-request.ts');
		const address = sandbox ? {sandboxAddress: sandbox.address} : {};
		return createPrinter({settings, form: globals.printRequest, write: terminal.stdout.write, ...address})();
	}
	const {createConnect} = await import('../client/connect.ts');
	const {noSessions} = await import('../session/session-store.ts');
	const {sandbox: _, ...parts} = context;
	const client = await createConnect({
		...parts,
		...getCallParts(context),
		...(sandbox ? {sandbox} : {}),
		sessions: sandbox ? noSessions : await context.sessions(),
	})();
	return globals.raw ? createRawClient(client) : client;
}

/** Its calls carry the product. */
export const bindProduct = (client: Client, product: number): Client => ({
	...client,
	call: (endpoint, input, options) => client.call(endpoint, input, {product, ...options}),
	raw: (endpoint, input, options) => client.raw(endpoint, input, {product, ...options}),
});
