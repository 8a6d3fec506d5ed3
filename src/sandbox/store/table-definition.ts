/** `day` is stored as days and `moment` as seconds since 1970-01-01; files contain dates and timestamps. */
export type ColumnType = 'id' | 'text' | 'integer' | 'number' | 'decimal' | 'boolean' | 'day' | 'moment';

export type TableColumn = {
	readonly name: string;
	readonly type: ColumnType;
	readonly nullable: boolean;
	/** The text can be empty. In other columns an empty text is null. */
	readonly blank?: boolean;
	/** Optional in imported files, because it is derived from other columns. */
	readonly derived?: boolean;
	readonly note: string;
};

export type Table = {
	readonly name: string;
	readonly note: string;
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

/**
 * The time of the clock in seconds since 1970-01-01, from a variable of the connection. Without it, everything in the
 * data is known.
 */
const clockVariable = 'clock';
export const endOfData = Number.MAX_SAFE_INTEGER - 1;
export const setClockSql = (seconds: number): string => `SET VARIABLE ${clockVariable} = ${seconds}`;
export const clockSql = `coalesce(getvariable('${clockVariable}'), ${endOfData})`;

const fileTypes: Readonly<Record<ColumnType, string>> = {...storageTypes, day: 'DATE', moment: 'TIMESTAMP'};

export const fileType = ({type}: TableColumn): string => fileTypes[type];

export const storageType = ({type}: Pick<TableColumn, 'type'>): string => storageTypes[type];

export const tableSql = ({name, columns}: Table): string =>
	`${name} (${columns.map(item => `"${item.name}" ${storageType(item)}`).join(', ')})`;
