import {type Cell, type Column, type Dataset, displayCell, gatherRows, type Pivot, type Row} from '../dataset.ts';
import {figureColumn} from './comparison-columns.ts';

type Line = {readonly subject: Row; readonly cells: Cell[]; readonly incomplete: Set<number>};
type Places = {
	readonly subject: readonly number[];
	readonly across: number;
	readonly figures: readonly number[];
	readonly size: number;
	/** Columns that say whether a row is complete. */
	readonly complete: readonly number[];
};

/** Lists the values that become columns: dates and periods by time unless the rows are sorted, others as they first appear. */
function listHeads(rows: readonly Row[], across: number, {kind}: Column, isSorted: boolean): readonly Cell[] {
	const heads = [...new Set(rows.map(row => row[across] ?? null))];
	if (isSorted) return heads;
	if (kind === 'period') return heads.toSorted((one, other) => Number(one) - Number(other));
	return kind === 'date' ? heads.toSorted((one, other) => (String(one) < String(other) ? -1 : 1)) : heads;
}

/** Lines keep the order in which their subjects first appear. */
function arrange(rows: readonly Row[], heads: readonly Cell[], places: Places): readonly (readonly Line[])[] {
	const headAt = new Map(heads.map((head, place) => [head, place]));
	const subjects = new Map<string, readonly Line[]>();
	const createLines = (row: Row, subject: Row): readonly Line[] => {
		const size = places.size < 0 ? [] : [row[places.size] ?? null];
		return places.figures.map(() => ({subject: [...subject, ...size], cells: [], incomplete: new Set()}));
	};
	for (const row of rows) {
		const subject = places.subject.map(place => row[place] ?? null);
		const key = JSON.stringify(subject);
		const lines = subjects.get(key) ?? createLines(row, subject);
		subjects.set(key, lines);
		const at = headAt.get(row[places.across] ?? null) ?? 0;
		const isComplete = places.complete.every(place => row[place] !== false);
		for (const [index, {cells, incomplete}] of lines.entries()) {
			cells[at] = row[places.figures[index] as number] ?? null;
			if (!isComplete) incomplete.add(at);
		}
	}
	return [...subjects.values()];
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

/** Returns the kind and unit that all figures share. */
function describeCells([first, ...others]: readonly Column[]): Pick<Column, 'kind' | 'unit' | 'hasMixedUnits'> {
	if (!first) return {kind: 'number'};
	if (others.some(({kind}) => kind !== first.kind)) return {kind: 'number', hasMixedUnits: true};
	return {kind: first.kind, ...(first.unit === undefined ? {} : {unit: first.unit})};
}

const incompleteColumn = (across: Column): Column => ({
	key: 'incomplete',
	title: `Incomplete ${across.title.toLowerCase()}`,
	kind: 'text',
	hiddenWhenEmpty: true,
	noteWhenConstant: 'incomplete columns',
});

/** Names columns in order: `2026-08, 2026-11`, and three or more neighbors as `4..6`. */
function listPlaces(places: ReadonlySet<number>, titles: readonly string[]): string | null {
	const parts: string[] = [];
	const sorted = [...places].sort((one, other) => one - other);
	for (let at = 0; at < sorted.length; ) {
		let end = at;
		while (sorted[end + 1] === (sorted[end] as number) + 1) end++;
		const names = sorted.slice(at, end + 1).map(place => titles[place] ?? '');
		parts.push(...(names.length > 2 ? [`${names[0]}..${names.at(-1)}`] : names));
		at = end + 1;
	}
	return parts.length > 0 ? parts.join(', ') : null;
}

/**
 * Returns one row per subject and figure, with a column for each value of `across`. Cells without a row are null. The last column
 * names the columns whose figure is incomplete, if the rows say that.
 */
export async function toWide(
	{columns, blocks, about, sorting}: Dataset,
	pivot: Pivot,
	{forPeople = false}: {readonly forPeople?: boolean} = {},
): Promise<Dataset> {
	const placeOf = (key: string) => columns.findIndex(column => column.key === key);
	const figures = pivot.figures.map(placeOf);
	const places: Places = {
		subject: pivot.subject.map(placeOf),
		across: placeOf(pivot.across),
		figures,
		size: pivot.size ? placeOf(pivot.size.figure) : -1,
		complete: columns.flatMap(({marksIncomplete}, place) => (marksIncomplete ? [place] : [])),
	};
	const across = columns[places.across] as Column;
	const rows = await gatherRows(blocks);
	const heads = listHeads(rows, places.across, across, sorting?.key === pivot.across);
	const titles = heads.map(head => String(displayCell(across, head)));
	const named = figures.length > 1 ? [figureColumn] : [];
	const tells = places.complete.length > 0 ? [incompleteColumn(across)] : [];
	const front = [
		...places.subject.map(place => columns[place] as Column),
		...(pivot.size ? [pivot.size.column] : []),
		...named,
	];
	const keys = toUniqueKeys(
		heads.map(String),
		[...front, ...tells].map(({key}) => key),
	);
	const cell = describeCells(figures.map(place => columns[place] as Column));
	const wide = arrange(rows, heads, places).flatMap(lines =>
		lines.map(
			({subject, cells, incomplete}, index): Row => [
				...subject,
				...(named.length > 0 ? [pivot.figures[index] ?? null] : []),
				...heads.map((_, place) => cells[place] ?? null),
				...(tells.length > 0 ? [listPlaces(incomplete, forPeople ? titles : keys)] : []),
			],
		),
	);
	return {
		columns: [...front, ...keys.map((key, place): Column => ({key, title: titles[place] ?? key, ...cell})), ...tells],
		blocks: [wide],
		total: () => wide.length,
		...(about ? {about} : {}),
	};
}
