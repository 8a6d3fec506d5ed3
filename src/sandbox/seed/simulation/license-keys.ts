import type {KeyRow} from '../../store/key-row.ts';
import {licenseTypes} from '../values/people.ts';
import {hexadecimal, Random} from './random.ts';

/** Keys that break spreadsheets, CSV readers, shells or scripts. */
const awkwardKeys = [
	'000123',
	'123',
	'1.23E+15',
	'12345678901234567890',
	' LEADING-BLANK',
	'TRAILING-BLANK ',
	'two  blanks',
	'tab\tinside',
	"O'Brien",
	'say "hi"',
	'a,b;c|d',
	'=1+1',
	'+49-89-1234',
	'-5',
	'@home',
	'null',
	'true',
	'NaN',
	'__proto__',
	'constructor',
	'KEY',
	'key',
	'Key',
	'Ключ-77',
	'鍵-42',
	'Straße',
	'clé-été',
	'cle\u0301-e\u0301te\u0301',
	'🔑-1',
	'مفتاح',
	'2021-03-04',
	'a/b\\c',
	'%41%42',
	'$HOME',
	'`id`',
	'<b>bold</b>',
	'^4\\.[0-9]+$',
	`L${'O'.repeat(198)}NG`,
	'X',
	'C:\\keys\\1',
] as const;

const notes = ['', '', '', '', 'renewal, see "case 17"', 'two\nlines', 'Müller GmbH; Köln', '=HYPERLINK("x")'] as const;
const quotas = [1, 1, 1, 2, 3, 5, 5, 10, 25, 100, 0] as const;
const editors = ['admin@sandbox.example', 'analyst@sandbox.example', 'former@sandbox.example'] as const;

const secondsPerDay = 86_400;

/** Number of keys for data of a size; more than one page. */
export const keyCount = (size: number): number => 120 + Math.floor(size / 12);

/** Text of a key by its number from 0. */
function keyText(number: number, random: Random): string {
	const awkward = awkwardKeys[number];
	if (awkward !== undefined) return awkward;
	const digits = hexadecimal(random, 1) + number.toString(16).toUpperCase().padStart(8, '0');
	return `AUR-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}-${digits.slice(12)}`;
}

type Span = {readonly productId: number; readonly count: number; readonly first: number; readonly today: number};

/** Draws when and by whom a key was last edited. An upload counts as an edit, so only collected keys may have none. */
function drawEdit(key: {added: number; addedDate: number; autoCollected: boolean}, today: number, random: Random) {
	if (key.autoCollected && !random.chance(150)) return {lastEditedDate: null, lastEditedBy: null};
	const noon = (key.added + random.below(today - key.added + 1)) * secondsPerDay + secondsPerDay / 2;
	return {
		lastEditedDate: Math.max(key.addedDate, noon),
		lastEditedBy: editors[random.below(editors.length)] ?? null,
	};
}

function createKey(number: number, {productId, first, today}: Span, random: Random): KeyRow {
	const licenseKey = keyText(number, random);
	const autoCollected = random.chance(350);
	const added = first + random.below(today - first + 1);
	const addedDate = added * secondsPerDay + random.below(secondsPerDay);
	const expiryDate = random.chance(450) ? added + 180 * (1 + random.below(8)) : null;
	const past = expiryDate !== null && expiryDate < today;
	return {
		productId,
		licenseKey,
		licenseType: autoCollected ? 'unknown' : (licenseTypes[random.below(licenseTypes.length)] ?? 'unknown'),
		activated: random.chance(820),
		blacklisted: number % 23 === 7,
		expired: random.chance(past ? 850 : 20),
		whitelisted: number % 31 === 3,
		expiryDate,
		installQuota: autoCollected ? 1 : (quotas[random.below(quotas.length)] ?? 1),
		addedDate,
		autoCollected,
		...drawEdit({added, addedDate, autoCollected}, today, random),
		notes: notes[random.below(notes.length)] ?? '',
	};
}

/** Draws the registry of a product: `count` keys, added between two days. */
export function* createKeys(seed: number, span: Span): Generator<KeyRow> {
	const random = new Random(seed, 77);
	for (let number = 0; number < span.count; number++) {
		random.restart(number);
		yield createKey(number, span, random);
	}
}
