export type SpreadsheetValue = {readonly what: string; readonly pattern: RegExp; readonly examples: readonly string[]};

/** English, German, French, Spanish, Italian, Portuguese and Dutch, as spreadsheets abbreviate them. */
const month =
	'(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|mrz|mär|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|mrt|mei)\\.?';
const time = '\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?[ap]\\.?m\\.?)?';
const amount = "\\d[\\d.,'\\u00a0\\u202f ]*";
const currency = '(?:[\\p{Sc}]|USD|EUR|GBP|CHF|kr\\.?|zł|Kč)';

/** The values that a spreadsheet makes of a license key. */
export const spreadsheetValues: readonly SpreadsheetValue[] = [
	{
		what: 'a number mangled by a spreadsheet',
		pattern: /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i,
		examples: ['1.23E+15', '5E+18', '1,23E+15'],
	},
	{
		what: 'a date made by a spreadsheet',
		pattern: new RegExp(
			`^(?:\\d{1,2}[-. ]{1,2}${month}(?:[-. ]{1,2}\\d{2,4})?|${month}[- ]\\d{2,4}|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}|\\d{4}[-/]\\d\\d[-/]\\d\\d)(?:[ T]${time})?$`,
			'iu',
		),
		examples: [
			'1-Mar',
			'2. Okt',
			'Mar-26',
			'1-Mar-2026',
			'01/03/2026',
			'3/1/2026 0:00',
			'1/2',
			'01.03.2026',
			'2026-03-01',
		],
	},
	{
		what: 'a time made by a spreadsheet',
		pattern: new RegExp(`^${time}$`, 'i'),
		examples: ['12:30:00', '0:00', '1:30 PM'],
	},
	{what: 'a percentage made by a spreadsheet', pattern: /^[+-]?\d+(?:[.,]\d+)?\s?%$/, examples: ['50%', '12,5 %']},
	{
		what: 'an amount of money made by a spreadsheet',
		pattern: new RegExp(`^(?:[-+]?${currency}\\s?[-+]?${amount}|[-+]?${amount}\\s?${currency})$`, 'iu'),
		examples: ['$5.00', '5,00 €', '-£1,234.50', 'CHF 5'],
	},
	{what: 'a negative number made by a spreadsheet', pattern: /^\(\d[\d.,]*\)$/, examples: ['(123)', '(1,234.50)']},
	{
		what: 'a number with separators made by a spreadsheet',
		pattern:
			/^[+-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:['’\u00a0\u202f]\d{3})+(?:[.,]\d+)?)$/,
		examples: ['1,234', '1.234.567', '1’234'],
	},
	{what: 'a cell too narrow for its number', pattern: /^#{3,}$/, examples: ['####', '########']},
	{
		what: 'an error of a spreadsheet',
		// Most end with ! or ? in every language.
		pattern: /^#(?:[¿¡]?[\p{L}\d/_]+[!?]|N\/?[ADBV]|I\/T|Н\/Д|YOK|GETTING_DATA)$/iu,
		examples: [
			'#NAME?',
			'#DIV/0!',
			'#SPILL!',
			'#WERT!',
			'#NV',
			'#BEZUG!',
			'#NOM?',
			'#¿NOMBRE?',
			'#ЗНАЧ!',
			'#N/A',
			'#N/D',
		],
	},
];
