import fc from 'fast-check';

/** What strangers' machines put into labels: sequences that a terminal obeys, characters that hide, names of prototypes. */
export const hostileTexts: readonly string[] = [
	'\u001b[31mred\u001b[0m',
	'\u001b]0;title\u0007',
	'\u001b]52;c;ZXZpbA==\u0007',
	'\u001bP+q544e\u001b\\',
	'\u009b2J',
	'line\nbreak',
	'dos\r\nbreak',
	'over\rwritten',
	'back\b\b\bspace',
	'tab\tstop',
	'nul\0byte',
	'delete\u007f',
	'right\u202eto left',
	'isolate\u2066d',
	'zero\u200bwidth\u200djoiner',
	'line\u2028separator\u2029',
	'\ufefforder mark',
	'tag\u{e0041}\u{e007f}',
	'half \ud83d of a pair',
	'soft\u00adhyphen',
	'__proto__',
	'constructor',
	'<NULL>',
	'<script>alert(1)</script>',
	'[link](javascript:x)',
	'a|b`c*d_e',
	'=1+1',
	"'=1+1",
	'-5',
	' \t=cmd|/C calc',
	'＝1',
	'x;=1+1',
	'"quoted", and more',
	'👩‍👩‍👧‍👦 family',
	'e\u0301\u0323\u0301 marks',
	'漢字かな交じり文',
	'',
	' ',
];

/** Hostile pieces joined with any text. */
export const hostileText: fc.Arbitrary<string> = fc
	.array(fc.oneof(fc.constantFrom(...hostileTexts), fc.string({unit: 'binary', maxLength: 8})), {maxLength: 4})
	.map(parts => parts.join(''));

/** What a terminal would obey or hide, as the tests see it: written down apart from the tool's own list. */
export const obeyed =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
	/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?<![\ud800-\udbff](?=[\udc00-\udfff]))/;
