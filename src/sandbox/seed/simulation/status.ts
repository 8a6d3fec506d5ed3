import type {ProductProfile} from '../values/products.ts';
import type {Release} from '../values/releases.ts';
import type {Random} from './random.ts';

/** What depends on the client SDK: opt-out, back-off, touch screens (docs/service.md#versioning). */

/** Bits of the flags historical and current; current implies historical. */
const historical = 1;
const current = 2;

/** SDKs before 5.1.0 do not report an opt-out. */
export function optOutBits(release: Release, random: Random): number {
	if (!release.optOut || !random.chance(45)) return 0;
	return random.chance(600) ? historical | current : historical;
}

/** Ranges of days after launch on which the account was over its quota. */
const overQuotaDays = [
	[40, 52],
	[560, 572],
] as const;

export type Lifespan = {readonly first: number; readonly last: number; readonly launch: number; readonly today: number};

/**
 * Clients of a product over quota back off. A rejected registration is marked only on installations with SDK 5 or later;
 * later rejections are marked on all.
 */
export function backOffBits(life: Lifespan, {overQuota}: ProductProfile, release: Release, random: Random): number {
	if (overQuota) return life.last > life.today - 25 && random.chance(400) ? historical | current : 0;
	const first = life.first - life.launch;
	const last = life.last - life.launch;
	const met = overQuotaDays.find(([from, to]) => first <= to && last >= from);
	if (!met) return 0;
	const registering = first >= met[0];
	return (!registering || release.modern) && random.chance(registering ? 300 : 400) ? historical : 0;
}

/** Code of touchScreen: 0 is null (old SDKs), 1 no, 2 yes. */
export function touchCode(release: Release, random: Random): number {
	if (!release.modern) return 0;
	return random.chance(140) ? 2 : 1;
}
