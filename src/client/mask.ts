export type Mask = {readonly add: (secret: string) => void; readonly text: (text: string) => string};

export const masked = '********';

/** Shorter secrets and parts of Base64 would match parts of ordinary words. */
const minLength = 4;
const minBase64Length = 6;
/** For longer secrets only the usual spellings are hidden, because a pattern of all characters would be too large. */
const maxPatternLength = 300;

/** A URL cannot contain half a surrogate pair. */
const encodeForUrl = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\u{fffd}'));

/**
 * Returns the Base64 of a secret after 0, 1 and 2 other bytes (as in `user:password`), without the characters that the
 * surrounding bytes change, in both alphabets.
 */
function getBase64(bytes: Buffer): readonly string[] {
	return [0, 1, 2].flatMap(before => {
		const text = Buffer.concat([Buffer.alloc(before), bytes])
			.toString('base64')
			.replace(/=+$/, '');
		const end = Math.floor(((before + bytes.length) * 4) / 3);
		const part = text.slice(Math.ceil((before * 4) / 3), end);
		return part.length < minBase64Length ? [] : [part, part.replaceAll('+', '-').replaceAll('/', '_')];
	});
}

/** Returns a secret as in a URL, as Base64, and as UTF-8 read as Latin-1 and the reverse. */
function getSpellings(secret: string): readonly string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const utf8 = Buffer.from(secret);
	const [asLatin1, latin1] = [utf8.toString('latin1'), Buffer.from(secret, 'latin1')];
	return [
		inJson,
		encodeForUrl(secret),
		encodeForUrl(inJson),
		new URLSearchParams({'': secret}).toString().slice(1),
		asLatin1,
		latin1.toString(),
		...getBase64(utf8),
		...getBase64(latin1),
	].filter(text => text.length >= minLength && text !== secret);
}

const quote = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** A terminal wraps messages at spaces. */
const blankPattern = String.raw`(?:\s|\\u0020)+`;

/** Matches a secret as it is and inside JSON, where any character may be escaped. */
function toPattern(secret: string): string {
	const characters = secret
		.replace(/ +/g, ' ')
		.split('')
		.map(character => {
			if (character === ' ') return blankPattern;
			const code = character.charCodeAt(0).toString(16).padStart(4, '0');
			const digits = code.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
			return `(?:${quote(JSON.stringify(character).slice(1, -1))}|${quote(character)}|\\\\u${digits})`;
		});
	return characters.join('');
}

/** Words of the reasons for which a service rejects a sign-in. A password that is one of them is hidden only as a whole value. */
const reasonWords = /^(?:account|credentials|incorrect|invalid|login|password|unknown|user|wrong)$/;
const valuePattern = (word: string) => `(?<=["=:]|%22)${word}(?=["&]|%22|$)`;

const secretPattern = (secret: string) =>
	new RegExp(reasonWords.test(secret) ? valuePattern(secret) : toPattern(secret), 'g');

export function createMask(): Mask {
	const patterns = new Map<string, RegExp | string>();
	return {
		add: secret => {
			if (secret.length < minLength || patterns.has(secret)) return;
			for (const text of getSpellings(secret)) patterns.set(text, text);
			patterns.set(secret, secret.length > maxPatternLength ? secret : secretPattern(secret));
		},
		text: text => {
			let shown = text;
			// The longest first: a secret may be a part of another.
			const longestFirst = [...patterns].sort(([a], [b]) => b.length - a.length);
			for (const [, pattern] of longestFirst) shown = shown.replaceAll(pattern, masked);
			return shown;
		},
	};
}
