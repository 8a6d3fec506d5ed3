/** Hides the secrets that were added to it in any text, in each spelling that a message can hold. */
export type Mask = {readonly add: (secret: string) => void; readonly text: (text: string) => string};

export const masked = '********';

/** A shorter secret would match parts of ordinary words. */
const minLength = 4;

/** As in a URL, which cannot hold half a surrogate pair. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\u{fffd}'));

/** A secret as it is, inside JSON, and inside a URL in two ways. */
function getSpellings(secret: string): readonly string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	return [secret, inJson, encode(secret), encode(inJson), new URLSearchParams({'': secret}).toString().slice(1)];
}

export function createMask(): Mask {
	const known = new Set<string>();
	return {
		add: secret => {
			if (secret.length >= minLength) for (const text of getSpellings(secret)) known.add(text);
		},
		text: text => {
			let shown = text;
			// The longest first: a secret may be a part of another.
			for (const secret of [...known].sort((a, b) => b.length - a.length)) shown = shown.replaceAll(secret, masked);
			return shown;
		},
	};
}
