/** Signs that look like a capital Latin letter, from Unicode's table of confusables (UTS #39). */
const capitals: Readonly<Record<string, string>> = {
	A: 'ΑА',
	B: 'ΒВ',
	C: 'СϹ',
	E: 'ΕЕ',
	G: 'Ԍ',
	H: 'ΗН',
	I: 'ΙІӀ',
	J: 'ЈͿ',
	K: 'ΚК',
	M: 'ΜМ',
	N: 'Ν',
	O: 'ΟО',
	P: 'ΡР',
	Q: 'Ԛ',
	S: 'Ѕ',
	T: 'ΤТ',
	W: 'Ԝ',
	X: 'ΧХ',
	Y: 'ΥҮУ',
	Z: 'Ζ',
};
/** Small letters that look like another letter than their capitals do. */
const smallLetters: Readonly<Record<string, string>> = {V: 'νѵ', U: 'υ', Y: 'γ', D: 'ԁ', H: 'һ', R: 'г'};

const letters = new Map(
	[...Object.entries(smallLetters), ...Object.entries(capitals)].flatMap(([letter, signs]) =>
		[...signs].map(sign => [sign, letter] as const),
	),
);

const plain = /^[\w.:/+-]*$/;
/** Blanks, and signs that are not shown. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const dashes = /[\p{Dash_Punctuation}\u2212\u2043]/gu;
const toLetter = (sign: string) => letters.get(sign) ?? sign;

/** Returns the text that a spreadsheet means by `="0001"` or `'0001`, or the text itself. */
export function unquoteCell(text: string): string {
	const formula = /^="(?:[^"]|"")*"$/.test(text) ? text.slice(2, -1).replaceAll('""', '"') : text;
	return /^'./s.test(formula) ? formula.slice(1) : formula;
}

/**
 * Returns a text that keys share if they differ only by case, blanks, invisible or look-alike signs, Unicode normalization,
 * or a spreadsheet's quotes. O and 0, I, l and 1 stay apart: keys with both exist.
 */
export function getLookAlike(key: string): string {
	if (plain.test(key)) return key.toUpperCase();
	const shown = unquoteCell(key.replace(/[\u2018\u2019\u02bc\uff07]/g, "'"))
		.normalize('NFKC')
		.replace(unseen, '')
		.replace(dashes, '-');
	return [...shown].map(toLetter).join('').toUpperCase().replace(/./gsu, toLetter);
}

/** Any sign but a visible ASCII one, among them blanks, invisible signs and accents. */
const others = '[^!-~]*';
const variants = new Map<string, string>();
for (const [sign, letter] of letters) variants.set(letter, (variants.get(letter) ?? '') + sign + sign.toLowerCase());

/** Matches the key itself and its look-alikes, but also a few other keys. */
export function getLookAlikePattern(key: string): string {
	const signs = [...getLookAlike(key)].filter(sign => /[!-~]/.test(sign)).map(toVariants);
	return `^(?:=?["'])?${others}${signs.join(others)}${others}"?$`;
}

function toVariants(sign: string): string {
	if (sign === '-') return '[-\u2010-\u2015\u2043\u2212\uff0d]';
	if (sign === "'") return "['\u2018\u2019\u02bc\uff07]";
	const fullWidth = String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0);
	const own = /[\w]/.test(sign) ? sign + sign.toLowerCase() : `\\${sign}`;
	return `[${own}${fullWidth}${fullWidth.toLowerCase()}${variants.get(sign) ?? ''}]`;
}
