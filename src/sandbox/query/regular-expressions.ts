import type {Assumed} from '../assumptions/table.ts';
import {Refusal} from '../refusal.ts';
import type {Database} from '../store/database.ts';

/** Condition that an expression (a parameter's place) matches a text, in the dialect that was chosen. */
export const expressionSql = (text: string, place: string, assume: Assumed): string =>
	`${expressionFunction(assume)}(${text}, ${place}, '${expressionOptions(assume)}')`;

/** The engine's function for it, and the options it takes as its third argument. */
export const expressionFunction = (assume: Assumed): string =>
	assume['regex-match'] === 'whole' ? 'regexp_full_match' : 'regexp_matches';
export const expressionOptions = (assume: Assumed): string => (assume['regex-case'] === 'insensitive' ? 'i' : 'c');

/** Texts in one query: few enough for a parameter, many enough not to wait for queries. */
const textsPerQuery = 50_000;

/**
 * Of the texts, those that the expression matches: by the engine (RE2, so no pattern takes more than linear time).
 * Throws a Refusal for an expression that is not one.
 */
export async function matchTexts(
	database: Database,
	{pattern, texts, assume}: {readonly pattern: string; readonly texts: readonly string[]; readonly assume: Assumed},
): Promise<ReadonlySet<string>> {
	const sql = `SELECT text FROM (SELECT unnest($1) AS text) WHERE ${expressionSql('text', '$2', assume)}`;
	const found = new Set<string>();
	// One text at least, so that a wrong expression is refused also where nothing could match.
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

/** The engine's word for a wrong expression is a refusal; anything else stays what it is. */
export const invalidPattern = (pattern: string, error: Error): Error =>
	error.message.startsWith('Invalid Input Error')
		? new Refusal('SYNTAX ERROR', `not a regular expression: ${pattern} (${error.message})`)
		: error;
