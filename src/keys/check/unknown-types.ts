import {licenseKeys} from '../../contract/operations/license-keys.ts';
import {meta} from '../../contract/operations/meta.ts';
import {CliError} from '../../errors.ts';
import {didYouMean, nearNames} from '../../text/near-names.ts';
import {counted} from '../../text/wording.ts';
import type {KeysClient, KeysPorts} from '../keys-ports.ts';

type Caller = Pick<KeysClient, 'call'>;

/** Each type that no installation has costs a request. */
const maxLookups = 20;
const maxListed = 6;

async function readUsedTypes({call}: Caller): Promise<readonly string[]> {
	const {results} = await call(meta.propertyValues, {property: 'licenseType'});
	return results.map(({value}) => value);
}

async function countKeys({call}: Caller, licenseType?: string): Promise<number> {
	const filters = licenseType === undefined ? {} : {licenseType: {type: 'string' as const, value: licenseType}};
	return (await call(licenseKeys.list, {filters, paging: {startAt: 0, limit: 1}})).matchingKeysCount;
}

function suggestType(type: string, used: readonly string[]): string {
	const near = nearNames(type, used);
	if (near.length > 0) return `; ${didYouMean(near)}`;
	const more = used.length > maxListed ? ', …' : '';
	return used.length === 0 ? '' : `; types in use: ${used.slice(0, maxListed).join(', ')}${more}`;
}

async function explainTypes(given: readonly string[], client: Caller): Promise<readonly string[]> {
	const used = await readUsedTypes(client);
	const unused = given.filter(type => !used.includes(type)).slice(0, maxLookups);
	const unknown: string[] = [];
	for (const type of unused) if ((await countKeys(client, type)) === 0) unknown.push(type);
	const isFirstImport = unknown.length > 0 && used.length === 0 && (await countKeys(client)) === 0;
	return isFirstImport ? [] : unknown.map(type => `no key has the type ${type}${suggestType(type, used)}`);
}

/** Returns a sentence for each license type that neither an installation nor a key has; nothing if the service cannot tell. */
export async function explainUnknownTypes(types: Iterable<string>, client: Caller): Promise<readonly string[]> {
	const given = [...types].filter(type => type !== '');
	if (given.length === 0) return [];
	return explainTypes(given, client).catch(error => {
		if (error instanceof CliError && ['refused', 'network'].includes(error.kind)) return [];
		throw error;
	});
}

/**
 * Warns about license types that neither an installation nor a key has. Does not warn if the registry is empty or the types
 * cannot be read: the import does not depend on them.
 */
export async function warnUnknownTypes(
	types: Iterable<string>,
	client: KeysClient,
	warn: KeysPorts['warn'],
): Promise<void> {
	const errors: CliError[] = [];
	for (const text of await explainUnknownTypes(types, client)) {
		await warn(text).catch(error => {
			if (!(error instanceof CliError)) throw error;
			errors.push(error);
		});
	}
	const [first] = errors;
	if (first && errors.length === 1) throw first;
	if (!first) return;
	throw new CliError('usage', `the file has ${counted(errors.length, 'license type')} that no key has`, {
		...first.details,
		problems: errors.map(({message}) => message),
	});
}
