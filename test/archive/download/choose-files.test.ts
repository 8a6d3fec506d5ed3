import {expect, test} from 'vitest';
import {chooseFiles, type FileSelection} from '../../../src/archive/download/choose-files.ts';
import type {LogFile} from '../../../src/archive/download/log-file.ts';

const file = (kind: LogFile['kind'], from: string, to = from, compressedKB = 10): LogFile => ({
	kind,
	name: `7_exc_${from}${to === from ? '' : `_to_${to}`}.zip`,
	from,
	to,
	uncompressedKB: 100,
	compressedKB: kind === 'open' ? null : compressedKB,
	available: true,
});
const days = (month: string, first: number, last: number) =>
	Array.from({length: last - first + 1}, (_, at) => file('daily', `${month}-${String(first + at).padStart(2, '0')}`));
const october = file('monthly', '2026-10-01', '2026-10-31', 310);
const november = file('monthly', '2026-11-01', '2026-11-20', 200);
const today = file('open', '2026-11-21');

/** Short names of what was chosen; `have` lies there complete. */
const choose = (files: readonly LogFile[], selection: FileSelection = {}, have: readonly LogFile[] = []) => {
	const {fetch, complete, covered, open} = chooseFiles(files, selection, each => have.includes(each));
	const short = (list: readonly LogFile[]) =>
		list.map(({kind, from, to}) => (kind === 'monthly' ? `${from}..${to}` : from));
	return {fetch: short(fetch), complete: short(complete), covered: short(covered), open: short(open)};
};

test('fetches months, the days that no month has, and not the open day', () => {
	const listed = [october, ...days('2026-10', 30, 31), ...days('2026-11', 1, 2), today];
	expect(choose(listed)).toEqual({
		fetch: ['2026-10-01..2026-10-31', '2026-11-01', '2026-11-02'],
		complete: [],
		covered: ['2026-10-30', '2026-10-31'],
		open: ['2026-11-21'],
	});
});

test('fetches the longer of two months that begin on the same day', () => {
	const shorter = file('monthly', '2026-11-01', '2026-11-19', 190);
	expect(choose([shorter, november]).fetch).toEqual(['2026-11-01..2026-11-20']);
});

test('fetches new days of a growing month as daily files', () => {
	const grown = file('monthly', '2026-11-01', '2026-11-21', 210);
	const listed = [november, grown, ...days('2026-11', 20, 21)];
	expect(choose(listed, {}, [november])).toMatchObject({
		fetch: ['2026-11-21'],
		covered: ['2026-11-01..2026-11-21', '2026-11-20'],
	});
});

test('fetches the month when missing days are listed nowhere else', () => {
	const grown = file('monthly', '2026-11-01', '2026-11-22', 220);
	expect(choose([grown, ...days('2026-11', 21, 21)], {}, [november]).fetch).toEqual(['2026-11-01..2026-11-22']);
});

test('each night of a month fetches its day only, also into a folder of monthly files or of none', () => {
	const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;
	const dailies = days('2026-11', 1, 30);
	const before = file('monthly', dayOf(1), dayOf(9), 90);
	for (const first of [[], [before]]) {
		const have: LogFile[] = [...first];
		const nights = dailies.map((_, at) => {
			// The file of the month has a new name each night, so the earlier ones are not listed.
			const listed = [...dailies.slice(0, at + 1), file('monthly', dayOf(1), dayOf(at + 1), 9 * at + 10)];
			const unlisted = have.filter(({name}) => !listed.some(each => each.name === name));
			const {fetch} = chooseFiles(listed, {}, ({name}) => have.some(each => each.name === name), {
				onDisk: unlisted,
				headerKB: 0,
			});
			have.push(...fetch);
			return fetch.map(({kind, from}) => `${kind} ${from}`);
		});
		expect(nights).toEqual(dailies.map(({from}, at) => (at < 9 && first.length > 0 ? [] : [`daily ${from}`])));
	}
});

test('fetches a new month as a whole, and days if some of a month that is not over or most of another are there', () => {
	const octoberDays = days('2026-10', 1, 31);
	const novemberDays = days('2026-11', 1, 20);
	const growing = file('monthly', '2026-11-01', '2026-11-20', 191);
	const listed = [october, ...octoberDays, growing, ...novemberDays, today];
	const months = ['2026-10-01..2026-10-31', '2026-11-01..2026-11-20'];
	expect(choose(listed).fetch).toEqual(months);
	expect(choose(listed, {}, octoberDays.slice(0, 15)).fetch).toEqual(months);
	expect(choose(listed, {}, octoberDays.slice(0, 29)).fetch).toEqual(['2026-10-30', '2026-10-31', months[1]]);
	const rest = novemberDays.slice(1).map(({from}) => from);
	expect(choose(listed, {}, novemberDays.slice(0, 1)).fetch).toEqual([months[0], ...rest]);
});

test('does not fetch a month whose days are all in the folder', () => {
	const have = days('2026-10', 1, 31);
	expect(choose([october, ...have], {}, have)).toMatchObject({fetch: [], covered: ['2026-10-01..2026-10-31']});
});

test.each<[string, FileSelection, readonly string[]]>([
	['from a day on', {since: '2026-11-19'}, ['2026-11-01..2026-11-20']],
	['up to a day', {until: '2026-10-31'}, ['2026-10-01..2026-10-31']],
	['one day of a month', {since: '2026-10-15', until: '2026-10-15'}, ['2026-10-01..2026-10-31']],
	['days only, although a month covers them', {kinds: ['daily']}, ['2026-11-20']],
	['the open day', {kinds: ['open']}, ['2026-11-21']],
	[
		'names, although a month covers them',
		{names: ['7_exc_2026-11-20.zip', '7_exc_2026-11-21.zip']},
		['2026-11-20', '2026-11-21'],
	],
])('chooses %s', (_, selection, fetch) => {
	expect(choose([october, november, file('daily', '2026-11-20'), today], selection).fetch).toEqual(fetch);
});

test('always fetches the open day when it is requested, and keeps complete files', () => {
	const listed = [october, today];
	expect(choose(listed, {kinds: ['monthly', 'open']}, [october])).toMatchObject({
		fetch: ['2026-11-21'],
		complete: ['2026-10-01..2026-10-31'],
	});
});

test('never treats a file with invalid dates as covered by others', () => {
	expect(choose([october, {...october, name: 'odd.zip', from: 'soon', to: 'later'}]).fetch).toHaveLength(2);
});
