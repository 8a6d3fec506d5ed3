import type {Cell, Column, Row} from '../../../output/dataset.ts';
import {toQueryColumn} from '../query-columns.ts';

export type StatementResult = {readonly columns: readonly Column[]; readonly blocks: AsyncIterable<readonly Row[]>};

const numericTypes = /^(?:u?int\d*|tinyint|smallint|integer|bigint|real|double|float\d*|decimal)/i;
const timestampTypes = /^(?:timestamp|datetime)/i;

/** Removes `Nullable(…)` and `LowCardinality(…)`. */
const unwrapType = (type: string): string => type.replace(/^(?:(?:Nullable|LowCardinality)\()+/, '');

export const toResultColumn = (name: string, type: string): Column =>
	toQueryColumn(
		name,
		numericTypes.test(unwrapType(type)) ? 'number' : /^date(?:32)?\b/i.test(unwrapType(type)) ? 'date' : 'text',
	);

/** Turns `2026-10-01 12:00:00.500 UTC` into `2026-10-01T12:00:00.5`, the form of the service. */
const toTimestamp = (text: string) =>
	text.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.0*|(\.\d*[1-9])0*)?(?: UTC)?$/, '$1T$2$3');

function toCell(value: unknown, type: string): Cell {
	if (value === null || value === undefined) return null;
	if (typeof value === 'object') return JSON.stringify(value);
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
export const toResultRow = (values: readonly unknown[], types: readonly string[]): Row =>
	values.map((value, at) => toCell(value, types[at] ?? ''));

export async function readAllRows({blocks}: StatementResult): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const block of blocks) rows.push(...block);
	return rows;
}
