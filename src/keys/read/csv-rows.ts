import {templateExample, writable} from '../rows/columns.ts';
import {problemAt} from '../rows/problem.ts';
import {type CsvDialect, type CsvRecord, positionOfCell, readCsv} from './csv.ts';
import {type Naming, readHeader} from './header.ts';
import type {InputField, InputItem, InputRow} from './input-row.ts';
import type {Source} from './source.ts';

export type CsvOptions = {
	readonly dialect: CsvDialect;
	readonly naming: Naming;
	/** An empty cell in the column notes is sent as an empty text. */
	readonly emptyClearsNotes: boolean;
};

/** Reads the rows of a CSV file. Its first record is the header; mistakes up to there are fatal. */
export async function* readCsvRows(source: Source, options: CsvOptions): AsyncGenerator<InputItem> {
	const {naming, dialect} = options;
	let fields: readonly InputField[] | undefined;
	for await (const read of readCsv(source, dialect)) {
		if ('message' in read) {
			yield {problem: fields ? read : {...read, fatal: true}};
		} else if (fields === undefined) {
			fields = readHeader(read.cells, naming);
			yield* checkHeader(fields, read, dialect);
		} else if (!isExample(read.cells)) {
			yield {row: toRow(read, fields, options)};
		}
	}
}

function* checkHeader(fields: readonly InputField[], header: CsvRecord, dialect: CsvDialect): Generator<InputItem> {
	const faults = fields.flatMap(({refusal}, index) => (refusal ? [{index, refusal}] : []));
	if (!fields.some(({ours}) => ours === 'licenseKey')) {
		faults.push({index: 0, refusal: {message: 'the header has no column licenseKey'}});
	}
	for (const [number, {index, refusal}] of faults.entries()) {
		const problem = problemAt(positionOfCell(header, index, dialect), null, refusal);
		yield {problem: number === faults.length - 1 ? {...problem, fatal: true} : problem};
	}
}

const isExample = (cells: readonly string[]) =>
	cells[0] === templateExample[0] && cells.every((cell, index) => cell === templateExample[index]);

/** Undefined leaves the field as it is. */
function parseCell({ours, column}: InputField, text: string, {emptyClearsNotes}: CsvOptions): unknown {
	if (text === '') return emptyClearsNotes && ours === 'notes' ? '' : undefined;
	if (column) return column.parseCell(text);
	return ours === 'product' && /^\d+$/.test(text) ? Number(text) : text;
}

function toRow(record: CsvRecord, fields: readonly InputField[], options: CsvOptions): InputRow {
	const {line, cells} = record;
	const positionOf = (index: number) => positionOfCell(record, index, options.dialect);
	const row: InputRow = {
		line,
		column: 1,
		fields,
		values: fields.map((field, index) => parseCell(field, cells[index] ?? '', options)),
		positionOf,
		original: () => {
			const texts = new Map(fields.map(({ours}, index) => [ours, cells[index] ?? '']));
			return Object.fromEntries(writable.flatMap(({name}) => (texts.has(name) ? [[name, texts.get(name)]] : [])));
		},
	};
	if (cells.length === fields.length) return row;
	const message = `${cells.length} cell${cells.length === 1 ? '' : 's'} where the header has ${fields.length}`;
	const index = Math.min(cells.length, fields.length);
	return {...row, fault: problemAt(positionOf(index), fields[index]?.name ?? null, {message})};
}
