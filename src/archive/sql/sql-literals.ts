import {literal} from '../../text/sql-literal.ts';

export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literalList = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`;

/** Escapes wildcards, so that the path has only its literal meaning. */
export const pathLiteral = (path: string): string => literal(path.replace(/[*?[]/g, '[$&]'));
export const pathList = (paths: readonly string[]): string => `[${paths.map(pathLiteral).join(', ')}]`;

export const getDaysCondition = (days: readonly string[]): string =>
	`CAST("timestamp" AS DATE) IN (${days.map(day => `DATE ${literal(day)}`).join(', ')})`;

/** SQL of DuckDB for a stored timestamp without its time zone, which is UTC. AT TIME ZONE calls ICU for each row, and takes eight times as long. */
export const storedTimestamp = 'make_timestamp(epoch_us("timestamp"))';
