import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openScreens, readTable, toNumber, toPercent} from '../../reports/support/screen.ts';
import {copyArchive} from '../../sandbox/support/synced.ts';
import {laws} from '../../support/laws/laws.ts';

/** The crash reports and versions on the screens are those of the exported tables. Today is 2026-06-30. */

const {run, readAnswer, sql, folder} = await openScreens();
const crashes = join(folder, 'crashes');
await copyArchive(crashes, 'exceptions');

/** The archive begins on 2026-04-01. The sandbox has one stack for each class and method. */
await sql(`CREATE TABLE crash AS
	SELECT e.installation, occurredAt::DATE AS day, prodVersion AS version, geography_country AS country, class, method
	FROM exception_line e JOIN property_span s USING (installation, span) WHERE occurredAt >= '2026-04-01'`);
await sql(`CREATE TABLE used AS
	SELECT installation, date AS day, prodVersion AS version
	FROM activity a JOIN property_span s USING (installation, span) WHERE prodVersion IS NOT NULL`);
const order = (column: string) => `string_split(${column}, '.')::INT[]`;

const day = fc.nat(88).map(at => new Date(Date.UTC(2026, 3, 2 + at)).toISOString().slice(0, 10));
const days = fc.tuple(day, day).map(([one, other]) => (one < other ? [one, other] : [other, one]) as [string, string]);
const filters: Readonly<Record<string, string>> = {
	'': 'true',
	'country=US': "country = 'US'",
	'prodVersion=4.*': "version LIKE '4.%'",
	'country=null': 'country IS NULL',
};
const filter = fc.constantFrom(...Object.keys(filters));
const few = laws(3, 60);
const write = ([first, last]: readonly string[], filter: string) =>
	`--from ${first} --to ${last} ${filter ? `--filter '${filter}'` : ''}`;

test('groups have their reports, installations and last version, and a page all reports', () =>
	fc.assert(
		fc.asyncProperty(days, filter, async ([first, last], filter) => {
			const found = await sql(`
				SELECT class, method, count(*) FILTER (day >= '${first}') AS reports, arg_max(version, ${order('version')}) AS version,
					count(DISTINCT installation) FILTER (day >= '${first}') AS installations
				FROM crash WHERE ${filters[filter]} AND day <= '${last}' GROUP BY ALL ORDER BY reports DESC`);
			const line = `exceptions top ${crashes} ${write([first, last], filter)}`;
			const groups = JSON.parse(await run(`${line} -o json`)) as readonly Readonly<Record<string, unknown>>[];
			const {heads, rows} = readTable(await run(line));
			const shown = ['Reports', 'Installations', 'Last'].map(head => heads.indexOf(head));
			const ofGroup = (group: Readonly<Record<string, unknown>> = {}) =>
				found.find(each => (each.class ?? '') === group.class && (each.method ?? '') === group.method);
			expect(rows.map(row => shown.map(at => row[at]))).toEqual(
				groups.map(ofGroup).map(own => [`${own?.reports}`, `${own?.installations}`, `${own?.version ?? ''}`]),
			);
			const reports = found.map(each => Number(each.reports)).filter(each => each > 0);
			expect(rows.map(row => toNumber(row[shown[0] ?? -1])).filter(each => each > 0)).toEqual(reports);
			const all = reports.reduce((sum, each) => sum + each, 0);
			if (all > 0) expect((await readAnswer(line))?.figure).toBe(all);
		}),
		few,
	));

test('counts by a field add up to all, with those without a value', () =>
	fc.assert(
		fc.asyncProperty(days, filter, fc.constantFrom('version', 'country'), async (days, filter, field) => {
			const found = await sql(`
				SELECT coalesce(${field}, '(none)') AS value, count(*) AS reports, count(DISTINCT installation) AS installations,
					count(DISTINCT concat(class, '|', method)) AS groups, min(day)::VARCHAR AS first, max(day)::VARCHAR AS last
				FROM crash WHERE ${filters[filter]} AND day BETWEEN '${days[0]}' AND '${days[1]}' GROUP BY ALL`);
			const all = found.reduce((sum, {reports}) => sum + Number(reports), 0);
			const {rows} = readTable(await run(`exceptions top ${crashes} --by ${field} ${write(days, filter)}`));
			const shares = rows.map(([value, reports, share, ...rest]) =>
				[value, reports, toNumber(share), ...rest].join(' '),
			);
			const wanted = found.map(({value, reports, installations, groups, first, last}) =>
				[value, reports, toPercent(Number(reports), all), installations, groups, first, last].join(' '),
			);
			expect(shares.sort()).toEqual(wanted.sort());
		}),
		few,
	));

test('versions have their installations, days, crashes and first day', () =>
	fc.assert(
		fc.asyncProperty(days, async ([first, last]) => {
			const isIn = `day BETWEEN '${first}' AND least(DATE '${last}', DATE '2026-06-29')`;
			const found = await sql(`
				WITH each AS (SELECT version, installation, count(*) AS days, min(day) AS first FROM used WHERE ${isIn} GROUP BY ALL),
					sent AS (SELECT version, installation, count(*) AS reports FROM crash WHERE ${isIn} GROUP BY ALL)
				SELECT version, count(*) AS installations, count(reports) AS crashed, coalesce(sum(reports), 0) AS reports, sum(days) AS days,
					min(first)::VARCHAR AS first, (SELECT count(DISTINCT installation) FROM each) AS total
				FROM each LEFT JOIN sent USING (version, installation) GROUP BY version ORDER BY ${order('version')} DESC`);
			fc.pre(found.length > 0);
			const {heads, rows} = readTable(await run(`release list --crashes ${crashes} --from ${first} --to ${last}`));
			const read = (row: readonly string[], head: string) => row[heads.indexOf(head)] ?? '';
			const counts = ['Installations', 'Crashed', 'Reports', 'Installation-days'];
			expect(
				rows.map(row => [row[0], ...counts.map(head => read(row, head)), toNumber(read(row, 'Crash-free %'))]),
			).toEqual(
				found.map(({version, installations, crashed, reports, days}) => [
					...[version, `${installations}`, `${crashed}`, `${reports}`, `${days}`],
					toPercent(Number(installations) - Number(crashed), Number(installations)),
				]),
			);
			for (const [at, row] of rows.entries()) {
				const {installations, total, first: day} = found[at] ?? {};
				expect(toNumber(read(row, 'Share of active %'))).toBe(toPercent(Number(installations), Number(total)));
				if (row[0] === '5.0' && `${day}` > first) expect(read(row, 'First seen')).toBe(day);
			}
		}),
		few,
	));
