import type {Members} from '../../contract/json-values.ts';
import type {PartKind} from '../../contract/rules/validate-request.ts';
import {CliError, placeIn} from '../../errors.ts';
import {locateJson} from '../../text/json-text.ts';
import type {Setting} from './cursor.ts';
import type {Code} from './error-codes.ts';
import {fail} from './expression-error.ts';
import type {Source, Span} from './source-text.ts';

/** API JSON in place of an expression: the contract judges it, and the language reads the text that it prints for it. */

export function readGivenJson(source: Source, kind: PartKind): Members {
	if (source.readJson) return source.readJson(source, kind);
	return fail({source, start: 0, end: 1}, 'at-json', 'JSON is not read here', {help: 'write an expression'});
}

export const spanIn = (source: Source, path: readonly (string | number)[]): Span => ({
	source,
	...locateJson(source.text, path),
});

/** Errors in what an expression is for, such as a property that the report does not support: not in how it is written. */
const purposes: ReadonlySet<string> = new Set<Code>([
	...(['unknown-property', 'unknown-level', 'expected-level', 'not-in-report', 'not-a-segment'] as const),
	...(['no-filters', 'no-segments', 'segments-needed', 'segments-not-here', 'no-events', 'event-no-combi'] as const),
	...(['too-many-levels', 'sort-status'] as const),
]);

/**
 * Reads the text printed for valid JSON. If no text can express the JSON, returns undefined and warns. Throws CliError (usage)
 * with the place of the JSON if its purpose is wrong.
 */
export function readPrinted<T>(
	{text, span, name}: {readonly text: string; readonly span: (line: number) => Span; readonly name: string},
	{context, warnings}: Setting,
	read: (source: Source) => T,
): T | undefined {
	try {
		return read({name, text});
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		const {code = '', place} = error.details;
		const where = span(place?.line ?? 1);
		if (purposes.has(code) || context.records) {
			throw new CliError('usage', error.message, {...error.details, place: placeIn(where.source, where)});
		}
		warnings.push({
			code: 'as-given',
			message: `${name}: no expression can say this (${error.message}); the JSON is sent unchanged`,
			span: where,
		});
		return undefined;
	}
}
