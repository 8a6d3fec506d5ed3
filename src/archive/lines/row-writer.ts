import type {RowView} from './row-scanner.ts';

const [comma, quote, lf] = [0x2c, 0x22, 0x0a];
const blockBytes = 2 ** 18;
const fingerprintBytes = 16;

/** Rows as bytes; `longest` is the longest of them in bytes. */
export type Rows = {readonly blocks: readonly Buffer[]; readonly rows: number; readonly longest: number};

export type RowWriter = {
	/** Adds a row: all of it, or the fields at these places. */
	readonly add: (row: Readonly<RowView>, fingerprint: string, places: readonly number[] | undefined) => void;
	/** What was added since it was last taken. */
	readonly take: () => Rows;
};

/** A field as everyone reads it alike: in quotes when it holds any sign that means something, which a plain one may (a stray quote). */
const quoteField = ({data, fields}: Readonly<RowView>, place: number): string => {
	const [start, end] = [fields[2 * place] as number, fields[2 * place + 1] as number];
	const text = data.toString('latin1', start, end);
	return `"${isQuoted(data, start) ? text : text.replaceAll('"', '""')}"`;
};
const isQuoted = (data: Buffer, start: number) => data[start - 1] === quote;

/** Rows as CSV: line ends LF, quotes only around whole fields, no header, the fingerprint as last field. */
export const createRowWriter = (): RowWriter => {
	let block = Buffer.allocUnsafe(blockBytes);
	let used = 0;
	let full: Buffer[] = [];
	let rows = 0;
	let longest = 0;
	const close = (next: number) => {
		if (used > 0) full.push(block.subarray(0, used));
		block = Buffer.allocUnsafe(next);
		used = 0;
	};
	const copy = (data: Buffer, start: number, end: number) => {
		used += data.copy(block, used, start, end);
		block[used++] = comma;
	};
	const addFields = ({data, fields}: Readonly<RowView>, places: readonly number[]) => {
		for (const place of places) {
			const [start, end] = [fields[2 * place] as number, fields[2 * place + 1] as number];
			const margin = isQuoted(data, start) ? 1 : 0;
			copy(data, start - margin, end + margin);
		}
	};
	/** Rare: a field without quotes holds one, or a carriage return. */
	const addQuoted = (row: Readonly<RowView>, places: readonly number[]) => {
		const text = Buffer.from(places.map(place => quoteField(row, place)).join(','), 'latin1');
		copy(text, 0, text.length);
	};
	return {
		add: (row, fingerprint, places) => {
			const {data, start, end, count, plain} = row;
			// each field may get two quotes
			const room = 2 * (end - start) + 2 * count + fingerprintBytes + 2;
			if (used + room > block.length) close(Math.max(blockBytes, room));
			const before = used;
			if (!plain) addQuoted(row, places ?? Array.from({length: count}, (_, at) => at));
			else if (places) addFields(row, places);
			else copy(data, start, end);
			// `write` takes 2 µs for this
			for (let at = 0; at < fingerprint.length; at++) block[used++] = fingerprint.charCodeAt(at);
			block[used++] = lf;
			rows++;
			if (used - before > longest) longest = used - before;
		},
		take: () => {
			if (used > 0) close(blockBytes);
			const taken = {blocks: full, rows, longest};
			full = [];
			rows = longest = 0;
			return taken;
		},
	};
};
