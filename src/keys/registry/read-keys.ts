import type {Input} from '../../contract/operations/endpoint.ts';
import {type KeyRecord, licenseKeys} from '../../contract/operations/license-keys.ts';
import {maxKeysPerPage} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import type {CallOptions, Client, Clock} from '../../ports.ts';

/** Keys that the map lacks are not in the registry. */
export type ReadKeys = (keys: readonly string[]) => Promise<ReadonlyMap<string, KeyRecord>>;

/** The largest size of the keys in one request: a thousand long keys may be too large. */
const maxBytes = 1024 * 1024;

function cutKeys(keys: readonly string[]): readonly (readonly string[])[] {
	const parts: string[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const key of keys) {
		const last = parts.at(-1);
		bytes += key.length * 3;
		if (last && last.length < maxKeysPerPage && bytes <= maxBytes) last.push(key);
		else {
			parts.push([key]);
			bytes = key.length * 3;
		}
	}
	return parts;
}

type ReadOptions = {
	readonly client: Client;
	readonly clock: Clock;
	/** Retries in addition to those of the client, because the result decides which rows are sent. */
	readonly retries: number;
	readonly call?: CallOptions;
};

/** Reads keys by name. Keys whose records are too large for one response are requested in halves. */
export function createReadKeys({client, clock, retries, call = {}}: ReadOptions): ReadKeys {
	const request = async (input: Input<typeof licenseKeys.list>) => {
		for (let attempt = 0; ; attempt++) {
			try {
				return await client.call(licenseKeys.list, input, call);
			} catch (error) {
				const isWorthRetrying = mayHaveArrived(error) && error.details.code !== 'too-large';
				if (!isWorthRetrying || attempt >= retries) throw error;
				await clock.sleep(1000 * 2 ** attempt, call.signal);
			}
		}
	};
	const readPart = async (keys: readonly string[]): Promise<readonly KeyRecord[]> => {
		const filters = {licenseKey: {type: 'stringArray' as const, value: [...keys]}};
		try {
			const {results, matchingKeysCount} = await request({filters, paging: {startAt: 0, limit: maxKeysPerPage}});
			if (results.length >= Math.min(matchingKeysCount, keys.length)) return results;
		} catch (error) {
			const tooLarge = error instanceof CliError && error.details.code === 'too-large';
			if (!tooLarge || keys.length === 1) throw error;
		}
		return readHalves(keys);
	};
	const readHalves = async (keys: readonly string[]): Promise<readonly KeyRecord[]> => {
		if (keys.length === 1) throw createMissingKeyError(keys);
		const middle = keys.length >> 1;
		const first = await readPart(keys.slice(0, middle));
		return [...first, ...(await readPart(keys.slice(middle)))];
	};
	return async keys => {
		const wanted = new Set(keys);
		const found = new Map<string, KeyRecord>();
		for (const part of cutKeys([...wanted])) {
			for (const record of await readPart(part))
				if (wanted.has(record.licenseKey)) found.set(record.licenseKey, record);
		}
		return found;
	};
}

const createMissingKeyError = (keys: readonly string[]) =>
	new CliError('refused', `the service reports key "${keys[0]}" in its count but does not return it`, {
		hint: 'see the response: usagectl api /licenseKeys/listKeys',
		endpoint: licenseKeys.list.path,
		code: 'contract',
	});

/** True if the service read the request and rejected it, so that it changed nothing. */
export const wasRejected = (error: unknown): error is CliError =>
	error instanceof CliError &&
	error.kind === 'refused' &&
	(error.details.code === 'refused' || (error.details.httpStatus ?? 0) >= 400);

/** True if the request may have taken effect: there was no response, or an unreadable one. */
export const mayHaveArrived = (error: unknown): error is CliError =>
	error instanceof CliError && (error.kind === 'network' || error.kind === 'refused') && !wasRejected(error);
