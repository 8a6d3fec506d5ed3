export type Release = {
	readonly version: string;
	readonly build: string;
	readonly sdk: string;
	/** SDK 5 or newer, which reports touch screens and rejected registrations (docs/service.md#versioning). */
	readonly modern: boolean;
	/** SDK 5.1.0 or newer, which reports opt-out. */
	readonly optOut: boolean;
};

const firstVersions = [
	['3.8', '4.9.2'],
	['3.9', '4.9.7'],
	['4.0', '5.0.1'],
	['4.1', '5.0.4'],
	['4.2', '5.1.0'],
	['4.3', '5.1.2'],
	['4.4', '5.2.0'],
	['4.5', '5.2.0'],
	['4.6', '5.3.1'],
	['4.7', '5.3.1'],
	['4.8', '5.5.0'],
	['4.9', '5.5.2'],
	['4.10', '5.5.2'],
	['5.0', '5.6.0'],
] as const;

/** Until 2060: 5.1 to 5.10, 6.0 to 6.10, … */
const furtherVersions = Array.from({length: 156}, (_, index) => {
	const place = index + 1;
	return [`${5 + Math.floor(place / 11)}.${place % 11}`, `5.${6 + Math.ceil(place / 3)}.0`] as const;
});

/** A corrected build follows 24 days after each version. */
const versionDays = 80;
const correctionDays = 24;

/** All builds, oldest first: 4.1 is released as 4.1.2063 and, corrected, as 4.1.2087. */
export const releases: readonly Release[] = [...firstVersions, ...furtherVersions].flatMap(([version, sdk], index) =>
	[0, correctionDays].map(delay => ({
		version,
		build: `${version}.${1200 + index * 211 + delay}`,
		sdk,
		modern: !sdk.startsWith('4.'),
		optOut: !sdk.startsWith('4.') && !sdk.startsWith('5.0.'),
	})),
);

/** `age` is in days since the launch of the product. */
export function newestRelease(age: number): number {
	const days = Math.max(0, age);
	const corrected = days % versionDays >= correctionDays ? 1 : 0;
	return Math.min(releases.length - 1, 2 * Math.floor(days / versionDays) + corrected);
}

export const crashingVersion = '4.6';

export const releaseAt = (index: number): Release => releases[index] as Release;
