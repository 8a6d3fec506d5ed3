import type {ReadKeys} from '../registry/read-keys.ts';
import type {Problem} from '../rows/input-error.ts';
import {readValues} from '../store/spool.ts';
import type {ProblemList} from './error-list.ts';
import type {RowMarks} from './row-marks.ts';

/** A row whose key looks damaged, by its number among the checked rows. */
export type Suspect = {readonly index: number; readonly key: string; readonly problem: Problem};

/**
 * Decides about keys that look damaged: one that the registry has is right, so that what keys list wrote can be uploaded
 * again; any other is a mistake. Without `readKeys` all of them are.
 */
export async function judgeSuspects(
	path: string,
	readKeys: ReadKeys | undefined,
	{marks, problems}: {readonly marks: RowMarks; readonly problems: ProblemList},
): Promise<void> {
	for await (const suspects of readValues<Suspect>(path)) {
		const known = await readKeys?.(suspects.map(({key}) => key));
		for (const {index, key, problem} of suspects) {
			if (known?.has(key)) continue;
			marks.set(index, 'damaged');
			problems.add(problem);
		}
		await problems.settle();
	}
}
