import type {Database, SqlValue} from '../store/database.ts';

/** SQL with bound values. Text of a request never becomes part of a statement. */
export class Sql {
	readonly parts: readonly (string | {readonly value: SqlValue})[];
	constructor(parts: Sql['parts']) {
		this.parts = parts;
	}
}

/** Wraps SQL text of our own: names of tables, columns and functions. Never use it for text of a request. */
export const raw = (text: string): Sql => new Sql([text]);

/** Inserts holes that are Sql and binds all others as parameters. */
export function sql(texts: TemplateStringsArray, ...holes: readonly (Sql | SqlValue)[]): Sql {
	return new Sql(
		texts.flatMap((text, index) => {
			if (index === holes.length) return [text];
			const hole = holes[index] as Sql | SqlValue;
			return [text, ...(hole instanceof Sql ? hole.parts : [{value: hole}])];
		}),
	);
}

export const join = (pieces: readonly Sql[], separator: string): Sql =>
	new Sql(pieces.flatMap((piece, index) => (index === 0 ? piece.parts : [separator, ...piece.parts])));

/** Returns `true` for no conditions. */
export const and = (conditions: readonly Sql[]): Sql =>
	conditions.length === 0 ? raw('true') : sql`(${join(conditions, ' AND ')})`;

/** Returns `false` for no conditions. */
export const or = (conditions: readonly Sql[]): Sql =>
	conditions.length === 0 ? raw('false') : sql`(${join(conditions, ' OR ')})`;

export function query<Row extends object>(database: Database, {parts}: Sql): Promise<readonly Row[]> {
	const parameters: SqlValue[] = [];
	const text = parts.map(part => (typeof part === 'string' ? part : `$${parameters.push(part.value)}`)).join('');
	return database.rows<Row>(text, parameters);
}
