import type {SandboxOptions} from '../options/option-table.ts';

/** Quotes a field if RFC 4180 requires it. */
const field = (text: string, delimiter: string) =>
	/["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

export function csvRecord(fields: readonly string[], options: SandboxOptions): string {
	const delimiter = options['csv-delimiter'] === 'semicolon' ? ';' : ',';
	const end = options['csv-line-end'] === 'lf' ? '\n' : '\r\n';
	return `${fields.map(text => field(text, delimiter)).join(delimiter)}${end}`;
}
