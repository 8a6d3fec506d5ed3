import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readCrashGroups} from '../../../src/archive/crashes/crash-groups.ts';
import {countGroups, type GroupCounts, type Period} from '../../../src/archive/crashes/group-counts.ts';
import type {RecordRequest} from '../../../src/archive/records/record-ports.ts';
import {withRecords} from '../../../src/archive/records/with-records.ts';
import {type Fault, headers, makeFaults, makeMonth, writeCrash} from '../../support/data/crash-month.ts';
import {createRandom} from '../../support/data/mutate.ts';
import {recordPorts} from '../../support/data/record-ports.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const notes: string[] = [];
const ports = {...recordPorts, note: async (text: string) => void notes.push(text)};
const noFilter = {properties: new Map(), where: undefined};
const always: Period = {since: undefined, until: undefined};

/** Groups of the files, and class, method and first frame of each group's sample. */
const top = (paths: readonly string[], period = always, changes: Partial<RecordRequest> = {}) =>
	withRecords(
		{paths, filter: noFilter, rejects: undefined, ...changes},
		{...ports, stateDir: temporaryFolder()},
		async records => {
			const found = await countGroups(records, await readCrashGroups(records), period);
			const samples = await records.rows(`SELECT fingerprint, class, method, stack FROM ${records.samples}`, []);
			return {
				...found,
				samples: new Map(samples.map(([fingerprint, ...cells]) => [String(fingerprint), cells.map(String)])),
			};
		},
	);

/** Which fault a group is of: the only one whose own frames its sample shows. */
const recognize = ({groups, samples}: Awaited<ReturnType<typeof top>>, faults: readonly Fault[]) =>
	groups.map(group => {
		const stack = samples.get(group.names[0] ?? '')?.[2] ?? '';
		const owners = faults.filter(({frames}) => frames.slice(1, -1).some(frame => stack.includes(frame)));
		expect(owners).toHaveLength(1);
		return {fault: (owners[0] as Fault).name, ...group};
	});

const write = (name: string, header: string, lines: readonly string[]) => {
	const path = join(temporaryFolder(), name);
	writeFileSync(path, `\uFEFF${header}\r\n${lines.join('\r\n')}\r\n`);
	return path;
};

test('finds 40 crashes in a month as 40 groups with correct counts, neither split nor merged', async () => {
	const random = createRandom(40);
	const faults = makeFaults(40, random);
	const {days, truth} = makeMonth(faults, '2026-10', {lines: 6000, random});
	const found = recognize(await top([write('october.csv', headers.names, [...days.values()].flat())]), faults);
	expect(found.map(({fault, count, installations}) => [fault, count, installations]).sort()).toEqual(
		[...truth].map(([name, {lines, clients}]) => [name, lines, clients.size]).sort(),
	);
	for (const {fault, firstDay, lastDay} of found) {
		const own = [...(truth.get(fault)?.days ?? [])].sort();
		expect([firstDay, lastDay]).toEqual([own[0], own.at(-1)]);
	}
});

test('marks new, gone and returning groups in a second month', async () => {
	const random = createRandom(41);
	const all = makeFaults(24, random);
	const [gone, fresh, back] = [all.slice(0, 4), all.slice(4, 8), all.slice(8, 12)];
	const october = makeMonth(
		all.filter(fault => !fresh.includes(fault)),
		'2026-10',
		{lines: 1500, random},
	);
	const november = makeMonth(
		all.filter(fault => !gone.includes(fault)),
		'2026-11',
		{lines: 1500, random},
	);
	const quiet = makeMonth(
		all.filter(fault => !back.includes(fault) && !gone.includes(fault)),
		'2026-12',
		{lines: 1500, random},
	);
	const later = makeMonth([...back, ...all.slice(12)], '2027-01', {lines: 1500, random});
	const paths = [october, november, quiet, later].map(({days}, at) =>
		write(`${at}.csv`, headers.keys, [...days.values()].flat()),
	);
	const marksOf = (groups: GroupCounts['groups'] & readonly {fault?: string}[], mark: string | null) =>
		groups
			.filter(group => group.mark === mark)
			.map(group => (group as {fault?: string}).fault)
			.sort();
	const names = (faults: readonly Fault[]) => faults.map(({name}) => name).sort();
	const second = recognize(await top(paths.slice(0, 2), {since: '2026-11-01', until: undefined}), all);
	expect(marksOf(second, 'new')).toEqual(names(fresh));
	expect(marksOf(second, 'gone')).toEqual(names(gone));
	expect(second.filter(({mark}) => mark === 'gone').every(({count}) => count === 0)).toBe(true);
	const fourth = recognize(await top(paths, {since: '2027-01-01', until: undefined}), all);
	expect(marksOf(fourth, 'back')).toEqual(names(back));
	expect(marksOf(fourth, 'new')).toEqual([]);
	// Those that were last seen in October are no news in January.
	expect(marksOf(fourth, 'gone')).toEqual(names(fresh));
});

