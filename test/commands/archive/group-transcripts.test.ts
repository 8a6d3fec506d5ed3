import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {headers, makeFaults, makeMonth} from '../../support/data/crash-month.ts';
import {createRandom} from '../../support/data/mutate.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {transcript} from '../../support/program/usagectl.ts';

const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'transcripts-'));
const clock = fakeClock('2026-12-01T06:00:00Z');
const env = {NO_COLOR: '1'};
const random = createRandom(10);
const all = makeFaults(12, random);

/** Faults of two months: two come first in November, two were last met in October, one was away for a month. */
beforeAll(() => {
	process.chdir(folder);
	mkdirSync('crashes');
	// The name of this folder could be the beginning of a fingerprint.
	mkdirSync('cafe');
	const months = [
		['2026-08', [all[9], ...all.slice(0, 6)]],
		['2026-09', all.slice(0, 7)],
		['2026-10', all.slice(0, 7)],
		['2026-11', [all[9], ...all.slice(2, 9)]],
	] as const;
	for (const [month, faults] of months) {
		const {days} = makeMonth(faults as typeof all, month, {lines: 140, random});
		writeFileSync(
			join('crashes', `7_exc_${month}-01_to_${month}-28.csv`),
			`${headers.names}\r\n${[...days.values()].flat().join('\r\n')}\r\n`,
		);
	}
	cpSync('crashes', 'cafe', {recursive: true});
});
afterAll(() => {
	process.chdir(home);
	rmSync(folder, {recursive: true, force: true});
});

test.each([60, 80, 120, 200])('shows top and its chart, %i columns wide', async columns => {
	const lines = ['exceptions top crashes', 'exceptions top crashes --limit 5', 'exceptions top crashes --chart'];
	await expect(await transcript(lines, {columns, clock, env})).toMatchFileSnapshot(
		`../../transcripts/crashes-${columns}.txt`,
	);
});

test('prints nothing in a cron job, or only what is new', async () => {
	const lines = [
		'exceptions top crashes --from 2026-10 --to 2026-10 --mark new --fail-on new --no-header -q --fields class,method,count,installations,firstDay',
		'exceptions top crashes --from 2026-11-01 --mark new --fail-on new --no-header -q --fields class,method,count,installations,firstDay',
		'exceptions top crashes --from 2026-11-01 --mark gone,back --fields class,method,firstDay,lastDay,mark',
		'exceptions top crashes --from 2026-11-01 --mark new,gone --fields mark,count,class,firstDay,lastDay',
		'exceptions top crashes --from 2026-11-28 --to 2026-12-20 --fields mark,count,lastDay',
		'exceptions top crashes --from 2026-07-15 --filter prodVersion=5.0.1 --sort installations --limit 3',
	];
	await expect(await transcript(lines, {clock})).toMatchFileSnapshot('../../transcripts/crashes-cron.txt');
});

test('counts crash reports by a field', async () => {
	const lines = [
		'exceptions top crashes --by version',
		'exceptions top crashes --by clientId --limit 3',
		'exceptions top crashes --by country --from 2026-11-01 --filter "os.version=macOS*" -o csv',
		'exceptions top crashes --by country --from 2026-07-15 --filter "os.version=macOS*" --sort installations --limit 3',
		'exceptions top crashes --by os --chart',
		'exceptions top crashes --by os --mark new --fail-on new',
		'exceptions top crashes --by os --from 2027-01',
	];
	await expect(await transcript(lines, {clock})).toMatchFileSnapshot('../../transcripts/crashes-by-field.txt');
});

test('shows one crash group, and rejects wrong requests', async () => {
	const lines = [
		'exceptions top crashes --limit 1 --fields fingerprint,count',
		'exceptions show crashes FINGERPRINT',
		'exceptions show crashes FINGERPRINT --from 2026-11-20 --filter "os.version=*in*"',
		'exceptions show FINGERPRINT crashes -o csv --limit 4 --fields part,count,installations',
		'exceptions show cafe FINGERPRINT -o csv --limit 1 --fields part,count',
		'exceptions show FINGERPRINT cafe -o csv --limit 1 --fields part,count',
		'exceptions show crashes',
		'exceptions show crashes 00',
		'exceptions show 1f0c',
		'exceptions show crashes 00000000',
		`exceptions top crashes --where "prodVersio = '5.0.1'"`,
		`exceptions top crashes --where "os.version = 'macOS 14'"`,
		'exceptions top crashes --where "prodVersion ="',
		'exceptions top crashes --where "(ram"',
		'query --archive crashes "SELECT 1"',
		'exceptions top nowhere',
	];
	const [first = ''] = lines;
	const fingerprint = /^[0-9a-f]{16}/m.exec(await transcript([first], {clock}))?.[0] ?? '';
	const typed = lines.map(line => line.replace('FINGERPRINT', fingerprint.slice(0, 6)));
	await expect(await transcript(typed, {clock})).toMatchFileSnapshot('../../transcripts/crashes-show.txt');
});
