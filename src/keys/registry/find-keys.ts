import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import {maxKeysPerPage} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import {explainUnknownTypes} from '../check/unknown-types.ts';
import type {KeysClient, KeysPorts} from '../keys-ports.ts';
import {createFetchPage, type Query} from './fetch-page.ts';
import {readListing} from './read-listing.ts';

/** Keys by name, or those that match a filter. */
export type Selection =
	| {readonly keys: readonly string[]; readonly insert: boolean}
	| {
			readonly filters: NonNullable<Query['filters']>;
			/** The texts of the filter, as typed. */
			readonly texts: readonly string[];
			/** License types that the filter names. */
			readonly types: readonly string[];
	  };

/** The record is undefined if the registry does not have the key. */
export type FoundKey = {readonly licenseKey: string; readonly record: KeyRecord | undefined};

export type FoundKeys = {readonly count: number; readonly blocks: AsyncIterable<readonly FoundKey[]>};

type FindPorts = Pick<KeysPorts, 'note' | 'warn' | 'concurrency'>;

/** Throws CliError (usage) for a named key that the registry lacks, unless it is to be inserted: it may be mistyped. */
export const findKeys = (selection: Selection, client: KeysClient, ports: FindPorts): Promise<FoundKeys> =>
	'keys' in selection ? findNamed(selection, client) : findMatching(selection, client, ports);

async function findNamed(
	{keys, insert}: Extract<Selection, {readonly insert: boolean}>,
	{readKeys}: KeysClient,
): Promise<FoundKeys> {
	const records = await readKeys(keys);
	const missing = insert ? [] : keys.filter(key => !records.has(key));
	if (missing.length > 0) {
		throw new CliError('usage', `not in the registry: ${missing.join(', ')}; nothing was sent`, {
			hint: 'correct the key, or add --insert to insert it',
			code: 'no-key',
		});
	}
	const blocks = async function* () {
		yield keys.map(licenseKey => ({licenseKey, record: records.get(licenseKey)}));
	};
	return {count: keys.length, blocks: blocks()};
}

async function findMatching(
	{filters, types}: Exclude<Selection, {readonly insert: boolean}>,
	client: KeysClient,
	{note, warn, concurrency}: FindPorts,
): Promise<FoundKeys> {
	const fetch = createFetchPage(client, {filters});
	const {matchingCount} = await fetch(0, 1);
	if (matchingCount === 0) {
		await note('no key matches the filter', 'empty');
		for (const {text} of await explainUnknownTypes(types, client)) await note(text, 'empty');
	}
	const blocks = async function* () {
		const changes = new Set<string>();
		const pages = readListing({
			fetch,
			skip: 0,
			limit: Number.POSITIVE_INFINITY,
			pageSize: maxKeysPerPage,
			prefetch: concurrency,
			sortValue: ({addedDate}) => addedDate,
			onChange: what => changes.add(what),
		});
		for await (const records of pages) yield records.map(record => ({licenseKey: record.licenseKey, record}));
		for (const what of changes) await warn(`${what} while the keys were being read`);
	};
	return {count: matchingCount, blocks: blocks()};
}
