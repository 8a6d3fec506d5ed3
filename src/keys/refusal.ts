/** Why a value of an upload file is refused; `suggest` is the nearest good value. */
export type Refusal = {readonly message: string; readonly suggest?: string};

/** A refusal, with its suggestion only where there is one. */
export const refuse = (message: string, suggest?: string): Refusal =>
	suggest === undefined ? {message} : {message, suggest};

const longest = 40;

/** A value as it stands in a message: a text in quotes and on one line, and never endless. */
export function shown(value: unknown): string {
	const quote = typeof value === 'string';
	const text = quote ? value : (JSON.stringify(value) ?? String(value));
	// Taken by characters, so that no half of one is left at the cut.
	const cut = text.length > longest ? `${[...text.slice(0, 2 * longest)].slice(0, longest).join('')}…` : text;
	return quote ? JSON.stringify(cut) : cut;
}

/** Half of a character: it has no UTF-8 form, so it cannot be sent. */
export const isWhole = (text: string): boolean => !/\p{Cs}/u.test(text);
