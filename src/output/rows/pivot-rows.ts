import {groupBy} from '../../text/group-by.ts';
import type {ColumnLayout} from '../column-layout.ts';
import {type Cell, type Column, type Dataset, displayCell, gatherRows, type Pivot, type Row} from '../dataset.ts';
import {cellMark} from '../footnotes.ts';
import {createFigureColumn} from './comparison-columns.ts';
import {withNoneLast} from './order-rows.ts';

/** Lists the values that become columns: dates and periods by time unless the rows are sorted, others as they first appear. */
function listHeads(rows: readonly Row[], across: number, {kind}: Column, isSorted: boolean): readonly Cell[] {
	const heads = withNoneLast([...new Set(rows.map(row => row[across] ?? null))], head => head);
	if (isSorted) return heads;
	if (kind === 'period') return heads.toSorted((one, other) => Number(one) - Number(other));
	return kind === 'date' ? heads.toSorted((one, other) => (String(one) < String(other) ? -1 : 1)) : heads;
}

/** A label may be the name of another column. */
function toUniqueKeys(texts: readonly string[], taken: readonly string[]): readonly string[] {
	const keys = new Set(taken);
	return texts.map(text => {
		let key = text;
		for (let use = 2; keys.has(key); use++) key = `${text}_${use}`;
		keys.add(key);
		return key;
	});
}

/** Returns the days without their year, which stands in the title of the table, if they remain different. */
function shortenDays(titles: readonly string[]): readonly string[] {
	const short = titles.map(title => title.replace(/^\d{4}-(?=\d\d-\d\d)/, ''));
	return new Set(short).size === short.length ? short : titles;
}

/** Returns the key of a column: the value without the mark of an incomplete date. */
const toKey = (head: Cell, {kind}: Column): string =>
	kind === 'date' && String(head).endsWith(cellMark) ? String(head).slice(0, -cellMark.length) : String(head);

/** Returns the kind and unit that all figures share. */
function describeCells([first, ...others]: readonly Column[]): Pick<Column, 'kind' | 'unit'> {
	if (!first || others.some(({kind}) => kind !== first.kind)) return {kind: 'number'};
	return {kind: first.kind, ...(first.unit === undefined ? {} : {unit: first.unit})};
}

const incompleteColumn = (across: Column): Column => ({
	key: 'incomplete',
	title: `Incomplete ${across.title.toLowerCase()}`,
	kind: 'text',
});

/** Names columns in order: `2026-08-01, 2026-11-01`, and three or more neighbors as `4..6`; null if there are none. */
function listPlaces(places: readonly number[], titles: readonly string[]): string | null {
	const parts: string[] = [];
	for (let at = 0; at < places.length; ) {
		let end = at;
		while (places[end + 1] === (places[end] as number) + 1) end++;
		const names = places.slice(at, end + 1).map(place => titles[place] ?? '');
		parts.push(...(names.length > 2 ? [`${names[0]}..${names.at(-1)}`] : names));
		at = end + 1;
	}
	return parts.length > 0 ? parts.join(', ') : null;
}

/**
 * Returns one row per subject and figure, with a column for each value of `across`. Cells without a row are null. The last column
 * names the columns whose figure is incomplete, if the rows say that.
 */
export async function toWide({columns, blocks, about, sorting}: Dataset, pivot: Pivot): Promise<Dataset> {
	const placeOf = (key: string) => columns.findIndex(column => column.key === key);
	const subjectPlaces = pivot.subject.map(placeOf);
	const figures = pivot.figures.map(placeOf);
	const completePlaces = columns.flatMap(({marksIncomplete}, place) => (marksIncomplete ? [place] : []));
	const acrossAt = placeOf(pivot.across);
	const across = columns[acrossAt] as Column;
	const rows = await gatherRows(blocks);
	const heads = listHeads(rows, acrossAt, across, sorting?.key === pivot.across);
	const titles = heads.map(head => String(displayCell(across, head)));
	const shown = figures.map(place => columns[place] as Column);
	const named = shown.length > 1 ? [createFigureColumn(shown)] : [];
	const tells = completePlaces.length > 0 ? [incompleteColumn(across)] : [];
	const front = [
		...subjectPlaces.map(place => columns[place] as Column),
		...(pivot.size ? [pivot.size.column] : []),
		...named,
	];
	const keys = toUniqueKeys(
		heads.map(head => toKey(head, across)),
		[...front, ...tells].map(({key}) => key),
	);
	const isNewestRight = across.kind === 'date' && !(sorting?.key === pivot.across && sorting.isDescending);
	const short = shortenDays(titles);
	const layoutOf = (place: number): ColumnLayout => ({
		shortTitle: short[place] ?? '',
		...(isNewestRight ? {keepsRight: true} : {}),
	});
	const subjectOf = (row: Row): Row => subjectPlaces.map(place => row[place] ?? null);
	// Subjects keep the order in which they first appear.
	const subjects = groupBy(rows, row => JSON.stringify(subjectOf(row)));
	const ordered = sorting
		? [...subjects.values()]
		: withNoneLast([...subjects.values()], ([first]) => first[subjectPlaces[0] ?? -1]);
	const wide = ordered.flatMap(own => {
		const size = pivot.size ? [own[0][placeOf(pivot.size.figure)] ?? null] : [];
		const placed = new Map(own.map(row => [row[acrossAt] ?? null, row]));
		const cells = heads.map(head => placed.get(head));
		const incomplete = cells.flatMap((row, at) => (completePlaces.some(place => row?.[place] === false) ? [at] : []));
		return figures.map(
			(place, index): Row => [
				...subjectOf(own[0]),
				...size,
				...(named.length > 0 ? [pivot.figures[index] ?? null] : []),
				...cells.map(row => row?.[place] ?? null),
				...(tells.length > 0 ? [listPlaces(incomplete, keys)] : []),
			],
		);
	});
	return {
		columns: [
			...front,
			...keys.map(
				(key, place): Column => ({
					key,
					title: titles[place] ?? key,
					...describeCells(shown),
					...(across.kind === 'date' ? {layout: layoutOf(place)} : {}),
				}),
			),
			...tells,
		],
		blocks: [wide],
		total: () => wide.length,
		...(about ? {about} : {}),
	};
}
