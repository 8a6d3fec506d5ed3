import type {Members} from '../../contract/json-values.ts';
import type {PartKind} from '../../contract/rules/validate-request.ts';

/** Returns the API JSON in a source if the contract permits it. Throws CliError (usage). */
export type JsonReader = (source: Source, kind: PartKind) => Members;

/** A text from the user, with the name that messages give it: `--filter`, `--filter#2`, `eu.txt`. */
export type Source = {
	readonly name: string;
	readonly text: string;
	/** Comes with JSON only (source/read-json.ts), because the contract's schemas take long to load. */
	readonly readJson?: JsonReader;
};

/** A part of a source, in UTF-16 units. */
export type Span = {readonly source: Source; readonly start: number; readonly end: number};

export const isJson = ({text}: Source): boolean => /^\uFEFF?\s*\{/.test(text);

/** Removes a byte order mark, which must not count as a column. */
export const withoutMark = (source: Source): Source =>
	source.text.startsWith('\uFEFF') ? {...source, text: source.text.slice(1)} : source;
