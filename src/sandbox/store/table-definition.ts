/** Types of the sandbox's tables; the tables themselves are in schema.ts. */

/** `day` is stored as days since 1970-01-01 and `moment` as seconds since then; files contain dates and timestamps. */
export type ColumnType = 'id' | 'text' | 'integer' | 'number' | 'decimal' | 'boolean' | 'day' | 'moment';

export type TableColumn = {
	readonly name: string;
	readonly type: ColumnType;
	readonly nullable: boolean;
	/** The text may be empty; in other columns, an empty text is null. */
	readonly blank?: boolean;
	/** An imported file may lack it, because it is derived from the others. */
	readonly derived?: boolean;
	readonly note: string;
};

export type Table = {
	readonly name: string;
	readonly note: string;
	/** Columns that together identify a row. */
	readonly key: readonly string[];
	readonly columns: readonly TableColumn[];
};

const storageTypes: Readonly<Record<ColumnType, string>> = {
	id: 'BIGINT',
	text: 'VARCHAR',
	integer: 'INTEGER',
	number: 'DOUBLE',
	decimal: 'DECIMAL(18,2)',
	boolean: 'BOOLEAN',
	day: 'INTEGER',
	moment: 'BIGINT',
};

/** A text as a literal of SQL, where the engine takes no parameter. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Types in files: days as dates, moments as timestamps. */
const fileTypes: Readonly<Record<ColumnType, string>> = {...storageTypes, day: 'DATE', moment: 'TIMESTAMP'};

/** SQL type of a column in a file. */
export const fileType = ({type}: TableColumn): string => fileTypes[type];

/** SQL type of a column in the database. */
export const storageType = ({type}: Pick<TableColumn, 'type'>): string => storageTypes[type];

/** Name and columns of a table, as `CREATE TABLE` takes them. */
export const tableSql = ({name, columns}: Table): string =>
	`${name} (${columns.map(item => `"${item.name}" ${storageType(item)}`).join(', ')})`;
