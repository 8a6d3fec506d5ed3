import type {Context, EmbeddedSandbox} from '../commands/command.ts';
import {CliError} from '../errors.ts';

/** Starts it on loopback and says whether its data is synthetic or was imported. The user is one who may do everything. */
export async function openSandbox({
	stateDir,
	clock,
	mask,
	banner,
}: Pick<Context, 'stateDir' | 'clock' | 'mask'> & {
	readonly banner: (text: string) => Promise<void>;
}): Promise<EmbeddedSandbox> {
	const {startSandbox} = await import('../sandbox/start.ts');
	const {baseUrl, users, products, synthetic, close} = await startSandbox({stateDir, clock: clock.now});
	await banner(`sandbox: ${synthetic ? 'synthetic' : 'imported'} data`);
	const account = users.find(user => user.licenseKeyPermission);
	if (!account) {
		await close();
		throw new CliError('usage', 'the sandbox has no user', {hint: 'make its data anew: usagectl sandbox reset'});
	}
	mask.add(account.password);
	return {...account, address: baseUrl, products: products.map(product => product.productId), close};
}

/** Its first product, where that is known without a start: imported data have products of their own. */
export async function getSandboxProduct(stateDir: string): Promise<number | undefined> {
	const {readDataSettings, sandboxFolder} = await import('../sandbox/state/data-settings.ts');
	if (readDataSettings(sandboxFolder(stateDir)).imported) return undefined;
	const {products} = await import('../sandbox/seed/values/products.ts');
	return products[0]?.productId;
}

/** The day that its data were made for, when that is a fixed one: it is today for whoever asks about them. */
export async function getSandboxDay(stateDir: string): Promise<string | undefined> {
	const {readDataSettings, sandboxFolder} = await import('../sandbox/state/data-settings.ts');
	const {imported, now} = readDataSettings(sandboxFolder(stateDir));
	return imported?.now ?? now;
}
