import type {Cell, Column, Row} from '../../../output/dataset.ts';
import {toQueryColumn} from '../query-columns.ts';

/** An answer of an engine, while it arrives. */
export type Answer = {readonly columns: readonly Column[]; readonly blocks: AsyncIterable<readonly Row[]>};

const numeric = /^(?:u?int\d*|tinyint|smallint|integer|bigint|real|double|float\d*|decimal)/i;
const moments = /^(?:timestamp|datetime)/i;

/** The type inside `Nullable(…)` and `LowCardinality(…)`. */
const plain = (type: string): string => type.replace(/^(?:(?:Nullable|LowCardinality)\()+/, '');

export const toColumn = (name: string, type: string): Column =>
	toQueryColumn(name, numeric.test(plain(type)) ? 'number' : /^date(?:32)?\b/i.test(plain(type)) ? 'date' : 'text');

/** `2026-10-01 12:00:00.500 UTC` as the service writes it: `2026-10-01T12:00:00.5`. */
const toMoment = (text: string) =>
	text.replace(/^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.0*|(\.\d*[1-9])0*)?(?: UTC)?$/, '$1T$2$3');

function toCell(value: unknown, type: string): Cell {
	if (value === null || value === undefined) return null;
	if (typeof value === 'object') return JSON.stringify(value);
	if (typeof value !== 'string') return value as Cell;
	if (moments.test(plain(type))) return toMoment(value);
	if (!numeric.test(plain(type)) || value === '' || Number.isNaN(Number(value))) return value;
	const isWhole = /^-?\d+$/.test(value);
	return isWhole && !Number.isSafeInteger(Number(value)) ? value : Number(value);
}

/** Cells of a row, as the embedded engine has them: numbers that JavaScript can hold exactly, everything else as text. */
export const toRow = (values: readonly unknown[], types: readonly string[]): Row =>
	values.map((value, at) => toCell(value, types[at] ?? ''));

/** All rows of an answer. */
export async function gatherRows({blocks}: Answer): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const block of blocks) rows.push(...block);
	return rows;
}
