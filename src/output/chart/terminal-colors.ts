/** Bits of color: 1 is none, 4 is 16 colors, 8 is 256. */
export type ColorDepth = 1 | 4 | 8;

type Output = {readonly isTTY: boolean; readonly colorDepth?: () => number | undefined};

/** Output that is not a terminal, or that does not tell its colors, gets 256; so does one that Node takes for colorless, such as with an empty NO_COLOR. */
export function getColorDepth(color: boolean, {isTTY, colorDepth}: Output): ColorDepth {
	if (!color) return 1;
	return isTTY && colorDepth?.() === 4 ? 4 : 8;
}

/** A chart as lines, and faint lines below it, which the caller cuts to the width. */
export type Drawn = {readonly lines: readonly string[]; readonly footer: readonly string[]};

export type Ink = {
	readonly series: (index: number, text: string) => string;
	readonly heat: (share: number, text: string) => string;
	readonly faint: (text: string) => string;
	readonly strong: (text: string) => string;
	readonly colored: boolean;
};

const sgr = (codes: string, text: string) => `\u001b[${codes}m${text}\u001b[0m`;

/** Colors of series, legible on dark and light backgrounds and with most kinds of color blindness. */
const series: Readonly<Record<4 | 8, readonly string[]>> = {
	4: ['36', '33', '35', '32', '34', '31', '39', '94'],
	8: ['38;5;38', '38;5;208', '38;5;35', '38;5;170', '38;5;136', '38;5;99', '38;5;167', '38;5;103'],
};

/** Shades from low to high, each with a text color that is legible on it. */
const shades: Readonly<Record<4 | 8, readonly string[]>> = {
	4: ['44;37', '45;37', '46;30', '42;30', '43;30'],
	8: [
		'48;5;17;38;5;15',
		'48;5;18;38;5;15',
		'48;5;24;38;5;15',
		'48;5;31;38;5;15',
		'48;5;37;38;5;16',
		'48;5;79;38;5;16',
		'48;5;122;38;5;16',
		'48;5;158;38;5;16',
	],
};

const plain: Ink = {
	series: (_, text) => text,
	heat: (_, text) => text,
	faint: text => text,
	strong: text => text,
	colored: false,
};

export function createInk(depth: ColorDepth): Ink {
	if (depth === 1) return plain;
	const shade = (share: number) =>
		shades[depth][Math.min(shades[depth].length - 1, Math.floor(share * shades[depth].length))] as string;
	return {
		series: (index, text) => sgr(series[depth][index % series[depth].length] as string, text),
		heat: (share, text) => sgr(shade(Math.max(0, share)), text),
		faint: text => sgr('2', text),
		strong: text => sgr('1', text),
		colored: true,
	};
}
