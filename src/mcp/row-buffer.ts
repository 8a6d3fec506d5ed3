import {type Cell, type Column, type Dataset, isTotal, type Row} from '../output/dataset.ts';
import {createNdjson} from '../output/formats/json-format.ts';
import {plainOptions} from '../output/renderer.ts';
import {cutText, fitInto, maxAnswerBytes, maxCellLength, maxHeadBytes} from './answer-limits.ts';

export type Page = {
	readonly offset: number;
	readonly limit: number;
	/** The command itself skips the offset and reads at most the limit. */
	readonly isReadInPages?: boolean;
	readonly match?: string | undefined;
	readonly sums?: 'all' | readonly string[];
	readonly maxCell?: number;
};

type Sum = {readonly sum: number; readonly largest: readonly string[]};

export type BufferedRows = {
	readonly title?: string;
	readonly total: number;
	/** Lines of JSON as `-o ndjson` writes them, except for cells that were cut. */
	readonly lines: readonly string[];
	/** For each figure, the sum over all rows and the rows with the largest shares. */
	readonly sums: Readonly<Record<string, Sum>>;
};

const maxRowBytes = maxAnswerBytes - maxHeadBytes;

const cutCell = (cell: Cell, length: number): Cell => (typeof cell === 'string' ? cutText(cell, length) : cell);

/** Cuts cells further until the row fits into an answer. */
const toLine = (row: Row, toText: (rows: readonly Row[]) => string, maxCell: number) =>
	fitInto(length => toText([row.map(cell => cutCell(cell, length))]).trimEnd(), {length: maxCell, room: maxRowBytes});

/** Sums are meaningless over periods, bins, or rows that include others. */
const isSummable = (columns: readonly Column[]) =>
	!columns.some(({key, kind}) => ['date', 'bin', 'period'].includes(kind) || key === 'level');

const summedColumns = (columns: readonly Column[], sums: Page['sums']) =>
	sums === undefined || (sums === 'all' && !isSummable(columns))
		? []
		: columns.flatMap((column, at) =>
				isTotal(column) && (sums === 'all' || sums.includes(column.key)) ? [{key: column.key, at}] : [],
			);

/** Rows are named by their segments, or else by the first text. */
function nameColumns(columns: readonly Column[]): readonly number[] {
	const labels = columns.flatMap(({kind}, at) => (kind === 'label' ? [at] : []));
	return labels.length > 0 ? labels : [columns.findIndex(({kind}) => kind === 'text')].filter(at => at >= 0);
}

const nameOf = (row: Row, places: readonly number[]) =>
	cutText(places.map(at => (row[at] === null ? 'null' : String(row[at]))).join(' / '), 60);

function toSum(rows: readonly Row[], at: number, names: readonly number[]): Sum {
	const sum = rows.reduce((before, row) => before + Number(row[at] ?? 0), 0);
	const largest = [...rows].sort((a, b) => Number(b[at] ?? 0) - Number(a[at] ?? 0)).slice(0, 3);
	const shares = largest
		.filter(row => sum > 0 && Number(row[at]) > 0)
		.map(row => `${nameOf(row, names)}: ${((Number(row[at]) / sum) * 100).toFixed(1)} %`);
	return {sum: Math.round(sum * 1000) / 1000, largest: shares};
}

const hasText = (row: Row, text: string) =>
	row.some(cell => cell !== null && String(cell).toLowerCase().includes(text.toLowerCase()));

/** Keeps at most `limit` lines, and no more than fit into an answer. A line is written only if it may fit. */
export function createPageLines(limit: number) {
	const lines: string[] = [];
	let [room, isFull] = [maxRowBytes, limit === 0];
	const add = (write: () => string) => {
		if (isFull) return;
		const line = write();
		room -= Buffer.byteLength(line) + 1;
		if (room >= 0) lines.push(line);
		isFull = room < 0 || lines.length >= limit;
	};
	return {lines, add};
}

async function* matching(blocks: Dataset['blocks'], match: string | undefined) {
	for await (const rows of blocks) for (const row of rows) if (match === undefined || hasText(row, match)) yield row;
}

export async function bufferRows(data: Dataset, page: Page): Promise<BufferedRows> {
	const {columns} = data;
	const {offset, limit, isReadInPages = false, match, sums, maxCell = maxCellLength} = page;
	const toText = createNdjson(columns, plainOptions).block;
	const {lines, add} = createPageLines(limit);
	const names = nameColumns(columns);
	// A row without a name is a sum already.
	const summed = names.length > 0 ? summedColumns(columns, sums) : [];
	const summedRows: Row[] = [];
	const before = isReadInPages ? offset : 0;
	let total = before;
	for await (const row of matching(data.blocks, match)) {
		total++;
		if (summed.length > 0) summedRows.push(row);
		if (total > offset) add(() => toLine(row, toText, maxCell));
	}
	const knownTotal = match === undefined ? data.total?.() : undefined;
	return {
		...(data.about ? {title: data.about.title} : {}),
		total: knownTotal === undefined ? total : knownTotal + before,
		lines,
		sums: Object.fromEntries(summed.map(({key, at}) => [key, toSum(summedRows, at, names)])),
	};
}
