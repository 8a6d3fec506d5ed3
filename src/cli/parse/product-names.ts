import {CliError} from '../../errors.ts';
import type {Settings} from '../../session/settings.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {isProductName} from '../definition/flag-values.ts';

/** Returns the names and IDs of the sandbox's products; none for imported data, whose products have IDs only. */
export async function getSandboxProducts(
	stateDir: string,
): Promise<readonly {readonly name: string; readonly productId: number}[]> {
	const {readDataSettings, sandboxFolder} = await import('../../sandbox/state/data-settings.ts');
	if (readDataSettings(sandboxFolder(stateDir)).imported) return [];
	return (await import('../../sandbox/seed/values/product-profiles.ts')).products;
}

/** Replaces names in `--product` by IDs. Throws CliError (usage): only the sandbox tells names (docs/service.md#transport). */
export async function resolveProductNames(settings: Settings, stateDir: string): Promise<Settings> {
	const {product} = settings.values;
	const items = product?.texts.flatMap(text => text.split(',').map(item => item.trim())) ?? [];
	if (!product || !items.some(isProductName)) return settings;
	const known = settings.sandbox ? await getSandboxProducts(stateDir) : [];
	const texts = items.map(item => {
		if (!isProductName(item)) return item;
		const found = known.find(({name}) => name.toLowerCase() === item.toLowerCase());
		if (found) return String(found.productId);
		const names = known.map(({name}) => name);
		const advice =
			names.length > 0
				? suggestion(nearNames(item, names), `its products are ${names.join(', ')}`)
				: {
						hint: 'give its ID: the service tells no names; to name a product, save it: usagectl profile set NAME -p ID',
					};
		throw new CliError('usage', `${product.where}: there is no product '${item}'`, advice);
	});
	return {...settings, values: {...settings.values, product: {...product, texts}}};
}
