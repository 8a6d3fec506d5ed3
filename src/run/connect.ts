import {getCallParts} from '../commands/call-parts.ts';
import type {Context} from '../commands/command.ts';
import {removeLeftovers} from '../files/temporary.ts';
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
	return globals.raw ? createRawClient(client) : rememberNames(client, context);
}

/** Operations whose answers bring names that shells complete. */
const teaches = (path: string) => path.startsWith('/meta/') || path.endsWith('/listFiles');

/** What an answer names is kept for completion. */
const rememberNames = (client: Client, {globals, stateDir}: Omit<Context, 'product' | 'connect'>): Client => ({
	...client,
	call: async (endpoint, input, options) => {
		const answer = await client.call(endpoint, input, options);
		if (!teaches(endpoint.path) || options?.product === undefined) return answer;
		const {createKnownValues, learn} = await import('../session/known-values.ts');
		const found = learn(endpoint.path, input, answer);
		const service = globals.baseUrl ?? `profile ${globals.profile}`;
		if (found) await createKnownValues({stateDir}).put(service, options.product, found);
		return answer;
	},
});

/** Its calls carry the product. */
export const bindProduct = (client: Client, product: number): Client => ({
	...client,
	call: (endpoint, input, options) => client.call(endpoint, input, {product, ...options}),
	raw: (endpoint, input, options) => client.raw(endpoint, input, {product, ...options}),
});
