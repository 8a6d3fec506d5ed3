import type {Database, SqlValue} from '../store/database.ts';

/** SQL with bound values. Text of a request never becomes part of the text of a statement. */
export class Sql {
	readonly parts: readonly (string | {readonly value: SqlValue})[];
	constructor(parts: Sql['parts']) {
		this.parts = parts;
	}
}

/** SQL text that we wrote: names of tables, columns and functions. */
export const raw = (text: string): Sql => new Sql([text]);

/** Composes SQL: holes that are Sql are inserted, all others are bound as parameters. */
export function sql(texts: TemplateStringsArray, ...holes: readonly (Sql | SqlValue)[]): Sql {
	return new Sql(
		texts.flatMap((text, index) => {
			if (index === holes.length) return [text];
			const hole = holes[index] as Sql | SqlValue;
			return [text, ...(hole instanceof Sql ? hole.parts : [{value: hole}])];
		}),
	);
}

/** Joins pieces by a separator. */
export const join = (pieces: readonly Sql[], separator: string): Sql =>
	new Sql(pieces.flatMap((piece, index) => (index === 0 ? piece.parts : [separator, ...piece.parts])));

/** All of the conditions; true if there are none. */
export const and = (conditions: readonly Sql[]): Sql =>
	conditions.length === 0 ? raw('true') : sql`(${join(conditions, ' AND ')})`;

/** At least one of the conditions; false if there are none. */
export const or = (conditions: readonly Sql[]): Sql =>
	conditions.length === 0 ? raw('false') : sql`(${join(conditions, ' OR ')})`;

/** The text and the parameters of a statement. */
function compile({parts}: Sql): {readonly text: string; readonly parameters: readonly SqlValue[]} {
	const parameters: SqlValue[] = [];
	const text = parts.map(part => (typeof part === 'string' ? part : `$${parameters.push(part.value)}`)).join('');
	return {text, parameters};
}

/** Runs a statement and returns its rows. */
export function query<Row extends object>(database: Database, statement: Sql): Promise<readonly Row[]> {
	const {text, parameters} = compile(statement);
	return database.rows<Row>(text, parameters);
}
