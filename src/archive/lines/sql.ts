/** Texts of people and files as SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const list = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`;

/** A path that names one file, whatever signs of a pattern it holds. */
export const pathLiteral = (path: string): string => literal(path.replace(/[*?[]/g, '[$&]'));
export const pathList = (paths: readonly string[]): string => `[${paths.map(pathLiteral).join(', ')}]`;
