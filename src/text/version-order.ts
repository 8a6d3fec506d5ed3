/** Words for versions before a release, without the number that may follow; a word of one letter needs that number. */
const preReleaseWords: Readonly<Record<string, string>> = {
	a: 'alpha',
	b: 'beta',
	c: 'rc',
	cr: 'rc',
	m: 'milestone',
	...Object.fromEntries(
		['alpha', 'beta', 'canary', 'dev', 'ea', 'milestone', 'nightly', 'pre', 'preview', 'rc', 'snapshot'].map(word => [
			word,
			word,
		]),
	),
};
/** Words behind a hyphen that do not come before the release. */
const releaseWord = /^(?:final|ga|release|r|sp|hotfix|patch|u|update)\.?\d*$/;

type Version = {
	/** True for a text that does not begin with a number. */
	readonly isText: boolean;
	readonly numbers: readonly string[];
	/** -1 before the release, 0 the release, 1 after it. */
	readonly phase: -1 | 0 | 1;
	readonly suffix: readonly string[];
};

/** Splits `beta12.3` into `beta`, `12` and `3`. */
const splitSuffix = (text: string) => text.match(/\d+|[^\d.\-_ ]+/g) ?? [];

const isNumber = (text: string) => /^\d/.test(text);

const versionPattern = /^v?(\d+(?:\.\d+)*)(.*)$/is;

/** Finds the phase of what follows the numbers, such as `-rc.1`, and its parts. */
function parseSuffix(text: string): Pick<Version, 'phase' | 'suffix'> {
	const [word = '', ...more] = splitSuffix(text);
	if (/^(?:final|ga|release)?$/.test(word)) return {phase: 0, suffix: []};
	const known = word.length > 1 || isNumber(more[0] ?? '') ? preReleaseWords[word] : undefined;
	if (known !== undefined) return {phase: -1, suffix: [known, ...more]};
	return {phase: text.startsWith('-') && !releaseWord.test(text.slice(1)) ? -1 : 1, suffix: [word, ...more]};
}

function parseVersion(text: string): Version {
	const [, numbers = '', rest = ''] = versionPattern.exec(text.trim()) ?? [];
	if (numbers === '') return {isText: true, numbers: [], phase: 0, suffix: splitSuffix(text.toLowerCase())};
	return {isText: false, numbers: numbers.split('.'), ...parseSuffix(rest.replace(/\+.*$/s, '').toLowerCase())};
}

/** Compares digits of any length by value. */
function compareNumbers(left: string, right: string): number {
	const [one, other] = [left, right].map(digits => digits.replace(/^0+(?=\d)/, '')) as [string, string];
	return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** Numbers come before words, as in Semantic Versioning. */
function compareParts(left: string, right: string): number {
	if (isNumber(left) !== isNumber(right)) return isNumber(left) ? -1 : 1;
	return isNumber(left) ? compareNumbers(left, right) : left < right ? -1 : left > right ? 1 : 0;
}

/** Compares part by part; with equal parts, the shorter list comes first. */
function compareSuffixes(one: readonly string[], other: readonly string[]): number {
	for (const [at, part] of one.entries()) {
		const compared = at < other.length ? compareParts(part, other[at] ?? '') : 1;
		if (compared !== 0) return compared;
	}
	return one.length - other.length;
}

function compareReleases(one: readonly string[], other: readonly string[]): number {
	for (let at = 0; at < Math.max(one.length, other.length); at++) {
		const compared = compareNumbers(one[at] ?? '0', other[at] ?? '0');
		if (compared !== 0) return compared;
	}
	return 0;
}

/**
 * Compares versions: numbers by value, versions before a release (`5.0-rc1`, `5.0b3`) before it, without a leading `v`
 * and build metadata. Versions that are equal in this are ordered by their texts, and texts that are no versions last.
 */
export function compareVersions(left: string, right: string): number {
	const [one, other] = [parseVersion(left), parseVersion(right)];
	return (
		Number(one.isText) - Number(other.isText) ||
		compareReleases(one.numbers, other.numbers) ||
		one.phase - other.phase ||
		compareSuffixes(one.suffix, other.suffix) ||
		(left < right ? -1 : left > right ? 1 : 0)
	);
}
