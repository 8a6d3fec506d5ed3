import {join} from 'node:path';
import {expect} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {createSupportOracle, type PartCounts} from '../../support/oracle/support.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {type OnEnd, prepareReleases} from '../release/release-sandbox.ts';

export type SupportRow = {
	readonly figure: string;
	readonly value: string | null;
	readonly now: number | null;
	readonly of: number | null;
	readonly share: number | null;
	readonly shareLow: number | null;
	readonly shareBefore: number | null;
	readonly below: string | null;
	readonly belowDate: string | null;
};

export const expression = 'os.version=Microsoft Windows 10 or ram<4GB';
const condition = {
	latest: "i.os_version = 'Microsoft Windows 10' OR i.ram < 4096",
	atEvent: "s.os_version = 'Microsoft Windows 10' OR i.ram < 4096",
};

/** The last complete week before 2026-06-30, the same 52 weeks before, and the four weeks that end with each. */
const [week, yearAgo] = [
	{first: '2026-06-22', last: '2026-06-28'},
	{first: '2025-06-23', last: '2025-06-29'},
];
const [month, monthAgo] = [
	{first: '2026-06-01', last: '2026-06-28'},
	{first: '2025-06-02', last: '2025-06-29'},
];
const untilNow = {first: '2026-06-01', last: '2026-06-30'};

const percent = (counts: Pick<PartCounts, 'own' | 'total'> | undefined) =>
	counts && counts.total > 0 ? Math.round((10_000 * counts.own) / counts.total) / 100 : null;

/** A sandbox of a seed, newer and older, with its tables and an archive of its crash reports. */
export async function prepareSupport(seed: number, onEnd?: OnEnd) {
	const {folder, crashes, newer, older, env, product, data} = await prepareReleases(seed, undefined, onEnd);
	const {env: keeping} = await started({...data, stateDir: newer.stateDir, assume: ['file-days=400']});
	const synced = await usagectl(`exceptions sync ${crashes} --from ${monthAgo.first}`, {env: {...env, ...keeping}});
	expect(synced).toMatchObject({exitCode: 0});
	const oracle = await createSupportOracle(join(folder, `tables-${seed}`), product);
	const run = (line: string, server = newer) =>
		usagectl(`report support ${line} --crashes ${crashes} --today 2026-06-30`, {env: {...env, ...server.env}});
	const read = async (line: string, server = newer): Promise<readonly SupportRow[]> => {
		const {stdout, stderr, exitCode} = await run(`${line} -o json`, server);
		expect({stderr: exitCode === 0 ? '' : stderr, exitCode}).toEqual({stderr: '', exitCode: 0});
		return JSON.parse(stdout);
	};
	/** Compares every figure with the tables. Returns how many were. */
	const compareWithTables = async (kind: 'newer' | 'older'): Promise<number> => {
		const rows = await read(`"${expression}"`, kind === 'newer' ? newer : older);
		const days = kind === 'newer' ? month : untilNow;
		const find = (figure: string) => rows.filter(row => row.figure === figure);
		const pick = ({now, of, share, shareBefore}: SupportRow) => ({now, of, share, shareBefore});
		const expected = (counts: PartCounts | undefined, before?: PartCounts) => ({
			now: counts?.own,
			of: counts?.total,
			share: percent(counts),
			shareBefore: percent(before),
		});
		const [activeNow, activeBefore] = [await oracle.active(week, condition), await oracle.active(yearAgo, condition)];
		expect(find('active').map(pick)).toEqual([expected(activeNow, activeBefore)]);
		const [crashesNow, crashesBefore] = [
			await oracle.crashes(month, condition),
			await oracle.crashes(monthAgo, condition),
		];
		expect(crashesBefore?.total).toBeGreaterThan(0);
		expect(find('crashReports').map(pick)).toEqual([expected(crashesNow, crashesBefore)]);
		const groups = [
			['edition', 'editions'],
			['country', 'countries'],
		] as const;
		for (const [figure, by] of groups) {
			const found = (await oracle.parts(by, days, condition)).filter(({own}) => own > 0);
			const shown = find(figure).map(row => [row.value, row.now, row.of, row.share]);
			expect(shown.sort()).toEqual(found.map(each => [each.value, each.own, each.total, percent(each)]).sort());
		}
		const only = (parts: readonly PartCounts[]) => parts.filter(({own, total}) => own > 0 && own === total);
		// The program quotes the names of events, where they need it.
		const unquoted = (value: string | null) => value?.replaceAll("'", '');
		const names = (parts: readonly PartCounts[]) => parts.map(({value, total}) => [unquoted(value), total]).sort();
		const shownNames = (figure: string) =>
			find(figure)
				.map(({value, now}) => [unquoted(value), now])
				.sort();
		if (kind === 'older') {
			for (const figure of ['keys', 'keysOnly', 'eventsOnly']) expect(find(figure)).toEqual([]);
			return rows.length;
		}
		const keys = await oracle.parts('keys', month, condition);
		const keysBefore = await oracle.parts('keys', monthAgo, condition);
		const used = (parts: readonly PartCounts[]) => ({
			value: '',
			own: parts.filter(({own}) => own > 0).length,
			total: parts.length,
		});
		expect(find('keys').map(pick)).toEqual([expected(used(keys), used(keysBefore))]);
		expect(find('keysOnly').map(({now}) => now)).toEqual([only(keys).length]);
		expect(shownNames('key')).toEqual(names(only(keys)));
		const events = only(await oracle.events(month, condition));
		expect(find('eventsOnly').map(({now}) => now)).toEqual([events.length]);
		expect(shownNames('event')).toEqual(names(events));
		return rows.length;
	};
	return {run, read, compareWithTables, newer, older, env};
}
