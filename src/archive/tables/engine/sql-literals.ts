/** Quotes text for SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const list = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`;

/** Quotes a path so that characters of file patterns in it have no meaning. */
export const pathLiteral = (path: string): string => literal(path.replace(/[*?[]/g, '[$&]'));
export const pathList = (paths: readonly string[]): string => `[${paths.map(pathLiteral).join(', ')}]`;

/** A condition that holds for lines of these days (`YYYY-MM-DD`). */
export const isOnDays = (days: readonly string[]): string =>
	`CAST("timestamp" AS DATE) IN (${days.map(day => `DATE ${literal(day)}`).join(', ')})`;
