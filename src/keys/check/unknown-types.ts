import {licenseKeys} from '../../contract/operations/license-keys.ts';
import {meta} from '../../contract/operations/meta.ts';
import {CliError} from '../../errors.ts';
import {didYouMean, nearNames} from '../../text/near-names.ts';
import {counted} from '../../text/wording.ts';
import type {KeysClient} from '../keys-ports.ts';
import {type DoubtPorts, settleDoubts} from './doubts.ts';

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

type UnknownType = {readonly text: string; readonly isTypo: boolean};

function explainType(type: string, used: readonly string[]): UnknownType {
	const text = `no key has the type ${type}`;
	const near = nearNames(type, used);
	if (near.length > 0) return {text: `${text}; ${didYouMean(near)}`, isTypo: true};
	const more = used.length > maxListed ? ', …' : '';
	const inUse = used.length === 0 ? '' : `; types in use: ${used.slice(0, maxListed).join(', ')}${more}`;
	return {text: text + inUse, isTypo: false};
}

async function readUnknownTypes(given: readonly string[], client: Caller): Promise<readonly UnknownType[]> {
	const used = await readUsedTypes(client);
	const unused = given.filter(type => !used.includes(type)).slice(0, maxLookups);
	const unknown: string[] = [];
	for (const type of unused) if ((await countKeys(client, type)) === 0) unknown.push(type);
	const isFirstImport = unknown.length > 0 && used.length === 0 && (await countKeys(client)) === 0;
	return isFirstImport ? [] : unknown.map(type => explainType(type, used));
}

/** Returns a sentence for each license type that neither an installation nor a key has; nothing if the service cannot tell. */
export async function explainUnknownTypes(types: Iterable<string>, client: Caller): Promise<readonly UnknownType[]> {
	const given = [...types].filter(type => type !== '');
	if (given.length === 0) return [];
	return readUnknownTypes(given, client).catch(error => {
		if (error instanceof CliError && ['refused', 'network'].includes(error.kind)) return [];
		throw error;
	});
}

/**
 * Warns about license types that neither an installation nor a key has; those that resemble one in use are doubts. Does not
 * warn if the registry is empty or the types cannot be read: the import does not depend on them.
 */
export async function checkTypes(
	types: Iterable<string>,
	client: Caller,
	{allowSimilar, ...ports}: DoubtPorts & {readonly allowSimilar: boolean},
): Promise<void> {
	const unknown = await explainUnknownTypes(types, client);
	const textsOf = (isTypo: boolean) => unknown.filter(type => type.isTypo === isTypo).map(({text}) => text);
	const describe = (count: number) => `${counted(count, 'license type')} that no key has`;
	await settleDoubts({similar: textsOf(true), other: textsOf(false), describe}, allowSimilar, ports);
}
