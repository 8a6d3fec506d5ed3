import {expect, test} from 'vitest';
import {getNextCommand} from '../../../src/release/check/check-reasons.ts';
import {compareReleases} from '../../../src/release/check/compare-releases.ts';
import {findChangedGroups, type GroupFacts} from '../../../src/release/check/release-groups.ts';

const side = (installations: number) => ({...{installations, crashed: 0, days: 5 * installations, reports: 0}});
const rate = (installations: number) => ({events: 0, exposure: 5 * installations});
const comparison = compareReleases({
	cells: [{stratum: '', day: '', first: rate(1000), second: rate(2000)}],
	...{first: side(1000), second: side(2000)},
});

const facts = (fingerprint: string, more: Partial<GroupFacts>): GroupFacts => ({
	...{fingerprint, reports: 0, installations: 0, otherReports: 0, otherInstallations: 0},
	...{isFirst: false, state: undefined, ...more},
});
const change = (more: Partial<GroupFacts>) => findChangedGroups([facts('a', more)], comparison)[0]?.change;

test.each([
	['reported for the first time', {reports: 1, installations: 1, isFirst: true}, 'new'],
	['reported again', {reports: 1, installations: 1}, 'back'],
	['reported under both versions', {reports: 1, installations: 1, otherReports: 1, otherInstallations: 1}, undefined],
	['known', {reports: 9, installations: 9, isFirst: true, state: 'quiet'}, undefined],
	['fixed and back', {reports: 1, installations: 1, otherReports: 5, state: 'regressed'}, 'regressed'],
	['fixed, and not back', {otherReports: 1, otherInstallations: 1, state: 'regressed'}, undefined],
	['no longer reported by many', {otherReports: 9, otherInstallations: 6}, 'gone'],
	['no longer reported by few', {otherReports: 9, otherInstallations: 5}, undefined],
] as const)('a group that is %s', (_, more, expected) => {
	expect(change(more)).toBe(expected);
});

test('names regressed groups first, then those of most installations', () => {
	const groups = [
		facts('a', {reports: 1, installations: 1, isFirst: true}),
		facts('b', {reports: 9, installations: 9, isFirst: true}),
		facts('c', {reports: 1, installations: 1, state: 'regressed'}),
	];
	expect(findChangedGroups(groups, comparison).map(({fingerprint}) => fingerprint)).toEqual(['c', 'b', 'a']);
});

test('leads on to the first group that the release has', () => {
	const group = (fingerprint: string, reports: number) => ({
		...facts(fingerprint, {reports}),
		...{change: null, culprit: undefined, name: '', shortName: '', decision: null},
	});
	const next = (folder: string, ...reports: readonly number[]) =>
		getNextCommand({folder, groups: reports.map((count, at) => group(`${at}123456789abcdef`, count))});
	expect(next('crashes', 0, 3, 5)).toBe('usagectl exceptions show 11234567');
	expect(next('old crashes', 1)).toBe("usagectl exceptions show 'old crashes' 01234567");
	expect(next('crashes', 0)).toBeUndefined();
	expect(next('crashes')).toBeUndefined();
});
