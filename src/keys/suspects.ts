import type {RowMarks} from './duplicates.ts';
import type {Problem} from './problem.ts';
import type {Problems} from './problems.ts';
import type {ReadKeys} from './registry.ts';
import {parseLines, readLines} from './spool.ts';

/** A row whose key looks damaged, by its number among the good rows. */
export type Suspect = {readonly index: number; readonly key: string; readonly problem: Problem};

/**
 * Decides about keys that look damaged: one that the registry holds is what it says, so that what keys list wrote goes back
 * in; any other is a mistake. Without `readKeys` nobody can tell, so all of them are.
 */
export async function judgeSuspects(
	path: string,
	readKeys: ReadKeys | undefined,
	{marks, problems}: {readonly marks: RowMarks; readonly problems: Problems},
): Promise<void> {
	for await (const lines of readLines(path)) {
		const suspects = parseLines<Suspect>(lines);
		const known = await readKeys?.(suspects.map(({key}) => key));
		const guilty = suspects.filter(({key}) => !known?.has(key));
		for (const {index} of guilty) marks.set(index, 'damaged');
		problems.add(guilty.map(({problem}) => problem));
		await problems.settle();
	}
}
