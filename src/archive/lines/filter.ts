import {identifier, literal} from './engine/sql.ts';

/** Which lines count, apart from their time. */
export type LineFilter = {
	/** Texts, or patterns with `*`; any of them will do. */
	readonly versions: readonly string[];
	readonly systems: readonly string[];
	readonly countries: readonly string[];
	/** A condition in SQL over the columns. */
	readonly where: string | undefined;
};

/** Columns of a line that the questions here ask for; a file may lack any of them. */
export const askedColumns = ['timestamp', 'clientId', 'prodVersion', 'os_version', 'geography_country'] as const;

/** `5.*` as a pattern of SQL, in which nothing but the star has a meaning. */
const toPattern = (text: string) => literal(text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%'));
const matches = (column: string, values: readonly string[]): readonly string[] =>
	values.length === 0
		? []
		: [`(${values.map(value => `${identifier(column)} ILIKE ${toPattern(value)} ESCAPE '\\'`).join(' OR ')})`];

/** The filter as a condition of SQL. */
export function getCondition({versions, systems, countries, where}: LineFilter): string {
	const conditions = [
		...matches('prodVersion', versions),
		...matches('os_version', systems),
		...matches('geography_country', countries),
		...(where === undefined ? [] : [`(${where}\n)`]),
	];
	return conditions.length > 0 ? `coalesce(${conditions.join(' AND ')}, false)` : 'true';
}
