import type {LateSessions} from '../../options/option-table.ts';
import type {ScenarioEffects} from '../scenarios.ts';
import {campaigns} from '../values/campaigns.ts';
import {editions, licenseTypes} from '../values/editions.ts';
import {installationId, type ProductProfile} from '../values/product-profiles.ts';
import {newestRelease} from '../values/releases.ts';
import {seedEvents} from '../values/tracked-events.ts';
import type {Birth} from './births.ts';
import {drawKey, getKeyFlags, type KeyRing} from './key-ring.ts';
import {drawLifetime, drawPatience, installedRelease} from './life-draws.ts';
import {hexadecimal, Random} from './random.ts';
import {drawInclinations, type Inclinations} from './sdk-flags.ts';
import {changeTraits, drawTraits, type Traits} from './traits.ts';

export type SimulatedProduct = {
	readonly seed: number;
	readonly profile: ProductProfile;
	/** Empty for products without licenses. */
	readonly keys: KeyRing;
	readonly late: LateSessions | undefined;
	readonly scenarios: ScenarioEffects | undefined;
	/** The index from 1 of each shared key, and the numbers of the first and last installation that use it. */
	readonly sharedKeys: readonly {readonly place: number; readonly first: number; readonly last: number}[];
};

/** The row of the history that an installation is in: its first day, and the cells of historyColumns. */
type SpanRow = {
	readonly span: number;
	readonly nth: number;
	readonly from: number;
	readonly cells: readonly number[];
};

export type Life = {
	readonly profile: ProductProfile;
	readonly productId: number;
	readonly installation: number;
	/** Counted from 0 within the product. The first one is active every day, so that every day has data. */
	readonly number: number;
	readonly traits: Traits;
	/** The index in the list of releases. */
	release: number;
	licenseType: number;
	flags: number;
	/** The index of the license key from 1, or 0 for none. */
	key: number;
	/** The number of the current history row, counted over all installations; `nth` counts within this one. */
	span: number;
	nth: number;
	row: SpanRow;
	rowSessions: number;
	readonly first: number;
	last: number;
	ends: number;
	/** The first future day on which sessions of a past day arrive. */
	nextArrival: number;
	/** The time of the contact on the last visible day, in seconds since 1970-01-01; 0 without one. */
	contact: number;
	readonly patience: number;
	activeDays: number;
	sessions: number;
	minutes: number;
	readonly client: string;
	readonly machine: string | null;
	readonly inclinations: Inclinations;
	/** Bits of the campaigns that are not yet delivered. */
	campaigns: number;
	/** By event. */
	readonly uses: number[];
};

const noUses: readonly number[] = seedEvents.map(() => 0);
const spansPerInstallation = 1000;

const trial = 1 + editions.findIndex(({name}) => name === 'Trial');
const professional = 1 + editions.findIndex(({name}) => name === 'Pro');
const getLifetime = (edition: number) => editions[edition - 1]?.lifetime ?? 1;
const getLicenseType = (edition: number) => 1 + licenseTypes.indexOf(editions[edition - 1]?.licenseType as 'unknown');
const notForResale = licenseTypes.length;

/** The identifiers of machines do not depend on other installations. */
function drawMachine({seed, profile}: SimulatedProduct, number: number): string | null {
	const random = new Random(seed, 30 + profile.stream);
	random.restart(number);
	// A reinstallation is a new client on the machine of the previous installation.
	const isAgain = number > 0 && random.chance(60);
	if (isAgain) {
		random.restart(number - 1);
		random.chance(60);
	}
	return random.chance(20) ? null : hexadecimal(random, 2);
}

const drawCampaigns = (random: Random): number =>
	campaigns.reduce((bits, {perMille}, place) => bits | (random.chance(perMille) ? 1 << place : 0), 0);

export function createLife({number, day: first}: Birth, product: SimulatedProduct, random: Random): Life {
	const {profile, keys} = product;
	const installation = installationId(profile, number);
	const traits = drawTraits(random);
	const edition = editions[traits.edition - 1];
	const release = installedRelease(first - profile.launch, random);
	const patience = drawPatience(random);
	const licenseType = random.chance(25) ? notForResale : getLicenseType(traits.edition);
	const drawn = profile.licensed && random.chance(edition?.keyed ?? 0) ? drawKey(keys, first, random) : 0;
	const key = product.sharedKeys.find(shared => number >= shared.first && number <= shared.last)?.place ?? drawn;
	// Some keys are activated later, and none is expired at first.
	const flags = getKeyFlags(keys, key, first) & (random.chance(400) ? 0b1010 : 0b1011);
	const lifetime = drawLifetime(edition?.lifetime ?? 1, random);
	// Members are listed individually, because spread objects slow the simulation down.
	return {
		profile,
		productId: profile.productId,
		installation,
		number,
		traits,
		release,
		licenseType,
		flags,
		key,
		first,
		ends: number === 0 ? Number.POSITIVE_INFINITY : first + lifetime,
		patience,
		client: hexadecimal(random, 2),
		machine: drawMachine(product, number),
		inclinations: drawInclinations(random),
		campaigns: drawCampaigns(random),
		span: installation * spansPerInstallation,
		nth: 0,
		row: {span: installation * spansPerInstallation, nth: 0, from: first, cells: []},
		rowSessions: 0,
		last: first,
		nextArrival: Number.POSITIVE_INFINITY,
		contact: 0,
		activeDays: 0,
		sessions: 0,
		minutes: 0,
		uses: [...noUses],
	};
}

/** Updates the release or buys the trial. Returns true if a new row of the history begins. */
export function updateLife(
	life: Life,
	day: number,
	{product, random}: {product: SimulatedProduct; random: Random},
): boolean {
	if (day === life.first) return false;
	const {keys, profile, scenarios} = product;
	const newest = newestRelease(day - profile.launch - life.patience);
	const buys = life.traits.edition === trial && day - life.first >= 10 && random.chance(150);
	if (newest <= life.release && !buys) return false;
	if (buys) {
		life.traits.edition = professional;
		life.licenseType = getLicenseType(professional);
		if (life.key === 0 && profile.licensed) life.key = drawKey(keys, day, random);
		life.ends = Math.max(life.ends, day + drawLifetime(getLifetime(professional), random));
	}
	life.release = Math.max(newest, life.release);
	life.flags = getKeyFlags(keys, life.key, day);
	const {place} = life.traits;
	changeTraits(life.traits, random);
	// No installation moves to a country after its departure.
	if (scenarios && scenarios.lastDay(life.traits.place) < day) life.traits.place = place;
	life.span++;
	life.nth++;
	return true;
}
