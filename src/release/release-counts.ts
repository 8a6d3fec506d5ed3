import {getWilsonInterval, type Interval} from '../statistics/intervals.ts';
import {compareVersions} from '../text/version-order.ts';

/** The figures of a version, or of one group of its installations. A figure that the server does not report is null. */
export type ReleaseCounts = {
	readonly version: string;
	readonly group: string | null;
	readonly firstDay: string | null;
	readonly installations: number;
	readonly days: number | null;
	readonly sessions: number | null;
	readonly minutes: number | null;
	readonly reports: number | null;
	readonly crashed: number;
};

export type CrashFree = Interval & {readonly share: number};

/** Returns the share of installations without a crash, with its interval; undefined without installations. */
export function getCrashFree({
	installations,
	crashed,
}: Pick<ReleaseCounts, 'installations' | 'crashed'>): CrashFree | undefined {
	const interval = getWilsonInterval(installations - crashed, installations);
	return interval && {share: (installations - crashed) / installations, ...interval};
}

/**
 * Returns the versions that may be older than the range: `known` ones, those in use on its first day, and all below one of
 * them, because the few installations of an old version leave days without any.
 */
export function findOlder(
	counts: readonly Pick<ReleaseCounts, 'version' | 'firstDay'>[],
	known: ReadonlySet<string>,
	first: string | undefined,
): ReadonlySet<string> {
	const inUse = counts.filter(({firstDay}) => firstDay === first).map(({version}) => version);
	const [newest] = [...known, ...inUse].sort((one, other) => compareVersions(other, one));
	const isOlder = (version: string) => newest !== undefined && compareVersions(version, newest) <= 0;
	return new Set(counts.map(({version}) => version).filter(isOlder));
}

/** Keeps the newest versions. */
export function keepNewest<Counts extends {readonly version: string}>(
	counts: readonly Counts[],
	most: number | undefined,
): readonly Counts[] {
	const kept = new Set(orderVersions(counts).slice(0, most));
	return counts.filter(({version}) => kept.has(version));
}

/** Sorts the newest version first, and the groups of a version by size. Days are groups in order. */
export const orderReleases = <Counts extends ReleaseCounts>(
	counts: readonly Counts[],
	byDay: boolean,
): readonly Counts[] =>
	counts.toSorted(
		(one, other) =>
			compareVersions(other.version, one.version) ||
			(byDay ? 0 : other.installations - one.installations) ||
			(String(one.group) < String(other.group) ? -1 : 1),
	);

export type VersionCount = {readonly version: string; readonly installations: number};

/** Returns the versions in use, newest first. */
export const orderVersions = (counts: readonly Pick<VersionCount, 'version'>[]): readonly string[] =>
	[...new Set(counts.map(({version}) => version))].toSorted((one, other) => compareVersions(other, one));

/** Returns the version that a word names; undefined if nobody has it. */
export function chooseVersion(word: string, counts: readonly VersionCount[]): string | undefined {
	const versions = orderVersions(counts);
	return word === 'latest' ? versions[0] : versions.find(version => version === word);
}

/** Returns the newest version before this one with enough installations, or else the newest one before it. */
export function choosePrevious(
	version: string,
	counts: readonly VersionCount[],
	minInstallations: number,
): string | undefined {
	const earlier = orderVersions(counts).filter(each => compareVersions(each, version) < 0);
	const sizeOf = (name: string) =>
		counts.filter(each => each.version === name).reduce((sum, {installations}) => sum + installations, 0);
	return earlier.find(each => sizeOf(each) >= minInstallations) ?? earlier[0];
}
