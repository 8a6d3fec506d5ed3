import {dayNumber} from '../../../calendar.ts';

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

/** Null is never set. */
export const productLanguages: readonly (string | null)[] = ['en', 'de', 'fr', 'es', 'ja', 'pt', 'zh', null];

/** Some values need quotes, are in another script or look like numbers. The other custom properties are empty. */
export const customValues: Readonly<Record<string, readonly (string | null)[]>> = {
	C01: ['engineering', 'marketing', 'design', 'education', "O'Brien & Sons", null],
	C02: ['dark', 'light', 'C#', null],
	C03: ['0', '1', '2', '5', '10', '9', null],
	C05: ['Blue build 1', 'Blue build 2', 'a,b', 'say "hi"', 'Édition спец', '=1+1', '2021-01-01', 'null', '日本', null],
	C20: [null, null, null, 'beta'],
};

export const uniqueCustom = 'C04';
export const uniqueValues: readonly string[] = Array.from(
	{length: 4000},
	(_, index) => `user-${((index * 2_654_435_761) % 2 ** 32).toString(36)}`,
);

/** `gaps` are possible numbers of days between two days of activity; `weekdays` excludes weekends. */
export type Habit = {readonly gaps: readonly number[]; readonly weekdays: boolean; readonly weight: number};

export const habits: readonly Habit[] = [
	{gaps: [1, 1, 1, 1, 1, 2, 1, 4], weekdays: true, weight: 11},
	{gaps: [2, 3, 5, 6, 7, 7, 9, 14], weekdays: false, weight: 42},
	{gaps: [6, 9, 14, 18, 22, 28, 31, 45], weekdays: false, weight: 47},
];

export const sessionsPerDay = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6, 9] as const;
export const minutesPerSession = [0, 1, 2, 3, 5, 8, 10, 13, 18, 25, 30, 42, 60, 95, 180] as const;

/** Automatic campaigns are due some days after the installation, manual ones on a date. */
export const campaigns: readonly {
	readonly channel: 'auto' | 'manual';
	readonly id: string;
	/** Days after the installation (auto), or a day since 1970-01-01 (manual). Delivered at the next contact. */
	readonly due: number;
	readonly perMille: number;
}[] = [
	{channel: 'auto', id: 'welcome', due: 0, perMille: 900},
	{channel: 'auto', id: 'tips-1', due: 7, perMille: 400},
	{channel: 'auto', id: 'upgrade-5', due: 30, perMille: 350},
	{channel: 'manual', id: 'spring-offer', due: dayNumber('2025-11-12'), perMille: 500},
	{channel: 'manual', id: 'survey-42', due: dayNumber('2026-05-01'), perMille: 250},
	{channel: 'manual', id: 'unsent', due: Number.POSITIVE_INFINITY, perMille: 0},
];
