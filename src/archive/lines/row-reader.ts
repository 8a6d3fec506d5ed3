import {isUtf8} from 'node:buffer';
import type {LogKind} from '../kinds.ts';
import {getColumns, isHeader} from './columns.ts';
import {type CrashFields, getFingerprint} from './fingerprint.ts';
import type {RowFault, RowView} from './row-scanner.ts';
import type {Span} from './symbol.ts';
import {isTimestamp} from './timestamp.ts';

/** What a good row is for: into the table with it, under these columns. */
export type RowTarget = {
	/** The columns changed: rows from here on have these. */
	readonly columns: (columns: readonly string[]) => void;
	readonly row: (row: Readonly<RowView>, fingerprint: string) => void;
	readonly fault: (fault: RowFault, row: Readonly<RowView>) => void;
};

type Layout = {
	readonly columns: readonly string[];
	readonly timestamp: number;
	readonly crash: {readonly [Field in keyof CrashFields]: number};
};

const layOut = (cells: readonly string[]): Layout => {
	const columns = getColumns(cells);
	const place = (column: string) => columns.indexOf(column);
	return {
		columns,
		timestamp: place('timestamp'),
		crash: {
			class: place('exception_class'),
			method: place('exception_method'),
			message: place('exception_message'),
			stack: place('exception_stackTrace'),
		},
	};
};

const readCells = ({data, fields, count}: Readonly<RowView>): readonly string[] =>
	Array.from({length: count}, (_, at) =>
		data
			.toString('utf8', fields[2 * at], fields[2 * at + 1])
			.replace(/^\uFEFF/, '')
			.replaceAll('""', '"'),
	);

const nowhere: Readonly<Span> = {start: 0, end: 0};
const spanOf = ({fields}: Readonly<RowView>, place: number): Readonly<Span> =>
	place < 0 ? nowhere : {start: fields[2 * place] as number, end: fields[2 * place + 1] as number};

/** Remembers where the next NUL of a buffer is: looking for each row anew would read the buffer as often as it has rows. */
const createNulFinder = () => {
	let known: Buffer | undefined;
	let next = -1;
	return ({data, start, end}: Readonly<RowView>): boolean => {
		if (data !== known || (next >= 0 && next < start)) {
			known = data;
			next = data.indexOf(0, start);
		}
		return next >= 0 && next < end;
	};
};

/**
 * Makes sense of rows: which is the header, of either kind and wherever it stands, and what is wrong with each of the others.
 * Every row that is not empty comes out, as a row or as a fault.
 */
export const createRowReader = (kind: LogKind, target: RowTarget) => {
	const hasNul = createNulFinder();
	let layout: Layout | undefined;

	const findFault = (row: Readonly<RowView>, {columns, timestamp}: Layout): RowFault | undefined => {
		if (row.count !== columns.length) return 'columns';
		if (hasNul(row)) return 'nul';
		if (!isUtf8(row.data.subarray(row.start, row.end))) return 'utf-8';
		return isTimestamp(row.data, row.fields[2 * timestamp] as number, row.fields[2 * timestamp + 1] as number)
			? undefined
			: 'timestamp';
	};
	const fingerprint = (row: Readonly<RowView>, {crash}: Layout) =>
		kind === 'exceptions'
			? getFingerprint(row.data, {
					class: spanOf(row, crash.class),
					method: spanOf(row, crash.method),
					message: spanOf(row, crash.message),
					stack: spanOf(row, crash.stack),
				})
			: '';

	/** A row that cannot be one of the table may be a header. */
	const readOther = (row: Readonly<RowView>, fault: RowFault) => {
		const cells = readCells(row);
		if (isHeader(cells)) {
			layout = layOut(cells);
			target.columns(layout.columns);
		} else target.fault(fault, row);
	};

	return (row: Readonly<RowView>): void => {
		const isEmpty = row.count === 1 && row.start === row.end;
		const fault = layout ? findFault(row, layout) : 'header';
		if (layout && !fault) target.row(row, fingerprint(row, layout));
		else if (!isEmpty) readOther(row, fault ?? 'header');
	};
};
