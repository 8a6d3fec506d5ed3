import {licenseKeys} from '../../contract/operations/license-keys.ts';
import {maxKeysPerPage} from '../../contract/request-words.ts';
import type {KeysClient} from '../keys-ports.ts';
import type {CheckedRow} from '../rows/checked-row.ts';
import {errorAt, type InputError, quoteValue, type ValueError, valueError} from '../rows/input-error.ts';
import {readValues} from '../store/spool.ts';
import type {ErrorList} from './error-list.ts';
import type {RowMarks} from './row-marks.ts';
import {spreadsheetValues} from './spreadsheet-values.ts';

/** `index` is the position among the valid rows. */
export type MangledKey = {readonly index: number; readonly key: string; readonly error: InputError};

/** The registry may have such a key nevertheless. */
export function findMangling(key: string): ValueError | undefined {
	const found = spreadsheetValues.find(({pattern}) => pattern.test(key));
	return found && valueError(`${quoteValue(key)} looks like ${found.what} (to accept it, add --exact-keys)`);
}

/** Programs write a question mark for a letter that their encoding lacks, or two for its two bytes. */
const lostLetters = /[?\ufffd]+/g;
const hasLostLetters = (key: string) => key.search(lostLetters) !== -1;

/** The error of a key that may lack letters. It applies only if the registry has a key with letters there. */
export function findLostLetters({line, key, update}: CheckedRow): InputError | undefined {
	if (!hasLostLetters(update.licenseKey)) return undefined;
	const [keyLine, column] = key ?? [line, 1];
	const message = `the registry has no key ${quoteValue(update.licenseKey)}, but one with a letter instead of "?" (to insert the key as it is, add --exact-keys)`;
	return errorAt({line: keyLine, column}, 'licenseKey', valueError(message));
}

const keysPerLookup = 50;

const toPattern = (key: string, letter: string): string =>
	key
		.split(/([?\ufffd]+)/)
		.map((part, index) =>
			index % 2 === 1 ? `${letter}{1,${part.length}}` : part.replace(/[\\^$.*+()[\]{}|]/g, '\\$&'),
		)
		.join('');

/** Finds for each key one of the registry that has letters for the question marks. */
async function findSimilar(keys: readonly string[], {call}: KeysClient): Promise<ReadonlyMap<string, string>> {
	const found = new Map<string, string>();
	for (let at = 0; at < keys.length; at += keysPerLookup) {
		const part = keys.slice(at, at + keysPerLookup);
		const value = `^(${part.map(key => toPattern(key, '.')).join('|')})$`;
		const filters = {licenseKey: {type: 'regex' as const, value}};
		const {results} = await call(licenseKeys.list, {filters, paging: {startAt: 0, limit: maxKeysPerPage}});
		for (const key of part) {
			const pattern = new RegExp(`^${toPattern(key, '\\p{L}')}$`, 'u');
			const similar = results.find(({licenseKey}) => pattern.test(licenseKey));
			if (similar) found.set(key, similar.licenseKey);
		}
	}
	return found;
}

/**
 * Reports keys that look mangled as errors, unless the registry has them: a file that keys list wrote must be importable.
 * Without `client`, all of them are errors except those that may lack letters, which only the registry can tell.
 */
export async function checkMangledKeys(
	path: string,
	client: KeysClient | undefined,
	{marks, errors}: {readonly marks: RowMarks; readonly errors: ErrorList},
): Promise<void> {
	for await (const block of readValues<MangledKey>(path)) {
		const records = await client?.readKeys(block.map(({key}) => key));
		const absent = block.filter(({key}) => !records?.has(key));
		const doubtful = absent.flatMap(({key}) => (hasLostLetters(key) ? [key] : []));
		const similar = client ? await findSimilar(doubtful, client) : undefined;
		for (const {index, key, error} of absent) {
			const suggest = similar?.get(key);
			if (suggest === undefined && !findMangling(key)) continue;
			marks.set(index, 'mangled');
			errors.add(suggest === undefined ? error : {...error, suggest});
		}
		await errors.flushIfFull();
	}
}
