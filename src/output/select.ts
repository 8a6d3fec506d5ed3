import {CliError} from '../errors.ts';
import {nearNames} from '../near-names.ts';
import type {Column, Dataset, Row} from './dataset.ts';

/** The index of each named column. Throws CliError `usage` for another name. */
export function findFields(columns: readonly Column[], names: readonly string[]): readonly number[] {
	return names.map(name => {
		const index = columns.findIndex(column => column.key === name);
		if (index >= 0) return index;
		const keys = columns.map(column => column.key);
		const suggest = nearNames(name, keys);
		throw new CliError('usage', `--fields: there is no column '${name}'`, {
			hint: suggest.length > 0 ? `did you mean ${suggest.join(' or ')}?` : `the columns are ${keys.join(', ')}`,
			suggest,
		});
	});
}

async function* mapBlocks(blocks: Dataset['blocks'], map: (row: Row) => Row): AsyncGenerator<readonly Row[]> {
	for await (const rows of blocks) yield rows.map(map);
}

/** The dataset with only these columns, in this order. Throws CliError `usage` for an unknown name. */
export function selectFields(data: Dataset, names: readonly string[]): Dataset {
	const places = findFields(data.columns, names);
	return {
		...data,
		columns: places.map(place => data.columns[place] as Column),
		blocks: mapBlocks(data.blocks, row => places.map(place => row[place] ?? null)),
	};
}

/** The dataset with at most `limit` rows. Reads no further block once it has them, and calls `onLimit`. */
export function limitRows(data: Dataset, limit: number, onLimit: () => void): Dataset {
	async function* limited() {
		let left = limit;
		for await (const rows of data.blocks) {
			yield rows.length > left ? rows.slice(0, left) : rows;
			left -= rows.length;
			if (left <= 0) return onLimit();
		}
	}
	return {...data, blocks: limited()};
}
