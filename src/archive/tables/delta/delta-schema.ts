import type {LogKind} from '../../files/log-kinds.ts';
import {serviceColumns, toColumn} from '../read/record-columns.ts';

/** Columns of the other kind of lines. */
const columnsOfOtherKind: Readonly<Record<LogKind, RegExp>> = {exceptions: /^event_/, events: /^exception_/};

/** Columns that are not text. */
const columnTypes: Readonly<Record<string, string>> = {timestamp: 'timestamp', product: 'long'};

/** Columns of a table from its first version on, whether or not any line has them. */
export const getInitialColumns = (kind: LogKind): readonly string[] => [
	...serviceColumns.map(toColumn).filter(column => !columnsOfOtherKind[kind].test(column)),
	...(kind === 'exceptions' ? ['fingerprint'] : []),
	'file',
	'product',
	'month',
];

/** Columns as the schema of a Delta table. Every value may be missing, as columns come and go over the years. */
export const formatSchema = (columns: readonly string[]): string =>
	JSON.stringify({
		type: 'struct',
		fields: columns.map(name => ({name, type: columnTypes[name] ?? 'string', nullable: true, metadata: {}})),
	});

/** The names in a schema. Throws where it is none. */
export const parseSchema = (schemaString: string): readonly string[] =>
	JSON.parse(schemaString).fields.map(({name}: {name: unknown}) => String(name));

/** The columns of a table while it is being written: engines tell names apart that differ in case, SQL does not. */
export class TableColumns {
	readonly #names: Map<string, string>;

	constructor(columns: readonly string[]) {
		this.#names = new Map(columns.map(name => [name.toLowerCase(), name]));
	}

	get all(): readonly string[] {
		return [...this.#names.values()];
	}

	/** The name under which the table has a column; a new one is added to the table. */
	addColumn(column: string): string {
		const found = this.#names.get(column.toLowerCase());
		if (found === undefined) this.#names.set(column.toLowerCase(), column);
		return found ?? column;
	}
}
