/** Why a value of an upload file cannot be sent; `suggest` is the nearest value that can. */
export type Refusal = {readonly message: string; readonly suggest?: string};

/** A refusal, with its suggestion only where there is one. */
export const refuse = (message: string, suggest?: string): Refusal =>
	suggest === undefined ? {message} : {message, suggest};

/** Tells a refusal from a checked value. */
export const isRefused = (value: unknown): value is Refusal => typeof value === 'object' && value !== null;

const longest = 40;

/** A value for a message: a string in quotes and on one line, and cut when it is long. */
export function shown(value: unknown): string {
	const quote = typeof value === 'string';
	const text = quote ? value : (JSON.stringify(value) ?? String(value));
	// Cut between characters, not within a surrogate pair.
	const cut = text.length > longest ? `${[...text.slice(0, 2 * longest)].slice(0, longest).join('')}…` : text;
	return quote ? JSON.stringify(cut) : cut;
}
