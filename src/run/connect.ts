import type {Context} from '../commands/command.ts';
import {printable} from '../output/printable.ts';
import type {Client} from '../ports.ts';
import {createRawClient} from './raw.ts';

/** A client that asks the service, prints what it would ask, or hands out the first answer as it came. */
export async function connect(context: Omit<Context, 'product' | 'connect'>): Promise<Client> {
	const {globals, settings, terminal, mask} = context;
	const {stdout, stderr} = terminal;
	const sandbox = await context.sandbox?.();
	if (globals.printRequest) {
		const {createPrinter} = await import('../client/print-request.ts');
		const address = sandbox ? {sandboxAddress: sandbox.address} : {};
		return createPrinter({settings, form: globals.printRequest, write: stdout.write, ...address})();
	}
	const {createConnect} = await import('../client/connect.ts');
	const {noSessions} = await import('../session/session-store.ts');
	const {sandbox: _, ...parts} = context;
	const client = await createConnect({
		...parts,
		...(sandbox ? {sandbox} : {}),
		sessions: sandbox ? noSessions : await context.sessions(),
		timeoutMs: globals.timeout,
		retries: globals.retries,
		note: text => void context.note(text),
		trace: line => {
			if (globals.debug) stderr.write(`${printable(mask.text(line))}\n`).catch(() => {});
		},
	})();
	return globals.raw ? createRawClient(client) : client;
}

/** Its calls carry the product. */
export const bindProduct = (client: Client, product: number): Client => ({
	...client,
	call: (endpoint, input, options) => client.call(endpoint, input, {product, ...options}),
	raw: (endpoint, input, options) => client.raw(endpoint, input, {product, ...options}),
});