test('marks a group as gone only if its absence is not likely by chance', async () => {
	const random = createRandom(43);
	const [steady, often, rare, single] = makeFaults(4, random) as [Fault, Fault, Fault, Fault];
	let client = 0;
	const newClient = () => String(client++).padStart(16, '0');
	const same = newClient();
	const crashesOn = (day: number) => {
		const write = (fault: Fault, clientId: string) =>
			writeCrash(fault, `2026-10-${String(day).padStart(2, '0')}`, clientId, random);
		const quiet = [
			...Array.from({length: 4}, () => write(often, newClient())),
			...(day % 2 === 0 ? [write(rare, newClient())] : []),
			...Array.from({length: 9}, () => write(single, same)),
		];
		return [write(steady, newClient()), ...(day < 25 ? quiet : [])];
	};
	const lines = Array.from({length: 31}, (_, at) => crashesOn(at + 1)).flat();
	const path = write('october.csv', headers.names, lines);
	/** Of each crash, the number of reports and the mark. */
	const marks = async (since: string, until: string, changes: Partial<RecordRequest> = {}) => {
		const found = recognize(await top([path], {since, until}, changes), [steady, often, rare, single]);
		return [steady, often, rare, single].map(({name}) => {
			const group = found.find(({fault}) => fault === name);
			return [group?.count, group?.mark];
		});
	};
	const known = [1, null];
	expect(await marks('2026-10-25', '2026-10-25')).toEqual([known, [0, 'gone'], [0, null], [0, null]]);
	// In a week, 3.5 installations would have been expected.
	expect(await marks('2026-10-25', '2026-10-31')).toEqual([
		[7, null],
		[0, 'gone'],
		[0, 'gone'],
		[0, null],
	]);
	// What was not read is not absent.
	expect(await marks('2026-11-01', '2026-11-30')).toEqual([
		[0, null],
		[0, null],
		[0, null],
		[0, null],
	]);
});

test('marks a known group that spreads, with the installations of both weeks', async () => {
	const random = createRandom(42);
	const [spreading, ...others] = makeFaults(6, random);
	let client = 0;
	const crashes = (fault: Fault | undefined, day: string, count: number) =>
		Array.from({length: count}, () => writeCrash(fault as Fault, day, String(client++).padStart(16, '0'), random));
	/** Each day, `count` other installations have the first crash, and three each of the others. */
	const week = (first: number, count: number) =>
		Array.from({length: 7}, (_, at) => `2026-10-${String(first + at).padStart(2, '0')}`).flatMap(day => [
			...crashes(spreading, day, count),
			...others.flatMap(fault => crashes(fault, day, 3)),
		]);
	const path = write('weeks.csv', headers.names, [...week(4, 2), ...week(11, 6)]);
	const {groups, canRise} = await top([path]);
	expect(canRise).toBe(true);
	expect(groups.filter(({mark}) => mark === 'rising').map(({weeks}) => weeks)).toEqual([{now: 42, before: 14}]);
	expect(groups.filter(({mark}) => mark === null).map(({weeks}) => weeks)).toEqual(
		others.map(() => ({now: 21, before: 21})),
	);
	const short = await top([write('week.csv', headers.names, week(11, 6))]);
	expect([short.canRise, ...new Set(short.groups.map(({weeks}) => weeks))]).toEqual([false, null]);
});
