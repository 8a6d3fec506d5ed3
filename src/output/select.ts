import {CliError} from '../errors.ts';
import {nearNames} from '../near-names.ts';
import type {Column, Dataset, Row} from './dataset.ts';

/** Where each named column stands; a CliError of kind usage for a name that is no column. */
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

/** Only these columns, in this order. */
export function selectFields(data: Dataset, names: readonly string[]): Dataset {
	const places = findFields(data.columns, names);
	return {
		...data,
		columns: places.map(place => data.columns[place] as Column),
		blocks: mapBlocks(data.blocks, row => places.map(place => row[place] ?? null)),
	};
}

/** At most so many rows; asks for no further block once it has them, and tells. */
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
