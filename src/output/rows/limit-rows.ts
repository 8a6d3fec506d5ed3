import {printCount} from '../../text/wording.ts';
import type {Dataset} from '../dataset.ts';

/** `--limit`: the first rows, and what people read about the others. */

export type LimitedRows = {
	readonly data: Dataset;
	/** Returns notes about rows that are left out. They are known once the rows are read. */
	readonly notes: () => readonly string[];
};

/** The dataset with at most `limit` rows. Reads no further block once it has them. */
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
		notes: () => (isReached ? describeLimit(limit, data.total?.()) : []),
	};
}

/** The note about left out rows; none if there are no more rows. */
function describeLimit(limit: number, total: number | undefined): readonly string[] {
	if (total === undefined) return [`there may be more rows (--limit ${limit})`];
	return total > limit ? [`showing ${printCount(limit)} of ${printCount(total)} rows (--limit ${limit})`] : [];
}

/** The note beside a chart that draws fewer rows than there are. */
export const describeChartLimit = (limit: number, total: number): string =>
	`there are ${printCount(total)} rows in all (--limit ${limit})`;
