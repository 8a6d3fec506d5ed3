import type {LogKind} from '../kinds.ts';
import {createRowReader} from './row-reader.ts';
import {createRowScanner, type RowFault} from './row-scanner.ts';
import {createRowWriter, type Rows} from './row-writer.ts';

/** A table to make of the lines: which of their columns (those that they have), and whether one row of each crash is enough. */
export type TableSpec = {
	readonly name: string;
	readonly columns: 'all' | readonly string[];
	readonly samples?: boolean;
};

/** Rows of a table one behind the other, under the same columns; the fingerprint follows as last field. */
export type Part = Rows & {readonly table: string; readonly columns: readonly string[]};

/** A row that could not be used, as it stands in the file. */
export type Reject = {readonly line: number; readonly fault: RowFault; readonly text: string};

/** Of a row that is kept aside this much is shown; all of it is in the zip. */
const shownBytes = 2 ** 14;
/** More kinds of crashes than this are not told apart here: their samples come several times. */
const mostSeen = 500_000;

/** One table: what it takes of each row, and the parts that wait. */
const createTable = ({name, columns: wanted, samples = false}: TableSpec) => {
	const writer = createRowWriter();
	const seen = new Set<string>();
	let columns: readonly string[] = [];
	let places: readonly number[] | undefined;
	let parts: Part[] = [];
	const close = () => {
		const rows = writer.take();
		if (rows.rows > 0) parts.push({table: name, columns, ...rows});
	};
	return {
		setColumns: (all: readonly string[]) => {
			close();
			places = wanted === 'all' ? undefined : wanted.map(column => all.indexOf(column)).filter(place => place >= 0);
			columns = places ? places.map(place => all[place] as string) : all;
		},
		add: (row: Parameters<typeof writer.add>[0], fingerprint: string) => {
			if (samples && seen.has(fingerprint)) return;
			if (samples && seen.size < mostSeen) seen.add(fingerprint);
			writer.add(row, fingerprint, places);
		},
		take: (): readonly Part[] => {
			close();
			const taken = parts;
			parts = [];
			return taken;
		},
	};
};

/** Scans the bytes of a CSV into parts of tables and rejects, which wait until they are taken. */
export const createLineScan = (kind: LogKind, specs: readonly TableSpec[]) => {
	const tables = specs.map(createTable);
	let rows = 0;
	let rejects: Reject[] = [];
	const addReject = (fault: RowFault, line: number, bytes: Buffer) => {
		rejects.push({line, fault, text: bytes.toString('utf8', 0, shownBytes)});
	};
	const readRow = createRowReader(kind, {
		columns: columns => {
			for (const table of tables) table.setColumns(columns);
		},
		row: (row, fingerprint) => {
			rows++;
			for (const table of tables) table.add(row, fingerprint);
		},
		fault: (fault, {data, start, end, line}) => addReject(fault, line, data.subarray(start, end)),
	});
	const {push, end} = createRowScanner({row: readRow, fault: addReject});
	return {
		push,
		end,
		take: () => {
			const taken = {parts: tables.flatMap(table => table.take()), rejects, rows};
			rejects = [];
			rows = 0;
			return taken;
		},
	};
};
