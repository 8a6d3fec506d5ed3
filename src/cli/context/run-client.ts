import {notSentNote, RequestPrinted} from '../../client/request-printed.ts';
import type {Lines} from '../../lines/checked-line.ts';
import type {Client} from '../../ports.ts';
import {getServiceName} from '../../session/cache-file.ts';
import type {Identity} from '../../session/current-session.ts';
import type {Context} from '../definition/command.ts';
import {getCallParts} from './call-parts.ts';

/** Ends a command with `--raw`; the body is printed unchanged. */
export class RawAnswer extends Error {
	override readonly name = 'RawAnswer';
	readonly body: string;

	constructor(body: string) {
		super('the answer is to be printed');
		this.body = body;
	}
}

const createRawClient = (client: Client): Client => ({
	...client,
	call: async (endpoint, input, options) => {
		throw new RawAnswer((await client.raw(endpoint, input, options)).body);
	},
});

function createDryClient({note}: Pick<Context, 'note'>): Client {
	const end = async () => {
		await note(notSentNote);
		throw new RequestPrinted();
	};
	return {call: end, raw: end, download: end, serviceDay: () => undefined};
}

/** Makes the calls of a preview, and ends the command at one that would change something. */
const createReadingClient = (client: Client, context: Pick<Context, 'note'>): Client => ({
	...client,
	call: (endpoint, input, options) =>
		endpoint.writes ? createDryClient(context).call(endpoint, input, options) : client.call(endpoint, input, options),
});

async function getConnectParts(context: Omit<Context, 'product' | 'connect' | 'identity' | keyof Lines>) {
	const sandbox = await context.sandbox?.();
	const {noSessions} = await import('../../session/session-store.ts');
	const sessions = sandbox ? noSessions : await context.sessions();
	const {sandbox: _, sessions: __, ...parts} = context;
	return {
		...parts,
		...getCallParts(context),
		names: context.globals.names ?? [],
		...(sandbox ? {sandbox} : {}),
		sessions,
	};
}

export async function createRunIdentity(
	context: Omit<Context, 'product' | 'connect' | 'identity' | keyof Lines>,
): Promise<Identity> {
	const {createConnectIdentity} = await import('../../client/connect.ts');
	return createConnectIdentity(await getConnectParts(context));
}

/** Creates a client that makes calls, prints them (`--print-request`), or ends the command (`--dry-run`; `--raw`, with the first answer). */
export async function connect(context: Omit<Context, 'product' | 'connect' | keyof Lines>): Promise<Client> {
	const {globals, settings, terminal} = context;
	if (globals.dryRun && !globals.printRequest && !context.previews) return createDryClient(context);
	const parts = await getConnectParts(context);
	const {sandbox, sessions} = parts;
	if (globals.printRequest) {
		const {createPrinter} = await import('../../client/print-request.ts');
		return createPrinter({
			settings,
			sessions,
			names: globals.names,
			form: globals.printRequest,
			write: terminal.stdout.write,
			sandboxAddress: sandbox?.address,
		});
	}
	if (context.env.NODE_DEBUG)
		await context.note('NODE_DEBUG is set: secrets in Node’s own debug output are not masked');
	const {removeLeftovers} = await import('../../files/temporary-names.ts');
	for (const folder of [context.configDir, context.stateDir]) await removeLeftovers(folder);
	const {connectClient} = await import('../../client/connect.ts');
	const client = await connectClient({...parts, identity: context.identity});
	if (globals.raw) return createRawClient(client);
	const known = withKnownValues(client, context);
	return globals.dryRun ? createReadingClient(known, context) : known;
}

const withKnownValues = (client: Client, {globals, stateDir}: Pick<Context, 'globals' | 'stateDir'>): Client => ({
	...client,
	call: async (endpoint, input, options) => {
		const answer = await client.call(endpoint, input, options);
		if (!endpoint.hasNames || options?.product === undefined) return answer;
		const {createNameCache, findNames} = await import('../../session/name-cache.ts');
		for (const found of findNames(endpoint.path, input, answer))
			await createNameCache({stateDir}).put(getServiceName(globals), options.product, found);
		return answer;
	},
});

export const bindProduct = (client: Client, product: number): Client => ({
	...client,
	call: (endpoint, input, options) => client.call(endpoint, input, {product, ...options}),
	raw: (endpoint, input, options) => client.raw(endpoint, input, {product, ...options}),
});
