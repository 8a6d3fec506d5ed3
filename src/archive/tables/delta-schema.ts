import {type LogKind, logKinds} from '../log-kinds.ts';
import {serviceColumns, toColumn} from '../record-columns.ts';

const columnTypes: Readonly<Record<string, string>> = {timestamp: 'timestamp', product: 'long'};

/** The columns of a new table, whether or not a record has them. */
export const getInitialColumns = (kind: LogKind): readonly string[] => [
	...serviceColumns.map(toColumn).filter(column => !logKinds[kind].columnsOfOther.test(column)),
	...(kind === 'exceptions' ? ['fingerprint'] : []),
	'file',
	'product',
	'month',
];

/** Returns the schema of a Delta table. All columns are nullable, because they come and go over the years. */
export const formatSchema = (columns: readonly string[]): string =>
	JSON.stringify({
		type: 'struct',
		fields: columns.map(name => ({name, type: columnTypes[name] ?? 'string', nullable: true, metadata: {}})),
	});

export const parseSchema = (schemaString: string): readonly string[] =>
	JSON.parse(schemaString).fields.map(({name}: {name: unknown}) => String(name));

/** The columns of a table that is being written. Engines treat names as case-sensitive; SQL does not. */
export class TableColumns {
	readonly #names: Map<string, string>;

	constructor(columns: readonly string[]) {
		this.#names = new Map(columns.map(name => [name.toLowerCase(), name]));
	}

	get all(): readonly string[] {
		return [...this.#names.values()];
	}

	addColumn(column: string): string {
		const found = this.#names.get(column.toLowerCase());
		if (found === undefined) this.#names.set(column.toLowerCase(), column);
		return found ?? column;
	}
}
