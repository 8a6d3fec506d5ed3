import type {SandboxOptions} from '../options/option-table.ts';

/** Quotes a field where RFC 4180 requires it. */
const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A record with the line end that is assumed. */
export const csvRecord = (fields: readonly string[], options: SandboxOptions): string =>
	`${fields.map(field).join(',')}${options['csv-line-end'] === 'lf' ? '\n' : '\r\n'}`;
