import {licenseKeys} from '../../contract/operations/license-keys.ts';
import {maxKeysPerPage} from '../../contract/request-words.ts';
import {counted} from '../../text/wording.ts';
import type {KeysClient} from '../keys-ports.ts';
import type {PlanRow} from '../plan/plan-row.ts';
import {quoteValue} from '../rows/input-error.ts';
import {getLookAlike, getLookAlikePattern} from '../rows/look-alikes.ts';
import {readValues} from '../store/spool.ts';
import {type DoubtPorts, settleDoubts} from './doubts.ts';
import {KeySet} from './key-set.ts';

/** `before` is null for a key that the registry lacks, and undefined if the registry was not read. */
type PlannedKey = Pick<PlanRow, 'line' | 'update'> & {readonly before?: PlanRow['before'] | undefined};

const keysPerLookup = 50;

type NewKeys = () => AsyncIterable<readonly NewKey[]>;

/** Reads the keys of the registry that may resemble one of `count` keys: page by page, or by expressions if that is cheaper. */
async function* readCandidates(
	newKeys: NewKeys,
	count: number,
	{call}: Pick<KeysClient, 'call'>,
): AsyncGenerator<readonly string[]> {
	const list = async (startAt: number, value?: string) => {
		const filters = value === undefined ? {} : {licenseKey: {type: 'regex' as const, value}};
		const {results, matchingKeysCount} = await call(licenseKeys.list, {
			filters,
			paging: {startAt, limit: maxKeysPerPage},
		});
		return {keys: results.map(({licenseKey}) => licenseKey), total: matchingKeysCount};
	};
	const first = await list(0);
	yield first.keys;
	const pages = Math.ceil(first.total / maxKeysPerPage);
	if (pages - 1 <= Math.ceil(count / keysPerLookup)) {
		for (let page = 1; page < pages; page++) yield (await list(page * maxKeysPerPage)).keys;
		return;
	}
	for await (const block of newKeys())
		for (let at = 0; at < block.length; at += keysPerLookup) {
			const patterns = block.slice(at, at + keysPerLookup).map(({key}) => getLookAlikePattern(key));
			yield (await list(0, patterns.join('|'))).keys;
		}
}

type Similarity = {readonly client: Pick<KeysClient, 'call'> | undefined; readonly hasLines: boolean};

/**
 * Settles the doubts about new keys of a plan that resemble a key of the registry or an earlier new key. Without `client`,
 * compares the keys of the plan only.
 */
export async function checkSimilarKeys(
	path: string,
	{allowSimilar, ...similarity}: Similarity & {readonly allowSimilar: boolean},
	ports: DoubtPorts,
): Promise<void> {
	const similar = await findSimilarKeys(path, similarity);
	await settleDoubts(
		{similar, describe: count => `${counted(count, 'new key')} with a look-alike`},
		allowSimilar,
		ports,
	);
}

async function findSimilarKeys(path: string, {client, hasLines}: Similarity): Promise<readonly string[]> {
	const newKeys: NewKeys = () => readNewKeys(path, hasLines);
	const {all, repeated, count} = await gatherLookAlikes(newKeys());
	const candidates = client && count > 0 ? readCandidates(newKeys, count, client) : [];
	const registered = await readRegistered(all, candidates);
	const texts: string[] = [];
	const firsts = new Map<string, NamedKey>();
	for await (const block of newKeys())
		for (const own of block) {
			texts.push(...compare(own, registered.get(own.lookAlike), firsts.get(own.lookAlike)));
			if (repeated.has(own.lookAlike) && !firsts.has(own.lookAlike)) firsts.set(own.lookAlike, own);
		}
	return texts;
}

async function* readNewKeys(path: string, hasLines: boolean): AsyncGenerator<readonly NewKey[]> {
	for await (const block of readValues<PlannedKey>(path))
		yield block.flatMap(({line, update: {licenseKey: key}, before = null}) =>
			before === null ? [{key, lookAlike: getLookAlike(key), ...(hasLines ? {line} : {})}] : [],
		);
}

async function gatherLookAlikes(newKeys: AsyncIterable<readonly NewKey[]>) {
	const all = new KeySet();
	const repeated = new KeySet();
	let count = 0;
	for await (const block of newKeys) {
		count += block.length;
		for (const {lookAlike} of block) if (all.add(lookAlike)) repeated.add(lookAlike);
	}
	return {all, repeated, count};
}

async function readRegistered(
	lookAlikes: KeySet,
	candidates: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<ReadonlyMap<string, NamedKey>> {
	const registered = new Map<string, NamedKey>();
	for await (const keys of candidates)
		for (const key of keys) {
			const lookAlike = getLookAlike(key);
			if (lookAlikes.has(lookAlike)) registered.set(lookAlike, {key});
		}
	return registered;
}

type NamedKey = {readonly key: string; readonly line?: number};
type NewKey = NamedKey & {readonly lookAlike: string};

function compare(own: NamedKey, registered: NamedKey | undefined, first: NamedKey | undefined): readonly string[] {
	const other = registered ?? first;
	if (!other || other.key === own.key) return [];
	const where = registered ? ', which the registry has' : '';
	return [`the key ${describeKey(own, other.key)} looks like ${describeKey(other, own.key)}${where}`];
}

/** Quotes a key, and names its signs that the other one lacks and that look like ASCII. */
function describeKey({key, line}: NamedKey, other: string): string {
	const signs = [...new Set(key)].filter(sign => /[^\0-\u02ff\p{Cf}\s]/u.test(sign) && !other.includes(sign));
	const codes = signs.map(sign => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
	const details = [...codes.slice(0, 3), ...(line === undefined ? [] : [`line ${line}`])];
	return `${quoteValue(key)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}
