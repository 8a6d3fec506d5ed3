import {identifier, literal} from './engine/sql.ts';

/** Which lines count, apart from their day. */
export type LineFilter = {
	/** Values, or patterns with `*`; a line must match one of them. */
	readonly versions: readonly string[];
	readonly systems: readonly string[];
	readonly countries: readonly string[];
	/** A condition in SQL over the columns. */
	readonly where: string | undefined;
};

/** Columns that all questions need; a file may lack any of them. */
export const neededColumns = ['timestamp', 'clientId', 'prodVersion', 'os_version', 'geography_country'] as const;

/** A pattern such as `5.*` in SQL; only the star has a meaning. */
const toPattern = (text: string) => literal(text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%'));
const matches = (column: string, values: readonly string[]): readonly string[] =>
	values.length === 0
		? []
		: [`(${values.map(value => `${identifier(column)} ILIKE ${toPattern(value)} ESCAPE '\\'`).join(' OR ')})`];

/** Returns the filter as a condition in SQL. */
export function getCondition({versions, systems, countries, where}: LineFilter): string {
	const conditions = [
		...matches('prodVersion', versions),
		...matches('os_version', systems),
		...matches('geography_country', countries),
		...(where === undefined ? [] : [`(${where}\n)`]),
	];
	return conditions.length > 0 ? `coalesce(${conditions.join(' AND ')}, false)` : 'true';
}
