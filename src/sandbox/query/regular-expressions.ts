import type {Assumed} from '../assumptions/table.ts';
import {Refusal} from '../refusal.ts';
import type {Database} from '../store/database.ts';

/** Condition that the expression of a parameter matches a text, in the dialect that is assumed. */
export const expressionSql = (text: string, place: string, assume: Assumed): string =>
	`${expressionFunction(assume)}(${text}, ${place}, '${expressionOptions(assume)}')`;

/** The engine's function for regular expressions, and the options in its third argument. */
export const expressionFunction = (assume: Assumed): string =>
	assume['regex-match'] === 'whole' ? 'regexp_full_match' : 'regexp_matches';
export const expressionOptions = (assume: Assumed): string => (assume['regex-case'] === 'insensitive' ? 'i' : 'c');

/** Number of texts in one query. */
const textsPerQuery = 50_000;

/**
 * Returns the texts that an expression matches. The engine uses RE2, so no pattern takes more than linear time.
 * Throws a Refusal for an invalid expression.
 */
export async function matchTexts(
	database: Database,
	{pattern, texts, assume}: {readonly pattern: string; readonly texts: readonly string[]; readonly assume: Assumed},
): Promise<ReadonlySet<string>> {
	const sql = `SELECT text FROM (SELECT unnest($1) AS text) WHERE ${expressionSql('text', '$2', assume)}`;
	const found = new Set<string>();
	// One text at least, so that an invalid expression is refused in any case.
	const pieces = Math.max(1, Math.ceil(texts.length / textsPerQuery));
	for (let piece = 0; piece < pieces; piece++) {
		const some = texts.slice(piece * textsPerQuery, (piece + 1) * textsPerQuery);
		const rows = await database.rows<{text: string}>(sql, [some.length > 0 ? some : [''], pattern]).catch(error => {
			throw invalidPattern(pattern, error);
		});
		for (const {text} of rows) found.add(text);
	}
	return found;
}

/** Turns the engine's error for an invalid expression into a Refusal; others stay as they are. */
export const invalidPattern = (pattern: string, error: Error): Error =>
	error.message.startsWith('Invalid Input Error')
		? new Refusal('SYNTAX ERROR', `not a regular expression: ${pattern} (${error.message})`)
		: error;
