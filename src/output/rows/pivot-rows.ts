import {type Cell, type Column, type Dataset, displayCell, gatherRows, type Pivot, type Row} from '../dataset.ts';

type Line = {readonly subject: Row; readonly cells: Cell[]};
type Places = {
	readonly subject: readonly number[];
	readonly across: number;
	readonly figure: number;
	readonly size: number;
};

/** Lines and headings keep the order in which they first appeared. */
function arrange(rows: Iterable<Row>, places: Places) {
	const heads = new Map<string, number>();
	const lines = new Map<string, Line>();
	for (const row of rows) {
		const subject = places.subject.map(place => row[place] ?? null);
		const key = JSON.stringify(subject);
		const size = places.size < 0 ? [] : [row[places.size] ?? null];
		const line = lines.get(key) ?? {subject: [...subject, ...size], cells: []};
		lines.set(key, line);
		const head = String(row[places.across]);
		const place = heads.get(head) ?? heads.size;
		heads.set(head, place);
		line.cells[place] = row[places.figure] ?? null;
	}
	return {heads: [...heads.keys()], lines: [...lines.values()]};
}

/** Returns one row per subject, with a column for each value of `across`. Cells without a row are null. */
export async function toWide(
	{columns, blocks, about}: Dataset,
	{subject, across, figure, size}: Pivot,
): Promise<Dataset> {
	const placeOf = (key: string) => columns.findIndex(column => column.key === key);
	const places = {
		subject: subject.map(placeOf),
		across: placeOf(across),
		figure: placeOf(figure),
		size: size ? placeOf(size.figure) : -1,
	};
	const {heads, lines} = arrange(await gatherRows(blocks), places);
	const {kind, unit} = columns[places.figure] as Column;
	const cells = heads.map(
		(head): Column => ({
			key: head,
			title: String(displayCell(columns[places.across] as Column, head)),
			kind,
			...(unit === undefined ? {} : {unit}),
		}),
	);
	return {
		columns: [...places.subject.map(place => columns[place] as Column), ...(size ? [size.column] : []), ...cells],
		blocks: [lines.map(line => [...line.subject, ...heads.map((_, place) => line.cells[place] ?? null)])],
		total: () => lines.length,
		...(about ? {about} : {}),
	};
}
