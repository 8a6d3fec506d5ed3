import {CliError} from '../errors.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import type {Cell, Column, Dataset, Row} from './dataset.ts';

/**
 * The index of the column that a person names: by its key, else by its heading, where upper and lower case do not matter.
 * Throws CliError `usage` for another name; `flag` is where it stands.
 */
export function findColumn(columns: readonly Column[], name: string, flag: string): number {
	const exact = columns.findIndex(({key}) => key === name);
	if (exact >= 0) return exact;
	const low = name.toLowerCase();
	const alike = columns.flatMap(({key, title}, index) =>
		[key, title].some(each => each.toLowerCase() === low) ? [index] : [],
	);
	if (alike.length === 1) return alike[0] as number;
	const keys = columns.map(({key}) => key);
	const titles = columns.map(({title}) => title).filter(title => !keys.includes(title.toLowerCase()));
	const near = nearNames(name, [...keys, ...titles]);
	const advice = suggestion(
		alike.map(index => keys[index] as string),
		'',
	);
	throw new CliError(
		'usage',
		alike.length > 1 ? `${flag}: several columns are called '${name}'` : `${flag}: there is no column '${name}'`,
		alike.length > 1 ? advice : suggestion(near, `the columns are ${keys.join(', ')}`),
	);
}

/** The index of each column named by `--fields`. Throws CliError `usage` for another name. */
const findFields = (columns: readonly Column[], names: readonly string[]): readonly number[] =>
	names.map(name => findColumn(columns, name, '--fields'));

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

/** The value that all of several rows have in a column; undefined where they differ, or it is none. */
function getCommon(rows: readonly Row[], place: number): Cell | undefined {
	const value = rows[0]?.[place] ?? null;
	return value !== null && rows.length > 1 && rows.every(row => row[place] === value) ? value : undefined;
}

/** The places of the columns that a person needs of these rows, and what is said in place of others. */
export function findNeeded(
	columns: readonly Column[],
	rows: readonly Row[],
): {readonly places: readonly number[]; readonly sentences: readonly string[]} {
	const found = columns.map(({hiddenWhenEmpty, noteWhenConstant}, place) => {
		const common = noteWhenConstant === undefined ? undefined : getCommon(rows, place);
		const isEmpty = hiddenWhenEmpty && rows.every(row => row[place] === null);
		return {
			place,
			isNeeded: !isEmpty && common === undefined,
			said: common === undefined ? [] : [`${noteWhenConstant}: ${common}`],
		};
	});
	return {
		places: found.flatMap(({place, isNeeded}) => (isNeeded ? [place] : [])),
		sentences: found.flatMap(({said}) => said),
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
