import {getCallParts} from '../commands/call-parts.ts';
import type {Context} from '../commands/command.ts';
import {getServiceName} from '../commands/globals.ts';
import {removeLeftovers} from '../files/temporary.ts';
import type {Client} from '../ports.ts';
import {createRawClient} from './raw.ts';

/** A client that makes calls, or prints them (`--print-request`), or prints the first answer (`--raw`). */
export async function connect(context: Omit<Context, 'product' | 'connect'>): Promise<Client> {
	const {globals, settings, terminal} = context;
	const sandbox = await context.sandbox?.();
	if (globals.printRequest) {
		const {createPrinter} = await import('../client/print-request.ts');
		const address = sandbox ? {sandboxAddress: sandbox.address} : {};
		return createPrinter({settings, form: globals.printRequest, write: terminal.stdout.write, ...address})();
	}
	for (const folder of [context.configDir, context.stateDir]) await removeLeftovers(folder);
	const {createConnect} = await import('../client/connect.ts');
	const {noSessions} = await import('../session/session-store.ts');
	const {sandbox: _, ...parts} = context;
	const client = await createConnect({
		...parts,
		...getCallParts(context),
		...(sandbox ? {sandbox} : {}),
		sessions: sandbox ? noSessions : await context.sessions(),
	})();
	return globals.raw ? createRawClient(client) : withKnownValues(client, context);
}

/** The operations whose answers have names that shells complete. */
const hasNames = (path: string) => path.startsWith('/meta/') || path.endsWith('/listFiles');

/** Stores the names in answers for completion. */
const withKnownValues = (client: Client, {globals, stateDir}: Pick<Context, 'globals' | 'stateDir'>): Client => ({
	...client,
	call: async (endpoint, input, options) => {
		const answer = await client.call(endpoint, input, options);
		if (!hasNames(endpoint.path) || options?.product === undefined) return answer;
		const {createKnownValues, findNames} = await import('../session/known-values.ts');
		const found = findNames(endpoint.path, input, answer);
		if (found) await createKnownValues({stateDir}).put(getServiceName(globals), options.product, found);
		return answer;
	},
});

/** The client with the product in every call. */
export const bindProduct = (client: Client, product: number): Client => ({
	...client,
	call: (endpoint, input, options) => client.call(endpoint, input, {product, ...options}),
	raw: (endpoint, input, options) => client.raw(endpoint, input, {product, ...options}),
});
