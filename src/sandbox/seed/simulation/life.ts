import type {KeyRow} from '../../store/registered-keys.ts';
import type {StoredCell} from '../../store/writer.ts';
import {seedEvents} from '../values/events.ts';
import {editions, licenseTypes} from '../values/people.ts';
import type {ProductProfile} from '../values/products.ts';
import {drawLifetime, drawPatience, installedRelease, releaseOn} from './lifecycle.ts';
import {hexadecimal, type Random} from './random.ts';
import {changeTraits, createTraits, drawTraits} from './traits.ts';

/** What all installations of a product share. */
export type World = {
	readonly profile: ProductProfile;
	/** Of the product that has licenses; installations of others hold none. */
	readonly keys: readonly KeyRow[];
	readonly launch: number;
	readonly today: number;
};

/** One installation while it is made. The object serves all of them in turn: a million objects would cost memory and time. */
export const createLife = () => ({
	installation: 0,
	/** Counts from 0 within the product; the first one is active every day, so that there is always something of today. */
	number: 0,
	traits: createTraits(),
	/** Place of the release in the train. */
	release: 0,
	licenseType: 0,
	/** Bits of licenseStatus. */
	flags: 0,
	/** Place of the license key, from 1; 0: none. */
	key: 0,
	/** Number of the row of its history, counted through all installations; how many it had before; and the first one. */
	span: 0,
	nth: 0,
	/** That row, and its sessions so far. */
	row: [] as StoredCell[],
	rowSessions: 0,
	first: 0,
	last: 0,
	ends: 0,
	patience: 0,
	activeDays: 0,
	sessions: 0,
	minutes: 0,
	machine: null as string | null,
	/** Uses in the lifetime, by event. */
	uses: new Int32Array(seedEvents.length),
});
export type Life = ReturnType<typeof createLife>;

const trial = 1 + editions.findIndex(({name}) => name === 'Trial');
const professional = 1 + editions.findIndex(({name}) => name === 'Pro');
const lifetimeOf = (edition: number) => editions[edition - 1]?.lifetime ?? 1;
const licenseTypeOf = (edition: number) => 1 + licenseTypes.indexOf(editions[edition - 1]?.licenseType as 'unknown');
const notForResale = licenseTypes.length;

const bitsOf = (key: KeyRow | undefined): number =>
	key
		? Number(key.activated) |
			(Number(key.blacklisted) << 1) |
			(Number(key.expired) << 2) |
			(Number(key.whitelisted) << 3)
		: 0;

/** Some keys are passed around among many; the last tenth was never used. */
function drawKey(keys: readonly KeyRow[], random: Random): number {
	const used = Math.floor(keys.length * 0.9);
	if (used === 0) return 0;
	return 1 + (random.chance(60) ? random.below(Math.min(12, used)) : Math.min(random.below(used), random.below(used)));
}

/** Begins an installation: everything about it at the time of install, and how long it will stay. */
export function beginLife(
	life: Life,
	at: {installation: number; number: number; day: number},
	{world, random}: {world: World; random: Random},
): void {
	const {profile, keys, launch, today} = world;
	const resident = at.number === 0;
	const first = resident ? launch : at.day;
	drawTraits(life.traits, random);
	const edition = editions[life.traits.edition - 1];
	life.installation = at.installation;
	life.number = at.number;
	life.first = first;
	life.last = first;
	life.span++;
	life.nth = life.activeDays = life.sessions = life.minutes = 0;
	life.uses.fill(0);
	life.release = installedRelease(first - launch, random);
	life.patience = drawPatience(random);
	life.licenseType = random.chance(25) ? notForResale : licenseTypeOf(life.traits.edition);
	life.key = profile.licensed && random.chance(edition?.keyed ?? 0) ? drawKey(keys, random) : 0;
	// A key is often activated later, and expires later in any case.
	life.flags = bitsOf(keys[life.key - 1]) & (random.chance(400) ? 0b1010 : 0b1011);
	life.ends = resident ? today : Math.min(today, first + drawLifetime(edition?.lifetime ?? 1, random));
	// A reinstallation on the machine before is a new client with the same machine.
	if (resident || !random.chance(60)) life.machine = random.chance(20) ? null : hexadecimal(random, 2);
}

/** On a day of activity: is there a newer release, or is the trial bought? True when a new span begins. */
export function updateLife(life: Life, day: number, {world, random}: {world: World; random: Random}): boolean {
	if (day === life.first) return false;
	const newest = releaseOn(day - world.launch - life.patience);
	const buys = life.traits.edition === trial && day - life.first >= 10 && random.chance(150);
	if (newest <= life.release && !buys) return false;
	if (buys) {
		life.traits.edition = professional;
		life.licenseType = licenseTypeOf(professional);
		if (life.key === 0 && world.profile.licensed) life.key = drawKey(world.keys, random);
		life.ends = Math.min(world.today, day + drawLifetime(lifetimeOf(professional), random));
	}
	life.release = Math.max(newest, life.release);
	life.flags = bitsOf(world.keys[life.key - 1]);
	changeTraits(life.traits, random);
	life.span++;
	life.nth++;
	return true;
}
