import {compareVersions} from '../text/version-order.ts';

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
