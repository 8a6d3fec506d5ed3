import type {Texts} from '../../lines/checked-line.ts';
import type {Settings} from '../../session/settings.ts';
import {type Flag, longName} from '../definition/flag.ts';
import {type Globals, globalFlags} from '../definition/globals.ts';

type Outer = {readonly globals: Globals; readonly settings: Settings};

/** Returns the texts that name the service and the day of a line, so that a line inside it has the same. */
export const getServiceTexts = ({globals: {sandbox, profile, baseUrl, today}}: Pick<Outer, 'globals'>): Texts => ({
	...(sandbox ? {sandbox: ['true']} : {profile: [profile]}),
	...(!sandbox && baseUrl !== undefined ? {baseUrl: [baseUrl]} : {}),
	...(today === undefined ? {} : {today: [today]}),
});

/** Returns what a line that another one runs inherits from it: the service, the products, and the settings that were typed. */
export function inheritTexts({globals, settings}: Outer): Texts {
	const values: Partial<Record<string, Settings['values'][keyof Settings['values']]>> = settings.values;
	const typed = Object.entries<Flag>(globalFlags).flatMap(([name, flag]) => {
		const value = name === 'output' ? undefined : values[longName(flag).slice(2)];
		return value?.origin === 'flag' ? [[name, value.texts] as const] : [];
	});
	// A typed product limits local data; that of the profile or environment does not, and the line finds it itself.
	const product = values.product;
	const isFound = product?.origin !== 'flag' && String(product?.texts ?? []) === String(globals.products);
	const products = isFound ? {} : {product: globals.products.map(String)};
	return {...Object.fromEntries(typed), ...getServiceTexts({globals}), ...products};
}
