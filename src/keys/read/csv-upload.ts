import {dashboardColumns} from '../../contract/key-properties.ts';
import {alternatives, counted} from '../../text/wording.ts';
import {errorAt, type InputError, quoteValue, type ValueError, valueError} from '../rows/input-error.ts';
import {createDayReader} from '../rows/key-values.ts';
import {type CellFormats, type Column, templateExample, writableColumns} from '../rows/upload-columns.ts';
import {findField, findUnmapped, type Naming, readHeader} from './column-names.ts';
import {type CsvDialect, type CsvRecord, positionOfCell, readCsv} from './csv-reader.ts';
import type {InputField, InputItem, InputRow} from './input-row.ts';
import type {Source} from './upload-source.ts';

export type CsvOptions = {
	readonly dialect: CsvDialect;
	readonly naming: Naming;
	readonly emptyClearsNotes: boolean;
	/** The date format besides `YYYY-MM-DD`, such as `dd/mm/yyyy`. */
	readonly dateFormat?: string | undefined;
	readonly yesNo?: readonly (readonly [yes: string, no: string])[] | undefined;
	/** Reads the dashboard's columns, which have no header (docs/service.md#help-dashboard-csv). */
	readonly dashboard?: boolean | undefined;
};

type ParseOptions = CsvOptions & {
	readonly formats: CellFormats;
	readonly advise: (column: Column, text: string) => string;
};

const dashboardWords = [
	['Y', 'N'],
	['yes', 'no'],
	['1', '0'],
] as const;

const createFormats = ({dateFormat, yesNo = [], dashboard}: CsvOptions): CellFormats => ({
	toDay: dateFormat === undefined ? text => text : createDayReader(dateFormat),
	flags: new Map(
		[...(dashboard ? dashboardWords : []), ...yesNo].flatMap(([yes, no]) => [
			[yes.toLowerCase(), true] as const,
			[no.toLowerCase(), false] as const,
		]),
	),
});

function createAdvise({dateFormat, yesNo}: CsvOptions): ParseOptions['advise'] {
	const accepted = {
		dateFormat: dateFormat && `, nor a date in the form ${dateFormat}`,
		yesNo: yesNo && `, nor ${alternatives(yesNo.flat())}`,
	};
	return ({advice}, text) => (advice ? (accepted[advice.flag] ?? advice.describe(text)) : '');
}

/** `sep=;` tells spreadsheets the delimiter. */
const isDelimiterLine = ({line, text = ''}: CsvRecord) => line === 1 && /^"?sep=/i.test(text);

const isIgnored = (record: CsvRecord, {dashboard}: CsvOptions) =>
	record.cells.every(cell => cell === '') || (!dashboard && isDelimiterLine(record)) || isExample(record.cells);

/** Removes the trailing empty cells that a spreadsheet writes for columns that were once used. */
const trimCells = (cells: readonly string[], minLength = 0) =>
	cells.slice(0, Math.max(minLength, cells.findLastIndex(cell => cell !== '') + 1));

export const readCsvRows = (source: Source, options: CsvOptions): AsyncGenerator<readonly InputItem[]> =>
	readTable(readCsv(source, options.dialect), options);

type Records = AsyncIterable<readonly (CsvRecord | InputError)[]> | Iterable<readonly (CsvRecord | InputError)[]>;

/** Takes the first record as the header. If the header lacks the key column, no row is read. */
export async function* readTable(records: Records, options: CsvOptions): AsyncGenerator<readonly InputItem[]> {
	const reading = {...options, formats: createFormats(options), advise: createAdvise(options)};
	const header = new HeaderReader(options);
	const toItems = (read: CsvRecord | InputError): readonly InputItem[] => {
		if (header.isUnusable || ('cells' in read && isIgnored(read, options))) return [];
		if (!header.fields) return header.take(read);
		const errors = header.takeErrors('cells' in read ? read.cells : []);
		if (header.isUnusable) return errors;
		return [...errors, 'message' in read ? {error: read} : {row: toRow(read, header.fields, reading)}];
	};
	for await (const block of records) {
		yield block.flatMap(toItems);
		if (header.isUnusable) return;
	}
	yield header.takeErrors();
}

const hasKeyColumn = (fields: readonly InputField[]) => fields.some(({columnName}) => columnName === 'licenseKey');

