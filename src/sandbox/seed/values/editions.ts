export type Edition = {
	readonly name: string | null;
	readonly licenseType: string;
	/** The scale of the lifetime distribution in days; the median is half of it. */
	readonly lifetime: number;
	/** Installations with a license key, per thousand. */
	readonly keyed: number;
	readonly weight: number;
};

export const editions: readonly Edition[] = [
	{name: 'Home', licenseType: 'freeware', lifetime: 38, keyed: 80, weight: 420},
	{name: 'Pro', licenseType: 'purchased', lifetime: 90, keyed: 960, weight: 330},
	{name: 'Enterprise', licenseType: 'subscription', lifetime: 190, keyed: 990, weight: 110},
	{name: 'Trial', licenseType: 'trial', lifetime: 14, keyed: 300, weight: 110},
	{name: 'Pro Plus', licenseType: 'purchased', lifetime: 120, keyed: 960, weight: 20},
	{name: null, licenseType: 'unknown', lifetime: 40, keyed: 100, weight: 10},
];

/** Traits refer to license types by index. */
export const licenseTypes = ['unknown', 'freeware', 'trial', 'purchased', 'subscription', 'not for resale'] as const;
