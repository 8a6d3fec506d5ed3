/** Hides secrets that it was told of in any text, in each spelling they can take on the way. */
export type Mask = {readonly add: (secret: string) => void; readonly text: (text: string) => string};

export const masked = '********';

/** Shorter ones would hide half of every text; fields that hold them are masked by name. */
const shortest = 4;

/** In an address; half a surrogate pair cannot stand in one. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\u{fffd}'));

/** As it is, inside JSON, and inside an address in two ways. */
function getSpellings(secret: string): readonly string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	return [secret, inJson, encode(secret), encode(inJson), new URLSearchParams({'': secret}).toString().slice(1)];
}

export function createMask(): Mask {
	const known = new Set<string>();
	return {
		add: secret => {
			if (secret.length >= shortest) for (const text of getSpellings(secret)) known.add(text);
		},
		text: text => {
			let shown = text;
			// The longest first: a secret within another must not leave the rest of it.
			for (const secret of [...known].sort((a, b) => b.length - a.length)) shown = shown.replaceAll(secret, masked);
			return shown;
		},
	};
}
