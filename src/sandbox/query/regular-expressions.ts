import type {SandboxOptions} from '../options/option-table.ts';
import {Rejection} from '../rejection.ts';
import type {Database} from '../store/database.ts';
import {requestSql} from '../store/ecma-expressions.ts';
import {raw, type Sql, sql} from './sql-template.ts';

/** Regular expressions in requests (docs/service.md#regular-expressions). */

/** Returns SQL that is true if a part of the text matches; both texts are SQL themselves. */
export const expressionSql = (text: string, expression: string, options: SandboxOptions): string =>
	options.regex === 'ecma'
		? `ecma_matches(${text}, ${expression}, ${requestSql()})`
		: `regexp_matches(${text}, ${expression}, 'c')`;

/** Null matches no expression. */
export function matches(text: Sql, pattern: string, options: SandboxOptions): Sql {
	const [before = '', between = '', after = ''] = expressionSql('|', '|', options).split('|');
	return sql`${raw(before)}${text}${raw(between)}${pattern}${raw(after)}`;
}

const textsPerQuery = 50_000;

/** Throws a Rejection if the engine does not accept the expression. */
export async function matchTexts(
	database: Database,
	{
		pattern,
		texts,
		options,
	}: {readonly pattern: string; readonly texts: readonly string[]; readonly options: SandboxOptions},
): Promise<ReadonlySet<string>> {
	const statement = `SELECT text FROM (SELECT unnest($1) AS text) WHERE ${expressionSql('text', '$2', options)}`;
	const matched = new Set<string>();
	// At least one text, so that an invalid expression is rejected in any case.
	const pieces = Math.max(1, Math.ceil(texts.length / textsPerQuery));
	for (let piece = 0; piece < pieces; piece++) {
		const chunk = texts.slice(piece * textsPerQuery, (piece + 1) * textsPerQuery);
		const parameters = [chunk.length > 0 ? chunk : [''], pattern];
		const rows = await database.rows<{text: string}>(statement, parameters).catch(error => {
			throw rejectedPattern(error, [pattern]);
		});
		for (const {text} of rows) matched.add(text);
	}
	return matched;
}

/** Turns the engine's error for one of the expressions into a Rejection. Returns other errors unchanged. */
export function rejectedPattern(error: Error, patterns: readonly string[]): Error {
	const [, detail] = /^Invalid Input Error: (.*)$/s.exec(error.message) ?? [];
	if (detail === undefined || patterns.length === 0) return error;
	return new Rejection('SYNTAX ERROR', `the regular expression ${patterns.join(' or ')} is invalid: ${detail}`);
}

/** Members that hold a regular expression if another member is `regex`. */
const patternMembers = {type: 'value', categoryType: 'category', nameType: 'name'} as const;

export function findPatterns(value: unknown): readonly string[] {
	if (Array.isArray(value)) return value.flatMap(findPatterns);
	if (typeof value !== 'object' || value === null) return [];
	const members = value as Readonly<Record<string, unknown>>;
	const ownPatterns = Object.entries(patternMembers)
		.filter(([type]) => members[type] === 'regex')
		.map(([, pattern]) => members[pattern])
		.filter(pattern => typeof pattern === 'string');
	return [...ownPatterns, ...Object.values(members).flatMap(findPatterns)];
}

/** Throws a Rejection for the first expression that the engine does not accept. */
export async function validatePatterns(input: unknown, database: Database, options: SandboxOptions): Promise<void> {
	for (const pattern of new Set(findPatterns(input))) await matchTexts(database, {pattern, texts: [], options});
}
