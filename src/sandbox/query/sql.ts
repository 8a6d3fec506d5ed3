import type {Database, SqlValue} from '../store/database.ts';

/** SQL as a value: text with bound values in it. No text from a request ever becomes text of a statement. */
export class Sql {
	readonly parts: readonly (string | {readonly value: SqlValue})[];
	constructor(parts: Sql['parts']) {
		this.parts = parts;
	}
}

/** Text of ours: names of tables, columns and functions. */
export const raw = (text: string): Sql => new Sql([text]);

/** Composes SQL: pieces of SQL are taken in, everything else is bound. */
export function sql(texts: TemplateStringsArray, ...holes: readonly (Sql | SqlValue)[]): Sql {
	return new Sql(
		texts.flatMap((text, index) => {
			if (index === holes.length) return [text];
			const hole = holes[index] as Sql | SqlValue;
			return [text, ...(hole instanceof Sql ? hole.parts : [{value: hole}])];
		}),
	);
}

/** Pieces with a separator of ours between them. */
export const join = (pieces: readonly Sql[], separator: string): Sql =>
	new Sql(pieces.flatMap((piece, index) => (index === 0 ? piece.parts : [separator, ...piece.parts])));

/** All of the conditions; true when there are none. */
export const and = (conditions: readonly Sql[]): Sql =>
	conditions.length === 0 ? raw('true') : sql`(${join(conditions, ' AND ')})`;

/** One of the conditions at least; false when there are none. */
export const or = (conditions: readonly Sql[]): Sql =>
	conditions.length === 0 ? raw('false') : sql`(${join(conditions, ' OR ')})`;

/** Statement and parameters, as the engine takes them. */
export function compile({parts}: Sql): {readonly text: string; readonly parameters: readonly SqlValue[]} {
	const parameters: SqlValue[] = [];
	const text = parts.map(part => (typeof part === 'string' ? part : `$${parameters.push(part.value)}`)).join('');
	return {text, parameters};
}

/** Rows of a query. */
export function query<Row extends object>(database: Database, statement: Sql): Promise<readonly Row[]> {
	const {text, parameters} = compile(statement);
	return database.rows<Row>(text, parameters);
}
