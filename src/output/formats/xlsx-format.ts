import {type ColumnDef, writeXlsxStream} from 'hucre/xlsx';
import {counted} from '../../text/wording.ts';
import {type Cell, type Column, dataCell, type Row} from '../dataset.ts';
import {displayWidth} from '../display-width.ts';
import type {ToFile} from '../formats.ts';
import {getStoredType} from '../stored-type.ts';

/** Numbers, days and times keep their type, and all text stays text, so that none of it is a formula. */

const longestText = 32_767;

const dateColumn = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z?)?$/;

/** Returns undefined for text that is not a date, and for dates before a workbook's first day. */
function parseDate(text: string): Date | undefined {
	const [, ...parts] = dateColumn.exec(text) ?? [];
	const [year = 0, month = 1, day, hour, minute, second] = parts.map(part => Number(part ?? 0));
	const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	return parts.length > 0 && year > 1900 && date.toISOString().startsWith(text.slice(0, 10)) ? date : undefined;
}

/** `_x0041_` in a workbook means "A". */
const escapeText = (text: string) =>
	text
		.replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
		.replace(notXml, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase()}_`);
/** XML cannot contain them, not even as references. */
const notXml = /[\ufffe\uffff]|\p{Cs}/gu;

const sampledWidth = (cells: readonly Cell[]) => Math.max(...cells.map(cell => displayWidth(String(cell ?? ''))));

/** Widths are written before the rows, so they are measured on the first rows. */
function toColumns(columns: readonly Column[], sample: readonly Row[], header: boolean): ColumnDef[] {
	return columns.map((column, place) => {
		const {title, kind} = column;
		const cells = sample.map(row => row[place] ?? null);
		const hasTime = getStoredType(column).startsWith('TIMESTAMP');
		return {
			...(header ? {header: title} : {}),
			width: Math.min(60, Math.max(8, sampledWidth(header ? [title, ...cells] : cells) + 2)),
			...(kind === 'date' ? {numFmt: hasTime ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd'} : {}),
		};
	});
}

export const toXlsx: ToFile = (data, {header}) => {
	let cut = 0;
	let escaped = 0;
	const toValue = (cell: Cell, {kind}: Column) => {
		if (typeof cell !== 'string') return cell;
		const date = kind === 'date' ? parseDate(cell) : undefined;
		if (date) return date;
		if (cell.length > longestText) cut++;
		if (cell.search(notXml) !== -1) escaped++;
		return escapeText(cell.slice(0, longestText));
	};
	const toCells = (row: Row) => data.columns.map((column, place) => toValue(dataCell(column, row[place]), column));
	async function* chunks() {
		const blocks = (async function* () {
			yield* data.blocks;
		})();
		const first = await blocks.next();
		const sample = first.done ? [] : first.value;
		const rows = async function* () {
			yield* sample.map(toCells);
			for await (const block of blocks) yield* block.map(toCells);
		};
		yield* writeXlsxStream(rows(), {
			name: 'Rows',
			columns: toColumns(data.columns, sample, header),
			...(header ? {freezePane: {rows: 1}} : {}),
		});
	}
	return {
		chunks: chunks(),
		notes: () => [
			...(cut > 0 ? [`${counted(cut, 'text')} cut to ${longestText} characters, the limit of a workbook cell`] : []),
			...(escaped > 0
				? [`${counted(escaped, 'text')} with characters that XML cannot contain, written as _xFFFF_`]
				: []),
		],
	};
};
