import type {KeyRow} from '../../store/key-row.ts';
import type {Cell} from '../../store/rows.ts';
import {seedEvents} from '../values/events.ts';
import {editions, licenseTypes} from '../values/people.ts';
import type {ProductProfile} from '../values/products.ts';
import {drawLifetime, drawPatience, installedRelease, releaseOn} from './lifecycle.ts';
import {hexadecimal, type Random} from './random.ts';
import {changeTraits, drawTraits, type Traits} from './traits.ts';

/** What all installations of a product share. */
export type World = {
	readonly profile: ProductProfile;
	/** Of the product that has licenses; installations of others hold none. */
	readonly keys: readonly KeyRow[];
	readonly launch: number;
	readonly today: number;
};

/** An installation while its life is simulated. */
export type Life = {
	readonly installation: number;
	/** Counts from 0 within the product; the first one is active every day, so that every day has data. */
	readonly number: number;
	readonly traits: Traits;
	/** Place of the release in the list of releases. */
	release: number;
	licenseType: number;
	/** Bits of licenseStatus. */
	flags: number;
	/** Place of the license key, from 1; 0: none. */
	key: number;
	/** Number of the current row of the history among those of all installations, and among its own. */
	span: number;
	nth: number;
	/** The current row of the history, and the sessions in it so far. */
	row: Cell[];
	rowSessions: number;
	readonly first: number;
	last: number;
	ends: number;
	readonly patience: number;
	activeDays: number;
	sessions: number;
	minutes: number;
	readonly machine: string | null;
	/** Uses in the lifetime, by event. */
	readonly uses: Int32Array;
};

const trial = 1 + editions.findIndex(({name}) => name === 'Trial');
const professional = 1 + editions.findIndex(({name}) => name === 'Pro');
const getLifetime = (edition: number) => editions[edition - 1]?.lifetime ?? 1;
const getLicenseType = (edition: number) => 1 + licenseTypes.indexOf(editions[edition - 1]?.licenseType as 'unknown');
const notForResale = licenseTypes.length;

const getFlagBits = (key: KeyRow | undefined): number =>
	key
		? Number(key.activated) |
			(Number(key.blacklisted) << 1) |
			(Number(key.expired) << 2) |
			(Number(key.whitelisted) << 3)
		: 0;

/** Draws a key. Some keys are shared by many installations; the last tenth is never used. */
function drawKey(keys: readonly KeyRow[], random: Random): number {
	const used = Math.floor(keys.length * 0.9);
	if (used === 0) return 0;
	return 1 + (random.chance(60) ? random.below(Math.min(12, used)) : Math.min(random.below(used), random.below(used)));
}

/** Identifier of the machine. A reinstallation is a new client on the machine of the previous installation. */
function drawMachine(previous: Life | undefined, random: Random): string | null {
	if (previous && random.chance(60)) return previous.machine;
	return random.chance(20) ? null : hexadecimal(random, 2);
}

/** Draws an installation as it is on its install day. `previous` is the one made before it. */
export function createLife(
	{installation, number, day}: {installation: number; number: number; day: number},
	{profile, keys, launch, today}: World,
	{random, previous}: {random: Random; previous: Life | undefined},
): Life {
	const isFirst = number === 0;
	const first = isFirst ? launch : day;
	const traits = drawTraits(random);
	const edition = editions[traits.edition - 1];
	const release = installedRelease(first - launch, random);
	const patience = drawPatience(random);
	const licenseType = random.chance(25) ? notForResale : getLicenseType(traits.edition);
	const key = profile.licensed && random.chance(edition?.keyed ?? 0) ? drawKey(keys, random) : 0;
	// Some keys are activated later; at first none is expired.
	const flags = getFlagBits(keys[key - 1]) & (random.chance(400) ? 0b1010 : 0b1011);
	const ends = isFirst ? today : Math.min(today, first + drawLifetime(edition?.lifetime ?? 1, random));
	const machine = drawMachine(isFirst ? undefined : previous, random);
	// Members are listed one by one, because objects made by spreading slow the simulation down.
	return {
		installation,
		number,
		traits,
		release,
		licenseType,
		flags,
		key,
		first,
		ends,
		patience,
		machine,
		span: (previous?.span ?? 0) + 1,
		nth: 0,
		row: [],
		rowSessions: 0,
		last: first,
		activeDays: 0,
		sessions: 0,
		minutes: 0,
		uses: new Int32Array(seedEvents.length),
	};
}

/** Updates the release or buys the trial on a day of activity. True when a new row of the history begins. */
export function updateLife(life: Life, day: number, {world, random}: {world: World; random: Random}): boolean {
	if (day === life.first) return false;
	const newest = releaseOn(day - world.launch - life.patience);
	const buys = life.traits.edition === trial && day - life.first >= 10 && random.chance(150);
	if (newest <= life.release && !buys) return false;
	if (buys) {
		life.traits.edition = professional;
		life.licenseType = getLicenseType(professional);
		if (life.key === 0 && world.profile.licensed) life.key = drawKey(world.keys, random);
		life.ends = Math.min(world.today, day + drawLifetime(getLifetime(professional), random));
	}
	life.release = Math.max(newest, life.release);
	life.flags = getFlagBits(world.keys[life.key - 1]);
	changeTraits(life.traits, random);
	life.span++;
	life.nth++;
	return true;
}
