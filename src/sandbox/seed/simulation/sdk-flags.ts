import type {ProductProfile} from '../values/product-profiles.ts';
import {releaseAt} from '../values/releases.ts';
import type {Random} from './random.ts';

/** Flags that depend on the client SDK (docs/service.md#versioning). */

/** The bits of the flags historical and current. Current implies historical. */
const historical = 1;
const current = 2;

/** Drawn at installation, and visible once the SDK reports them. */
export type Inclinations = {readonly touch: boolean; readonly optOut: number; readonly backOff: number};

export const drawInclinations = (random: Random): Inclinations => ({
	touch: random.chance(140),
	optOut: random.chance(45) ? (random.chance(600) ? historical | current : historical) : 0,
	backOff: random.below(1000),
});

type Client = {
	readonly inclinations: Inclinations;
	readonly release: number;
	readonly first: number;
	readonly last: number;
	readonly profile: ProductProfile;
};

/** SDKs before 5.1.0 do not report an opt-out. */
export const optOutBits = ({inclinations, release}: Client): number =>
	releaseAt(release).optOut ? inclinations.optOut : 0;

/** In days after launch. */
const overQuotaDays = [
	[40, 52],
	[560, 572],
] as const;

/**
 * Clients of a product over quota back off. A rejected registration is recorded only by SDK 5 or newer, later
 * rejections by every SDK.
 */
export function backOffBits({inclinations: {backOff}, release, first, last, profile}: Client): number {
	const {launch, overQuotaFrom} = profile;
	if (last >= overQuotaFrom) return backOff < 400 ? historical | current : 0;
	const met = overQuotaDays.find(([from, to]) => first - launch <= to && last - launch >= from);
	if (!met) return 0;
	const registering = first - launch >= met[0];
	return (!registering || releaseAt(release).modern) && backOff < (registering ? 300 : 400) ? historical : 0;
}

/** 0 is null (old SDKs), 1 is no, 2 is yes. */
export const touchCode = ({inclinations, release}: Client): number =>
	releaseAt(release).modern ? (inclinations.touch ? 2 : 1) : 0;
