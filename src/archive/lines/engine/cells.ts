import type {DuckDBValue} from '@duckdb/node-api';
import type {Cell} from '../../../output/dataset.ts';

/** `2026-10-01 12:00:00` as the service writes it. */
const timestamp = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/;

/** Turns a value of the engine into a cell: numbers that JavaScript can hold exactly, everything else as text. */
export function toCell(value: DuckDBValue): Cell {
	if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
		return value;
	const text = String(value);
	if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : text;
	if ('scale' in value && 'width' in value) return Number(text);
	return text.replace(timestamp, '$1T$2');
}
