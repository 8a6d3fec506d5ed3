import {counted} from '../../text/wording.ts';
import {errorAt, type InputError, shown, type ValueError, valueError} from '../rows/input-error.ts';
import {type CellFlag, type CellWords, templateExample, writable} from '../rows/key-columns.ts';
import {createDayReader} from '../rows/key-values.ts';
import {findUnmapped, type Naming, readHeader} from './column-names.ts';
import {type CsvDialect, type CsvRecord, positionOfCell, readCsv} from './csv-reader.ts';
import type {InputField, InputItem, InputRow} from './input-row.ts';
import type {Source} from './upload-source.ts';

export type CsvOptions = {
	readonly dialect: CsvDialect;
	readonly naming: Naming;
	/** An empty cell in the column notes is sent as an empty text. */
	readonly emptyClearsNotes: boolean;
	/** The form in which days are written, such as `dd/mm/yyyy`, beside `YYYY-MM-DD`. */
	readonly dateFormat?: string | undefined;
	/** Words for true and false. */
	readonly yesNo?: readonly (readonly [yes: string, no: string])[] | undefined;
};

type Reading = CsvOptions & {readonly words: CellWords; readonly unusedFlags: ReadonlySet<CellFlag>};

const cellFlags: readonly CellFlag[] = ['dateFormat', 'yesNo'];

const createWords = ({dateFormat, yesNo = []}: CsvOptions): CellWords => ({
	toDay: dateFormat === undefined ? text => text : createDayReader(dateFormat),
	flags: new Map(
		yesNo.flatMap(([yes, no]) => [[yes.toLowerCase(), true] as const, [no.toLowerCase(), false] as const]),
	),
});

/** `sep=;`, by which spreadsheets are told the delimiter. */
const isDelimiterLine = ({line, text}: CsvRecord) => line === 1 && /^"?sep=/i.test(text);

/** A row of nothing but delimiters, the line for spreadsheets, and the example of the template. */
const isPassedOver = (record: CsvRecord) =>
	record.cells.every(cell => cell === '') || isDelimiterLine(record) || isExample(record.cells);

/** Without the empty cells at its end that a spreadsheet writes for columns that were once used. */
const withoutRest = (cells: readonly string[], least = 0) =>
	cells.slice(0, Math.max(least, cells.findLastIndex(cell => cell !== '') + 1));

/** Reads the rows of a CSV file. Its first record is the header; where it does not name the key, no row is read. */
export async function* readCsvRows(source: Source, options: CsvOptions): AsyncGenerator<readonly InputItem[]> {
	const unusedFlags = new Set(cellFlags.filter(flag => options[flag] === undefined));
	const reading = {...options, words: createWords(options), unusedFlags};
	const header = new HeaderReader(options);
	const toItems = (read: CsvRecord | InputError): readonly InputItem[] => {
		if (header.isRefused || ('cells' in read && isPassedOver(read))) return [];
		if (!header.fields) return header.take(read);
		const told = header.tell('cells' in read ? read.cells : []);
		if (header.isRefused) return told;
		return [...told, 'message' in read ? {error: read} : {row: toRow(read, header.fields, reading)}];
	};
	for await (const block of readCsv(source, options.dialect)) {
		yield block.flatMap(toItems);
		if (header.isRefused) return;
	}
	yield header.tell();
}

const namesKey = (fields: readonly InputField[]) => fields.some(({ours}) => ours === 'licenseKey');

/** The fields of the cells below a header; a column that cannot be there is not sent. */
const withoutErrors = (fields: readonly InputField[]) =>
	fields.map(({name, ours, column, error}) => (error ? {name, ours: '', column: undefined} : {name, ours, column}));

/** Takes the header. Its errors are told with the first values below it. */
class HeaderReader {
	/** The columns, once read. */
	fields: readonly InputField[] | undefined;
	/** Nothing that follows counts. */
	isRefused = false;
	readonly #options: CsvOptions;
	#faulty: Header | undefined;

	constructor(options: CsvOptions) {
		this.#options = options;
	}

	take(read: CsvRecord | InputError): readonly InputItem[] {
		if ('message' in read) {
			this.isRefused = true;
			return [{error: {...read, fatal: true}}];
		}
		const {naming, dialect} = this.#options;
		const fields = readHeader(withoutRest(read.cells), naming);
		const errors = findErrors(fields, naming);
		if (errors.length > 0) this.#faulty = {record: read, errors, dialect};
		this.fields = withoutErrors(fields);
		return [];
	}

	/** The errors, once; `firstCells` follow the header. */
	tell(firstCells: readonly string[] = []): readonly InputItem[] {
		const header = this.#faulty;
		if (!header) return [];
		this.#faulty = undefined;
		this.isRefused = !namesKey(this.fields ?? []);
		return listErrors(header, firstCells);
	}
}

type HeaderError = {readonly index: number; readonly error: ValueError; readonly isAboutCell: boolean};
type Header = {readonly record: CsvRecord; readonly errors: readonly HeaderError[]; readonly dialect: CsvDialect};

function findErrors(fields: readonly InputField[], naming: Naming): readonly HeaderError[] {
	const missing = [
		...findUnmapped(fields, naming),
		...(namesKey(fields) ? [] : [valueError('the header has no column licenseKey')]),
	];
	return [
		...fields.flatMap(({error}, index) => (error ? [{index, error, isAboutCell: true}] : [])),
		...missing.map(error => ({index: 0, error, isAboutCell: false})),
	];
}

/** The errors of a header, with the cells below. */
function listErrors({record, errors, dialect}: Header, cells: readonly string[]): readonly InputItem[] {
	return errors.map(({index, error, isAboutCell}) => {
		const value = isAboutCell ? cells[index] : undefined;
		const example = value ? `; its first value is ${shown(value)}` : '';
		const told = {...error, message: error.message + example};
		return {error: {...errorAt(positionOfCell(record, index, dialect), null, told), isOfAll: true}};
	});
}

const isExample = (cells: readonly string[]) =>
	cells[0] === templateExample[0] && cells.every((cell, index) => cell === templateExample[index]);

/** Undefined leaves the field as it is. */
function parseCell({ours, column}: InputField, text: string, {emptyClearsNotes, words}: Reading): unknown {
	if (text === '') return emptyClearsNotes && ours === 'notes' ? '' : undefined;
	if (column) return column.parseCell(text, words);
	return ours === 'product' && /^\d+$/.test(text) ? Number(text) : text;
}

function toRow(record: CsvRecord, fields: readonly InputField[], options: Reading): InputRow {
	const {line} = record;
	const cells = withoutRest(record.cells, Math.min(record.cells.length, fields.length));
	const positionOf = (index: number) => positionOfCell(record, index, options.dialect);
	const row: InputRow = {
		line,
		column: 1,
		fields,
		unusedFlags: options.unusedFlags,
		values: fields.map((field, index) => parseCell(field, cells[index] ?? '', options)),
		positionOf,
		original: () => {
			const texts = new Map(fields.map(({ours}, index) => [ours, cells[index] ?? '']));
			return Object.fromEntries(writable.flatMap(({name}) => (texts.has(name) ? [[name, texts.get(name)]] : [])));
		},
	};
	if (cells.length === fields.length) return row;
	const message = `this row has ${counted(cells.length, 'cell')}, but the header has ${fields.length}`;
	const index = Math.min(cells.length, fields.length);
	return {...row, error: errorAt(positionOf(index), fields[index]?.name ?? null, valueError(message))};
}
