import type {SandboxOptions} from '../options/option-table.ts';
import {Rejection} from '../rejection.ts';
import type {Database} from '../store/database.ts';
import {requestSql} from '../store/ecma-expressions.ts';
import {query, raw, type Sql, sql} from './sql-template.ts';

/** Regular expressions in requests (docs/service.md#regular-expressions). */

/** True if a part of the text matches. Null matches no expression. */
export const matches = (text: Sql, pattern: string, {regex}: SandboxOptions): Sql =>
	regex === 'ecma'
		? sql`ecma_matches(${text}, ${pattern}, ${raw(requestSql())})`
		: sql`regexp_matches(${text}, ${pattern}, 'c')`;

const textsPerQuery = 50_000;

/** Throws a Rejection if the engine does not accept the expression. */
export async function matchTexts(
	database: Database,
	{pattern, options}: {readonly pattern: string; readonly options: SandboxOptions},
	texts: readonly string[],
): Promise<ReadonlySet<string>> {
	const condition = matches(raw('text'), pattern, options);
	const matched = new Set<string>();
	for (let start = 0; start < texts.length; start += textsPerQuery) {
		const chunk = texts.slice(start, start + textsPerQuery);
		const statement = sql`SELECT text FROM (SELECT unnest(${chunk}) AS text) WHERE ${condition}`;
		const rows = await query<{text: string}>(database, statement).catch(error => {
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
	for (const pattern of new Set(findPatterns(input))) await matchTexts(database, {pattern, options}, ['']);
}
