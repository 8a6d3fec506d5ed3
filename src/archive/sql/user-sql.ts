import {CliError} from '../../errors.ts';

export const sqlHint =
	'for views and columns see usagectl query --tables and --schema VIEW; for examples see usagectl help query';
export const createSqlError = (message: string): CliError =>
	new CliError('usage', message, {hint: sqlHint, code: 'sql'});

const readKeywords = ['select', 'from', 'with', 'describe', 'summarize', 'show', 'values'] as const;
export const createReadOnlyError = (): CliError =>
	createSqlError(`only statements that read data are allowed (${readKeywords.join(', ').toUpperCase()})`);

export const getFirstWord = (sql: string): string =>
	/^(?:\s|\(|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*([a-z]*)/i.exec(sql)?.[1]?.toLowerCase() ?? '';

/** Throws unless the first word of the statement is one that reads, such as SELECT. Preparing an EXPORT already creates folders. */
export function validateKeyword(sql: string): void {
	if (!readKeywords.some(word => word === getFirstWord(sql))) throw createReadOnlyError();
}
