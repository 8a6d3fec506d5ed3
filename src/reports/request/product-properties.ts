import {getProperty} from '../../contract/properties.ts';
import {CliError, listErrors} from '../../errors.ts';
import type {Column} from '../../output/dataset.ts';
import {getServiceName} from '../../session/cache-file.ts';
import {createNameCache, findProperties, type ProductProperties} from '../../session/name-cache.ts';
import {isMisspelled} from '../../text/near-names.ts';
import type {ReportPorts} from '../report-ports.ts';

type Parts = Pick<ReportPorts, 'stateDir' | 'globals'>;

/** Reads what `props list` stored for a product, or for all products of the service, and adds `--any-property`. */
export async function readProductProperties(
	{stateDir, globals}: Parts,
	product?: number | undefined,
): Promise<ProductProperties> {
	const nameCache = createNameCache({stateDir});
	const {ownNames, listed} = await findProperties(heading => nameCache.find(getServiceName(globals), product, heading));
	const typed = globals.anyProperty;
	const stored = listed.filter(({name}) => typed.every(own => own.name !== name));
	return {ownNames, listed: [...typed, ...stored]};
}

/** Undefined for the sandbox, which is not started just for this. */
export const getKnownProduct = async ({globals, product}: Pick<ReportPorts, 'globals' | 'product'>) =>
	globals.sandbox ? undefined : product();

/** If there are several products, the first one names the columns. */
export const readProductNames = ({stateDir, globals}: Parts) =>
	readProductProperties({stateDir, globals}, globals.sandbox ? undefined : globals.products[0]);

function isTypo({details: {place, suggest = []}}: CliError): boolean {
	const {text = '', column = 1, length = 0} = place ?? {};
	const word = [...text].slice(column - 1, column - 1 + length).join('');
	return suggest.some(name => isMisspelled(word, name));
}

const isUnknown = (error: CliError) => error.details.code === 'unknown-property' && !isTypo(error);

/**
 * Requests the properties of the product if an expression names an unknown one and they were never requested. Returns true if
 * they are known now. A misspelled name is an error that needs no request.
 */
export async function learnProperties(error: unknown, context: ReportPorts): Promise<boolean> {
	const {globals, stateDir, signal} = context;
	if (!(error instanceof CliError) || !listErrors(error).some(isUnknown)) return false;
	if (globals.raw || globals.dryRun || globals.printRequest) return false;
	const nameCache = createNameCache({stateDir});
	const product = await getKnownProduct(context);
	if ((await nameCache.find(getServiceName(globals), product, 'properties')).length > 0) return false;
	const [client, {meta}] = await Promise.all([context.connect(), import('../../contract/operations/meta.ts')]);
	try {
		await client.call(meta.productProperties, {}, {signal});
		return true;
	} catch (failure) {
		// The user can only correct the expression.
		if (failure instanceof CliError && ['refused', 'auth', 'network'].includes(failure.kind)) return false;
		throw failure;
	}
}

/** The title that the service gives a property of every product. */
export const getFriendlyName = (name: string): string | undefined => {
	const [head = '', part] = name.split('.');
	const property = getProperty(head);
	return part === undefined ? property?.friendlyName : property?.partNames?.[property.parts?.indexOf(part) ?? -1];
};

export const getOwnTitle = ({ownNames: names, listed}: ProductProperties, property: string): string | undefined =>
	[...names].find(([, name]) => name === property)?.[0] ?? listed.find(({name}) => name === property)?.friendlyName;

export const withOwnTitles = (columns: readonly Column[], names: ProductProperties | undefined): readonly Column[] =>
	columns.map(column => {
		const title = names && getOwnTitle(names, column.key);
		return title === undefined ? column : {...column, title};
	});
