import {didYouMean, nearNames} from '../../text/near-names.ts';
import {serviceColumns, toColumn} from '../record-columns.ts';

const quotedNames = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string);

/** Returns the unknown column of a statement; the engine reports `os.version` as a missing table `os`. */
export function findUnknownColumn(message: string, sql: string): string | undefined {
	const [, column] =
		/^Binder Error: (?:Referenced column|Column|.+ does not have a column named) "([^"]+)"/.exec(message) ?? [];
	if (column !== undefined) return column;
	const [, table] = /Referenced table "(\w+)" not found/.exec(message) ?? [];
	return table === undefined ? undefined : new RegExp(`\\b${table}\\.\\w+`, 'i').exec(sql)?.[0];
}

function findSimilarColumns(name: string, message: string): readonly string[] {
	const candidates = quotedNames(/Candidate bindings: (.*)/.exec(message)?.[1] ?? '');
	// The same name may be a column of another view.
	return [...new Set(nearNames(name, [...serviceColumns, ...candidates]).map(toColumn))].filter(near => near !== name);
}

export type ExplainedError = {readonly message: string; readonly hint: string | undefined};

/** Returns the engine's message as one line, with a suggestion. */
export function explainSqlError(error: unknown, sql: string): ExplainedError {
	const message = error instanceof Error ? error.message : String(error);
	const unknownColumn = findUnknownColumn(message, sql);
	if (unknownColumn !== undefined) {
		const columns = findSimilarColumns(unknownColumn, message);
		return {
			message: `there is no column ${unknownColumn}`,
			hint: columns.length > 0 ? didYouMean(columns) : undefined,
		};
	}
	const [first = ''] = message.split('\n');
	const [, near] = /^Did you mean "(.*)"\?/m.exec(message) ?? [];
	return {
		message: first.replace(/^(?:Parser|Binder|Catalog) Error: /, ''),
		hint: near === undefined ? undefined : didYouMean([near]),
	};
}
