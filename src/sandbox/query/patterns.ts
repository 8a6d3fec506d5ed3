import type {Assumed} from '../assumptions/table.ts';
import type {Database} from '../store/database.ts';
import {expressionFunction, expressionOptions, matchTexts} from './regular-expressions.ts';
import {raw, type Sql, sql} from './sql.ts';

/** Condition that the expression matches the text; null matches none. */
export const matches = (text: Sql, pattern: string, assume: Assumed): Sql =>
	sql`${raw(expressionFunction(assume))}(${text}, ${pattern}, ${raw(`'${expressionOptions(assume)}'`)})`;

/** Members whose value `regex` makes another member a regular expression. */
const patternMembers = {type: 'value', categoryType: 'category', nameType: 'name'} as const;

/** All regular expressions of a request. */
export function findPatterns(value: unknown): readonly string[] {
	if (Array.isArray(value)) return value.flatMap(findPatterns);
	if (typeof value !== 'object' || value === null) return [];
	const members = value as Readonly<Record<string, unknown>>;
	const own = Object.entries(patternMembers)
		.filter(([type]) => members[type] === 'regex')
		.map(([, pattern]) => members[pattern])
		.filter(pattern => typeof pattern === 'string');
	return [...own, ...Object.values(members).flatMap(findPatterns)];
}

/** Throws a Refusal for the first expression of the request that the engine rejects. */
export async function validatePatterns(input: unknown, database: Database, assume: Assumed): Promise<void> {
	for (const pattern of new Set(findPatterns(input))) await matchTexts(database, {pattern, texts: [], assume});
}
