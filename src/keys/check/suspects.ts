import type {ReadKeys} from '../registry/read-keys.ts';
import type {InputError} from '../rows/input-error.ts';
import {readValues} from '../store/spool.ts';
import type {ErrorList} from './error-list.ts';
import type {RowMarks} from './row-marks.ts';

/** A row whose key looks damaged, by its number among the checked rows. */
export type Suspect = {readonly index: number; readonly key: string; readonly error: InputError};

/**
 * Decides about keys that look damaged: one that the registry has is right, so that what keys list wrote can be uploaded
 * again; any other is an error. Without `readKeys` all of them are.
 */
export async function judgeSuspects(
	path: string,
	readKeys: ReadKeys | undefined,
	{marks, errors}: {readonly marks: RowMarks; readonly errors: ErrorList},
): Promise<void> {
	for await (const suspects of readValues<Suspect>(path)) {
		const known = await readKeys?.(suspects.map(({key}) => key));
		for (const {index, key, error} of suspects) {
			if (known?.has(key)) continue;
			marks.set(index, 'damaged');
			errors.add(error);
		}
		await errors.settle();
	}
}
