import {secondsPerDay} from '../../../calendar.ts';
import type {KeyRow} from '../../store/key-row.ts';
import {licenseTypes} from '../values/editions.ts';
import {products} from '../values/product-profiles.ts';
import {type Birth, drawBirths} from './births.ts';
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

/** More than one page. */
const keyCount = (size: number): number => 120 + Math.floor(size / 12);

/** The awkward keys are among the first, each after two others. */
function keyText(number: number, random: Random): string {
	const awkward = number % 3 === 1 ? awkwardKeys[(number - 1) / 3] : undefined;
	if (awkward !== undefined) return awkward;
	const digits = hexadecimal(random, 1) + number.toString(16).toUpperCase().padStart(8, '0');
	return `AUR-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8, 12)}-${digits.slice(12)}`;
}

type DatedKey = {
	readonly row: KeyRow;
	readonly added: number;
	readonly expired: number;
};

function lastEdit(added: number, until: number, random: Random): number {
	let last = added;
	for (let day = added; day <= until; day += 20 + random.below(500)) last = day;
	return last;
}

/** An upload counts as an edit, so only collected keys can have none. */
function drawEdit(key: {added: number; addedDate: number; autoCollected: boolean}, until: number, random: Random) {
	if (key.autoCollected && !random.chance(150)) return {lastEditedDate: null, lastEditedBy: null};
	const lastEditedBy = editors[random.below(editors.length)] ?? null;
	return {lastEditedDate: Math.max(key.addedDate, lastEdit(key.added, until, random) * secondsPerDay), lastEditedBy};
}

/** Draws what depends on `until` last, so that the rest does not depend on it. */
function createKey(
	{number, day: added}: Birth,
	{productId, until}: {productId: number; until: number},
	random: Random,
) {
	random.restart(number);
	const licenseKey = keyText(number, random);
	const autoCollected = random.chance(350);
	const addedDate = added * secondsPerDay + random.below(secondsPerDay);
	const expiryDate = random.chance(450) ? added + 180 * (1 + random.below(8)) : null;
	const early = random.chance(20);
	const late = expiryDate !== null && random.chance(850) ? expiryDate + 1 : Number.POSITIVE_INFINITY;
	const expired = early ? added : late;
	const row: KeyRow = {
		productId,
		licenseKey,
		licenseType: autoCollected ? 'unknown' : (licenseTypes[random.below(licenseTypes.length)] ?? 'unknown'),
		activated: random.chance(820),
		blacklisted: number % 23 === 7,
		expired: expired <= until,
		whitelisted: number % 31 === 3,
		expiryDate,
		installQuota: autoCollected ? 1 : (quotas[random.below(quotas.length)] ?? 1),
		addedDate,
		autoCollected,
		notes: notes[random.below(notes.length)] ?? '',
		...drawEdit({added, addedDate, autoCollected}, until, random),
	};
	return {row, added, expired};
}

/** In the order of addition. */
export type KeyRing = readonly DatedKey[];

function countUntil(keys: KeyRing, day: number): number {
	let [low, high] = [0, keys.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((keys[middle] as DatedKey).added <= day) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Returns the index of a key from 1, or 0 if there is none yet. Some keys are shared by many; a tenth is never used. */
export function drawKey(keys: KeyRing, day: number, random: Random): number {
	const addedKeys = countUntil(keys, day);
	if (addedKeys === 0) return 0;
	const shared = random.chance(60);
	const place = shared
		? random.below(Math.min(12, addedKeys))
		: Math.min(random.below(addedKeys), random.below(addedKeys));
	return place % 10 === 9 ? place : place + 1;
}

/** Returns the bits of licenseStatus. `place` is the index of the key, from 1. */
export function getKeyFlags(keys: KeyRing, place: number, day: number): number {
	const key = keys[place - 1];
	if (!key) return 0;
	const {activated, blacklisted, whitelisted} = key.row;
	return (
		Number(activated) | (Number(blacklisted) << 1) | (Number(key.expired <= day) << 2) | (Number(whitelisted) << 3)
	);
}

/** Draws the registry of the licensed product, up to a day. */
export function createKeyRing({seed, size, today: until}: {seed: number; size: number; today: number}): KeyRing {
	const profile = products.find(({licensed}) => licensed);
	if (!profile) return [];
	const {productId, launch} = profile;
	const random = new Random(seed, 77);
	const births = drawBirths({launch, count: keyCount(size)}, {after: launch - 1, until}, new Random(seed, 78));
	return Array.from(births, birth => createKey(birth, {productId, until}, random));
}