const removeErrors = (fields: readonly InputField[]) =>
	fields.map(({name, columnName, column, error}) =>
		error ? {name, columnName: '', column: undefined} : {name, columnName, column},
	);

/** Reads the header. Its errors are held back until the next row, whose values they quote as examples. */
class HeaderReader {
	fields: readonly InputField[] | undefined;
	/** True if the rows cannot be read without a valid header. */
	isUnusable = false;
	readonly #options: CsvOptions;
	#invalidHeader: Header | undefined;

	constructor(options: CsvOptions) {
		this.#options = options;
		if (options.dashboard) this.fields = dashboardColumns.map(name => findField(name, options.naming));
	}

	take(read: CsvRecord | InputError): readonly InputItem[] {
		if ('message' in read) {
			this.isUnusable = true;
			return [{error: {...read, fatal: true}}];
		}
		const {naming, dialect} = this.#options;
		const fields = readHeader(trimCells(read.cells), naming);
		const errors = findErrors(fields, naming);
		if (errors.length > 0) this.#invalidHeader = {record: read, errors, dialect};
		this.fields = removeErrors(fields);
		return [];
	}

	/** Returns the errors the first time it is called; `firstCells` is the row after the header. */
	takeErrors(firstCells: readonly string[] = []): readonly InputItem[] {
		const header = this.#invalidHeader;
		if (!header) return [];
		this.#invalidHeader = undefined;
		this.isUnusable = !hasKeyColumn(this.fields ?? []);
		return listErrors(header, firstCells);
	}
}

type HeaderError = {readonly index: number; readonly error: ValueError; readonly isAboutCell: boolean};
type Header = {readonly record: CsvRecord; readonly errors: readonly HeaderError[]; readonly dialect: CsvDialect};

function findErrors(fields: readonly InputField[], naming: Naming): readonly HeaderError[] {
	const missing = [
		...findUnmapped(fields, naming),
		...(hasKeyColumn(fields) ? [] : [valueError('the header has no column licenseKey')]),
	];
	return [
		...fields.flatMap(({error}, index) => (error ? [{index, error, isAboutCell: true}] : [])),
		...missing.map(error => ({index: 0, error, isAboutCell: false})),
	];
}

function listErrors({record, errors, dialect}: Header, cells: readonly string[]): readonly InputItem[] {
	return errors.map(({index, error, isAboutCell}) => {
		const value = isAboutCell ? cells[index] : undefined;
		const example = value ? `; its first value is ${quoteValue(value)}` : '';
		const withExample = {...error, message: error.message + example};
		return {error: {...errorAt(positionOfCell(record, index, dialect), null, withExample), isInHeader: true}};
	});
}

const isExample = (cells: readonly string[]) =>
	cells[0] === templateExample[0] && cells.every((cell, index) => cell === templateExample[index]);

/** Returns undefined for a cell that leaves its field unchanged. */
function parseCell({columnName, column}: InputField, text: string, {emptyClearsNotes, formats}: ParseOptions): unknown {
	if (text === '') return emptyClearsNotes && columnName === 'notes' ? '' : undefined;
	if (column) return column.parseCell(text, formats);
	return columnName === 'product' && /^\d+$/.test(text) ? Number(text) : text;
}

function toRow(record: CsvRecord, fields: readonly InputField[], options: ParseOptions): InputRow {
	const {line} = record;
	const cells = record.cells.length > fields.length ? trimCells(record.cells, fields.length) : record.cells;
	const positionOf = (index: number) => positionOfCell(record, index, options.dialect);
	const row: InputRow = {
		line,
		column: 1,
		fields,
		advise: options.advise,
		values: fields.map((field, index) => {
			const found = record.errors?.get(index);
			const applies = field.column && found && (!found.onlyForKeys || field.columnName === 'licenseKey');
			return applies ? found.error : parseCell(field, cells[index] ?? '', options);
		}),
		positionOf,
		original: () => {
			const texts = new Map(fields.map(({columnName}, index) => [columnName, cells[index] ?? '']));
			return Object.fromEntries(
				writableColumns.flatMap(({name}) => (texts.has(name) ? [[name, texts.get(name)]] : [])),
			);
		},
	};
	if (cells.length === fields.length) return row;
	const message = `this row has ${counted(cells.length, 'cell')}, but the header has ${fields.length}`;
	const index = Math.min(cells.length, fields.length);
	return {...row, error: errorAt(positionOf(index), fields[index]?.name ?? null, valueError(message))};
}
