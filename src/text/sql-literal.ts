/** Quotes a text for SQL where no parameter is accepted. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
