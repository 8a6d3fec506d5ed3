import {TransportCall} from '../../client/http/transport-call.ts';
import {CliError} from '../../errors.ts';
import type {HttpRequest, Transport} from '../../ports.ts';
import type {Context, EmbeddedSandbox} from '../definition/command.ts';
import type {Messages} from './messages.ts';

type AnswerRequest = Awaited<ReturnType<typeof import('../../sandbox/start.ts')['openSandbox']>>['answer'];
type SandboxRequest = Parameters<AnswerRequest>[0];
type Answer = Awaited<ReturnType<AnswerRequest>>;

const toSandboxRequest = ({method, url, headers, body = ''}: HttpRequest): SandboxRequest => ({
	method,
	path: url.pathname,
	parameters: url.searchParams,
	headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
	body,
});

async function* toBytes({body}: Answer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
	if (typeof body === 'string') return yield Buffer.from(body);
	for await (const piece of body) {
		signal.throwIfAborted();
		yield piece;
	}
}

/**
 * Calls the sandbox of this process as a function, under the rules of every call. A server on loopback and undici would take a
 * third of the processor time of a report.
 */
export const createSandboxTransport =
	(answerRequest: AnswerRequest): Transport =>
	async (request, options) => {
		const call = new TransportCall(request.url, options);
		try {
			const answer = await call.unlessAborted(answerRequest(toSandboxRequest(request)));
			const bytes = call.read(toBytes(answer, call.signal));
			return {
				status: answer.status,
				headers: {date: new Date().toUTCString(), ...answer.headers},
				body: {
					[Symbol.asyncIterator]: () => bytes,
					destroy: () => {
						call.end();
						void bytes.return(undefined);
					},
				},
			};
		} catch (error) {
			call.end();
			throw call.toFailure(error);
		}
	};

export async function openSandbox({
	stateDir,
	clock,
	mask,
	nameSource,
}: Pick<Context, 'stateDir' | 'clock' | 'mask'> & Pick<Messages, 'nameSource'>): Promise<EmbeddedSandbox> {
	const sandbox = await import('../../sandbox/start.ts');
	const {getSettingsStamp, sandboxFolder} = await import('../../sandbox/state/data-settings.ts');
	const stampOf = () => getSettingsStamp(sandboxFolder(stateDir));
	const stamp = stampOf();
	const {address, answer, users, products, synthetic, close} = await sandbox.openSandbox({stateDir, clock: clock.now});
	nameSource(synthetic ? 'synthetic' : 'imported');
	const account = users.find(user => user.licenseKeyPermission);
	if (!account) {
		await close();
		throw new CliError('usage', 'the sandbox has no user', {hint: 'recreate its data: usagectl sandbox reset'});
	}
	mask.add(account.password);
	const {service, isSynthetic} = await describeSandboxData(stateDir);
	return {
		...account,
		address,
		transport: createSandboxTransport(answer),
		products: products.map(product => product.productId),
		dataName: isSynthetic ? service : undefined,
		isOutdated: () => stampOf() !== stamp,
		close,
	};
}

async function readSettings(stateDir: string) {
	const {readDataSettings, sandboxFolder} = await import('../../sandbox/state/data-settings.ts');
	return readDataSettings(sandboxFolder(stateDir));
}

/** Returns the first product without starting the sandbox; undefined for imported data. */
async function getSandboxProduct(stateDir: string): Promise<number | undefined> {
	if ((await readSettings(stateDir)).imported) return undefined;
	const {products} = await import('../../sandbox/seed/values/product-profiles.ts');
	return products[0]?.productId;
}

/** The day of the sandbox's clock, which is `today`; undefined if the clock runs. */
export async function getSandboxDay(stateDir: string): Promise<string | undefined> {
	const {imported, now} = await readSettings(stateDir);
	return (imported?.now ?? now)?.slice(0, 10);
}

/** Returns the first product, starting the sandbox only if necessary. */
export async function findSandboxProduct({sandbox, stateDir}: Pick<Context, 'sandbox' | 'stateDir'>): Promise<number> {
	const product = (await getSandboxProduct(stateDir)) ?? (await sandbox?.())?.products[0];
	if (product !== undefined) return product;
	throw new CliError('usage', 'the sandbox has no product', {hint: 'recreate its data: usagectl sandbox reset'});
}

/** Returns the time of the sandbox's clock, or of this machine's if that runs. A day without a time stands for its end. */
export async function getSandboxMoment(stateDir: string, clock: Context['clock']): Promise<Date> {
	const {imported, now} = await readSettings(stateDir);
	const shown = imported?.now ?? now;
	return shown === undefined ? clock.now() : new Date(shown.length > 10 ? `${shown}Z` : `${shown}T23:59:59Z`);
}

/** Names the data of the sandbox. Other data counts as another service; imported data is not synthetic. */
export async function describeSandboxData(
	stateDir: string,
): Promise<{readonly service: string; readonly isSynthetic: boolean}> {
	const {imported, seed, size} = await readSettings(stateDir);
	if (imported) return {service: 'sandbox, imported data', isSynthetic: false};
	return {service: `sandbox, seed ${seed}, size ${size}`, isSynthetic: true};
}

/** Falls back to the sandbox's product. For commands that can run without a product. */
export const getFirstProduct = async ({
	globals,
	sandbox,
}: Pick<Context, 'globals' | 'sandbox'>): Promise<number | undefined> =>
	globals.products[0] ?? (await sandbox?.())?.products[0];
