import {nearNames} from '../../../near-names.ts';
import {serviceColumns, toColumn} from '../read/columns.ts';

const quotedNames = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string);

/** The name that stands for no column: `os.version` is taken for a column of a table `os`. */
function findUnknown(message: string, sql: string): string | undefined {
	const [, column] = /Referenced column "([^"]+)" not found/.exec(message) ?? [];
	if (column !== undefined) return column;
	const [, table] = /Referenced table "(\w+)" not found/.exec(message) ?? [];
	return table === undefined ? undefined : new RegExp(`\\b${table}\\.\\w+`, 'i').exec(sql)?.[0];
}

/** Columns that may have been meant: by the names of the service, and by those that the engine found alike. */
function findColumns(name: string, message: string): readonly string[] {
	const candidates = quotedNames(/Candidate bindings: (.*)/.exec(message)?.[1] ?? '');
	return [...new Set(nearNames(name, [...serviceColumns, ...candidates]).map(toColumn))];
}

export type SqlMistake = {readonly message: string; readonly hint: string | undefined};

/** What is wrong with SQL, in one line, and what may have been meant, from what the engine says of it. */
export function explainMistake(error: unknown, sql: string): SqlMistake {
	const message = error instanceof Error ? error.message : String(error);
	const unknown = findUnknown(message, sql);
	if (unknown !== undefined) {
		const columns = findColumns(unknown, message);
		return {
			message: `there is no column ${unknown}`,
			hint: columns.length > 0 ? `did you mean ${columns.join(' or ')}?` : undefined,
		};
	}
	const [first = ''] = message.split('\n');
	const [, near] = /^Did you mean "(.*)"\?/m.exec(message) ?? [];
	return {
		message: first.replace(/^(?:Parser|Binder|Catalog) Error: /, ''),
		hint: near === undefined ? undefined : `did you mean ${near}?`,
	};
}
