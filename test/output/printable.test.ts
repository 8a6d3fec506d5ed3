import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {cutMiddle, cutStart, cutToWidth, displayWidth} from '../../src/output/display-width.ts';
import {printable, printableLines} from '../../src/output/printable.ts';
import {hostileText, hostileTexts, obeyed} from '../support/data/hostile-text.ts';
import {laws} from '../support/laws/laws.ts';

test.each([
	['\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
	['a\r\nb\nc\td', 'a⏎b⏎c→d'],
	['\u009b2J', '\\u{9b}2J'],
	['right\u202eleft', 'right\\u{202e}left'],
	['tag\u{e0041}', 'tag\\u{e0041}'],
	['half \ud83d', 'half \\u{d83d}'],
	['plain ünïcödé 漢字 👍🏽', 'plain ünïcödé 漢字 👍🏽'],
])('shows %j as %j', (text, shown) => {
	expect(printable(text)).toBe(shown);
});

test('keeps line breaks', () => {
	expect(printableLines('a\r\nb\nc\u001b\td')).toBe('a\nb\nc\\u{1b}→d');
});

test('leaves nothing that a terminal interprets, and changes nothing when applied twice', () => {
	fc.assert(
		fc.property(hostileText, text => {
			const shown = printable(text);
			expect(shown).not.toMatch(obeyed);
			expect(shown).not.toContain('\n');
			expect(printable(shown)).toBe(shown);
			expect(printableLines(text)).not.toMatch(obeyed);
		}),
		{...laws(500), examples: hostileTexts.map(text => [text])},
	);
});

test('cuts text to fit with … at the end and without half characters', () => {
	expect(cutToWidth('漢字かな', 5)).toBe('漢字…');
	expect(cutToWidth('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦…');
	expect(cutToWidth('exactly', 7)).toBe('exactly');
	expect(cutMiddle('Microsoft Windows 10', 12)).toBe('Microso…s 10');
	expect(cutMiddle('漢字かな漢字かな漢字かな', 11)).toBe('漢字かな…な');
	expect(cutMiddle('exactly', 7)).toBe('exactly');
	expect(cutStart('/home/ada/keys.csv', 10)).toBe('…/keys.csv');
	expect(cutStart('漢字かな', 4)).toBe('…な');
	expect(cutStart('exactly', 7)).toBe('exactly');
	fc.assert(
		fc.property(hostileText.map(printable), fc.integer({min: 0, max: 40}), (text, width) => {
			const cut = cutToWidth(text, width);
			expect(displayWidth(cut)).toBeLessThanOrEqual(width);
			expect(cut).not.toMatch(obeyed);
			expect(displayWidth(cutMiddle(text, width))).toBeLessThanOrEqual(width);
			expect(cutMiddle(text, width)).not.toMatch(obeyed);
			const tail = cutStart(text, width);
			expect(displayWidth(tail)).toBeLessThanOrEqual(width);
			expect(tail).not.toMatch(obeyed);
			expect(text.endsWith(tail.replace(/^…/, ''))).toBe(true);
			if (displayWidth(text) <= width) expect(cut).toBe(text);
			else expect(text.startsWith(cut.slice(0, -1))).toBe(true);
		}),
		laws(500),
	);
});

test('measures width like string-width, which the table library uses', () => {
	const odd = Array.from({length: 0x10000}, (_, code) => String.fromCharCode(code)).filter(
		each => displayWidth(each) !== stringWidth(each),
	);
	expect(odd).toEqual([]);
	const letters = fc.string({unit: fc.constantFrom(...'aéЖ漢ｶか한⏎…—\u0301👩\u200d') as fc.Arbitrary<string>});
	fc.assert(
		fc.property(fc.oneof(letters, hostileText), text => {
			expect(displayWidth(text)).toBe(stringWidth(text));
		}),
		laws(300),
	);
	expect([cutToWidth('abcde', 5), cutToWidth('abcde\u0301', 5), cutToWidth('abcdef', 5)]).toEqual([
		'abcde',
		'abcde\u0301',
		'abcd…',
	]);
	expect([cutToWidth('abc', 0), cutToWidth('', 0), cutToWidth('abc', 1)]).toEqual(['', '', '…']);
});

const segmenter = new Intl.Segmenter();
/** As much of a text as fits, found by cutting it into what a reader calls characters. */
function carefulCut(text: string, width: number): string {
	if (width === 0 || stringWidth(text) <= width) return width === 0 ? '' : text;
	const segments = [...segmenter.segment(text)].map(({segment}) => segment);
	while (segments.reduce((sum, each) => sum + stringWidth(each), 0) > width - 1) segments.pop();
	return `${segments.join('')}…`;
}

test('cuts text where counting its graphemes says', () => {
	const units = [...'aéЖß漢ｶか한グ…—⏎ \u0301\u3099\u11a8\ufe0f👩\u200d🇩🇪'] as const;
	const letters = fc.string({unit: fc.constantFrom(...units), maxLength: 30});
	const common = fc.string({unit: fc.constantFrom(...units.slice(0, 13)), maxLength: 30});
	fc.assert(
		fc.property(fc.oneof(letters, common), fc.integer({min: 0, max: 40}), (text, width) => {
			expect(cutToWidth(text, width)).toBe(carefulCut(text, width));
		}),
		{
			...laws(300),
			examples: [
				['漢字', 4],
				['漢字', 3],
				['漢字a', 4],
				['か\u3099か', 3],
				['é\u0301é', 2],
			].map(([t, w]) => [t as string, w as number]),
		},
	);
	const joining = Array.from({length: 0x10000}, (_, code) => String.fromCharCode(code)).filter(
		each => cutToWidth(`${each}${each}a`, 3) !== carefulCut(`${each}${each}a`, 3),
	);
	expect(joining).toEqual([]);
});

test('cuts a letter with a million combining marks without measuring it', () => {
	const text = `e${'\u0301'.repeat(1_000_000)}x`;
	expect(cutToWidth(text, 10).length).toBeLessThan(400);
});
