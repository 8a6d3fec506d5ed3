import type {ReadKeys} from '../registry/read-keys.ts';
import type {InputError} from '../rows/input-error.ts';
import {readValues} from '../store/spool.ts';
import type {ErrorList} from './error-list.ts';
import type {RowMarks} from './row-marks.ts';

/** `index` is the position among the valid rows. */
export type MangledKey = {readonly index: number; readonly key: string; readonly error: InputError};

/**
 * Reports keys that look mangled as errors, unless the registry has them: a file that keys list wrote must be importable.
 * Without `readKeys`, all of them are errors.
 */
export async function checkMangledKeys(
	path: string,
	readKeys: ReadKeys | undefined,
	{marks, errors}: {readonly marks: RowMarks; readonly errors: ErrorList},
): Promise<void> {
	for await (const block of readValues<MangledKey>(path)) {
		const records = await readKeys?.(block.map(({key}) => key));
		for (const {index, key, error} of block) {
			if (records?.has(key)) continue;
			marks.set(index, 'mangled');
			errors.add(error);
		}
		await errors.flushIfFull();
	}
}
