import {counted} from '../../text/wording.ts';
import type {Dataset} from '../dataset.ts';

type LimitedRows = {
	readonly data: Dataset;
	/** Returns notes about omitted rows. Call it after all rows have been read. */
	readonly notes: () => readonly string[];
};

/** Stops reading once it has `limit` rows. */
export function limitRows(data: Dataset, limit: number | undefined): LimitedRows {
	if (!limit) return {data, notes: () => []};
	let isReached = false;
	async function* limited(most: number) {
		let left = most;
		for await (const rows of data.blocks) {
			yield rows.length > left ? rows.slice(0, left) : rows;
			left -= rows.length;
			isReached = left <= 0;
			if (isReached) return;
		}
	}
	return {
		data: {...data, blocks: limited(limit)},
		notes: () => (isReached ? describeLimit(limit, {total: data.total?.(), noun: data.noun}) : []),
	};
}

export function describeLimit(
	limit: number,
	{total, noun = 'row'}: {readonly total: number | undefined; readonly noun?: string | undefined},
): readonly string[] {
	if (total === undefined) return [`there may be more ${noun}s: --limit`];
	return total > limit ? [`${counted(total - limit, `more ${noun}`)}: --limit`] : [];
}
