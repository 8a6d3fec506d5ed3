import type {Assumed} from '../assumptions/assumption-table.ts';

/** Quotes a field where RFC 4180 requires it. */
const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A record with the line end that is assumed. */
export const csvRecord = (fields: readonly string[], assume: Assumed): string =>
	`${fields.map(field).join(',')}${assume['csv-line-end'] === 'lf' ? '\n' : '\r\n'}`;
