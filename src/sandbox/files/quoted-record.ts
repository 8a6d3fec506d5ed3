import type {SandboxOptions} from '../options/option-table.ts';

/** Quotes a field if RFC 4180 requires it. */
const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const csvRecord = (fields: readonly string[], options: SandboxOptions): string =>
	`${fields.map(field).join(',')}${options['csv-line-end'] === 'lf' ? '\n' : '\r\n'}`;
