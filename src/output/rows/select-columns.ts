import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {type Cell, type Column, type Dataset, gatherRows, mapBlocks, type Row} from '../dataset.ts';

/**
 * Finds a column by its key, else by its heading, regardless of case. Throws CliError (usage) for another name; `flag` names its
 * origin.
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
	const placeOf = (found: string) => columns.findIndex(({key, title}) => key === found || title === found);
	const found = nearNames(name, [...keys, ...titles]);
	const near = found.filter((each, at) => found.findIndex(first => placeOf(first) === placeOf(each)) === at);
	const advice = suggestion(
		alike.map(index => keys[index] as string),
		'',
	);
	throw new CliError(
		'usage',
		alike.length > 1
			? `${flag}: '${name}' is ambiguous: several columns have this title`
			: `${flag}: there is no column '${name}'`,
		alike.length > 1 ? advice : suggestion(near, `the columns are ${keys.join(', ')}`),
	);
}

const selectPlaces = (data: Dataset, places: readonly number[]): Dataset => ({
	...data,
	columns: places.map(place => data.columns[place] as Column),
	blocks: mapBlocks(data.blocks, row => places.map(place => row[place] ?? null)),
});

/** Throws CliError (usage) for an unknown name. */
export const selectFields = (data: Dataset, names: readonly string[]): Dataset =>
	selectPlaces(
		data,
		names.map(name => findColumn(data.columns, name, '--fields')),
	);

/** The value that at least two rows share in a column; undefined if they differ or have no value. */
function getCommon(rows: readonly Row[], place: number): Cell | undefined {
	const value = rows[0]?.[place] ?? null;
	return value !== null && rows.length > 1 && rows.every(row => row[place] === value) ? value : undefined;
}

/** Returns the columns that people need for these rows, and notes about the others. */
export function findNeeded(
	columns: readonly Column[],
	rows: readonly Row[],
): {readonly places: readonly number[]; readonly notes: readonly string[]} {
	const found = columns.map(
		({hiddenWhenEmpty, hiddenWhenZero, noteWhenConstant, marksIncomplete, onlyInData}, place) => {
			const common = noteWhenConstant === undefined ? undefined : getCommon(rows, place);
			const isEmpty =
				(hiddenWhenEmpty && rows.every(row => row[place] === null)) ||
				(hiddenWhenZero && rows.every(row => !row[place])) ||
				(marksIncomplete && rows.every(row => row[place] !== false));
			return {
				place,
				isNeeded: !isEmpty && common === undefined && !onlyInData,
				notes: common === undefined ? [] : [`${noteWhenConstant}: ${common}`],
			};
		},
	);
	return {
		places: found.flatMap(({place, isNeeded}) => (isNeeded ? [place] : [])),
		notes: found.flatMap(({notes}) => notes),
	};
}

/** Omits columns that are empty, or whose only value a note gives instead. Reads all rows if there may be such columns. */
export async function selectNeeded(
	data: Dataset,
): Promise<{readonly data: Dataset; readonly notes: readonly string[]}> {
	const isAlwaysNeeded = ({hiddenWhenEmpty, hiddenWhenZero, noteWhenConstant, marksIncomplete, onlyInData}: Column) =>
		!hiddenWhenEmpty && !hiddenWhenZero && noteWhenConstant === undefined && !marksIncomplete && !onlyInData;
	if (data.columns.every(isAlwaysNeeded)) return {data, notes: []};
	const rows = await gatherRows(data.blocks);
	const {places, notes} = findNeeded(data.columns, rows);
	return {data: selectPlaces({...data, blocks: [rows]}, places), notes};
}

export function selectShown(data: Dataset): Dataset {
	const places = data.columns.flatMap(({hiddenByDefault}, place) => (hiddenByDefault ? [] : [place]));
	return places.length === data.columns.length ? data : selectPlaces(data, places);
}

/** Makes a narrow table keep the columns that the request names, such as those of its filter and sort. */
export const keepVisible = (columns: readonly Column[], keys: readonly string[]): readonly Column[] =>
	columns.map(column => (keys.includes(column.key) ? {...column, layout: {...column.layout, priority: 0}} : column));
