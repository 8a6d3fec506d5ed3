export type SqlValue = string | number | boolean | null | readonly SqlValue[];

/** The database as the handlers use it. */
export type Database = {
	/** Rows as plain objects; integers (also BIGINT and HUGEINT) and decimals arrive as numbers. Parameters are `$1`, `$2`, …. */
	readonly rows: <Row extends object = Record<string, string | number | boolean | null>>(
		sql: string,
		parameters?: readonly SqlValue[],
	) => Promise<readonly Row[]>;
	readonly close: () => void;
};
