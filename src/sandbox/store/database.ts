export type SqlValue = string | number | boolean | null | readonly SqlValue[];

export type Database = {
	/** Returns integers (also BIGINT and HUGEINT) and decimals as numbers. Parameters are `$1`, `$2`, …. */
	readonly rows: <Row extends object = Record<string, string | number | boolean | null>>(
		sql: string,
		parameters?: readonly SqlValue[],
	) => Promise<readonly Row[]>;
	readonly close: () => void;
};
