const maxCharacters = 128;

/** Returns the name of an event or a category as the client library stores it (docs/service.md#help-event-names). */
export const toStoredName = (name: string): string =>
	[...name.replace(/(?! )\s/g, '').trim()].slice(0, maxCharacters).join('');

/** SQL that is true for a name that the client library would store otherwise. */
export const isNotStoredName = (column: string): string =>
	`(length(${column}) > ${maxCharacters} OR ${column} <> trim(${column}) OR regexp_matches(replace(${column}, ' ', ''), '[\\s\\pZ]'))`;
