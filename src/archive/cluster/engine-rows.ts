import type {Cell, Column, Row} from '../../output/dataset.ts';
import type {CellType} from '../records/records.ts';
import {toQueryColumn} from '../sql/query-columns.ts';
import {EngineError} from './engine-error.ts';

export type StatementResult = {readonly columns: readonly Column[]; readonly blocks: AsyncIterable<readonly Row[]>};

const numericTypes = /^(?:u?int\d*|tinyint|smallint|integer|bigint|real|double|float\d*|decimal)/i;
const dateTypes = /^(?:date|timestamp)/i;
const timestampTypes = /^(?:timestamp|datetime)/i;

/** Removes `Nullable(…)` and `LowCardinality(…)`. */
const unwrapType = (type: string): string => type.replace(/^(?:(?:Nullable|LowCardinality)\()+/, '');

export type EngineColumn = {readonly name: string; readonly type: string};

export const toResultColumn = ({name, type}: EngineColumn): Column =>
	toQueryColumn(
		name,
		numericTypes.test(unwrapType(type)) ? 'number' : dateTypes.test(unwrapType(type)) ? 'date' : 'text',
	);

/** Turns `2026-10-01 12:00:00.500 UTC` into `2026-10-01T12:00:00.5`, the form of the service. */
const toTimestamp = (text: string) =>
	text.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.0*|(\.\d*[1-9])0*)?(?: UTC)?$/, '$1T$2$3');

function formatNested(value: object): string {
	try {
		return JSON.stringify(value);
	} catch (error) {
		throw new EngineError('protocol', 'a value of the result has too many levels', error);
	}
}

function toCell(value: unknown, type: string): Cell {
	if (value === null) return null;
	if (typeof value === 'object') return formatNested(value);
	if (typeof value === 'number' && !Number.isFinite(value))
		throw new EngineError('protocol', 'the result has a number that is too large');
	if (typeof value !== 'string') return value as Cell;
	if (timestampTypes.test(unwrapType(type))) return toTimestamp(value);
	if (!numericTypes.test(unwrapType(type)) || value === '' || Number.isNaN(Number(value))) return value;
	const isWhole = /^-?\d+$/.test(value);
	return isWhole && !Number.isSafeInteger(Number(value)) ? value : Number(value);
}

/**
 * Converts cells like those of the embedded engine: numbers that JavaScript represents exactly, and text for everything
 * else.
 */
export const toResultRows = (rows: readonly (readonly unknown[])[], columns: readonly EngineColumn[]): readonly Row[] =>
	rows.map(row => {
		if (row.length !== columns.length)
			throw new EngineError('protocol', `the result has ${columns.length} columns, but a row has ${row.length} values`);
		return columns.map(({type}, at) => toCell(row[at], type));
	});

const isOfType: Readonly<Record<CellType, (cell: Cell | undefined) => boolean>> = {
	text: cell => typeof cell === 'string',
	count: cell => Number.isSafeInteger(cell) && Number(cell) >= 0,
	day: cell => /^-?\d{4,}-\d\d-\d\d$/.test(String(cell)),
};

/** Throws unless each row is what a statement of this program returns. */
export function validateRows(rows: readonly Row[], types: readonly CellType[]): void {
	const isValid = (row: Row) =>
		row.length === types.length && types.every((type, at) => row[at] === null || isOfType[type](row[at]));
	if (!rows.every(isValid)) throw new EngineError('protocol', 'the result does not fit the query');
}

export async function readAllRows({blocks}: StatementResult): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const block of blocks) rows.push(...block);
	return rows;
}
