import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import {stringify} from 'csv-stringify/sync';
import {afterAll, expect, test} from 'vitest';
import {endpoints} from '../../src/contract/operations/endpoints.ts';
import {exportSandbox, importSandbox, resetSandbox} from '../../src/sandbox/stored-data.ts';
import {dropLater as dropRows} from '../support/oracle/past.ts';
import {started} from './support/started.ts';

/** Imported data with an earlier time as now: every answer is that of the rows that are left when later ones are dropped by hand. */

const day = '2026-05-17';
const now = `${day}T12:00:00`;
const last = '2026-06-30';

type Row = Record<string, string>;
type Tables = Record<string, Row[]>;

const readTable = (folder: string, name: string): Row[] =>
	parse(readFileSync(join(folder, `${name}.csv`)), {columns: true, bom: true});
const writeTable = (folder: string, name: string, rows: readonly Row[]) =>
	writeFileSync(join(folder, `${name}.csv`), stringify([...rows], {header: true}));

/** Days and moments are texts that begin alike. */
const isKnown = (when: unknown) => String(when).replace(' ', 'T') <= now;

/** The rows that are known then. What follows from other rows is left out: the import adds it up. */
function dropLater(all: Tables): Tables {
	const {lifetime_usage: _, ...known} = dropRows(all, {isKnown, nothing: ''}) as Tables;
	return {...known, property_span: (known.property_span ?? []).map(({lastDate, sessions, ...row}) => row)};
}

const names =
	'product event property_value activity property_span event_usage outreach_delivery exception_line custom_event_line license_key installation'.split(
		' ',
	);

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** A sandbox that serves the tables of a folder at a time. */
async function serving(source: string, time: string) {
	const stateDir = `${source}-state`;
	await importSandbox(stateDir, {source, now: time});
	return started({stateDir, seed: undefined, size: undefined, now: undefined});
}

const [whole, dropped] = [join(folder, 'whole'), join(folder, 'dropped')];
const origin = join(folder, 'origin');
await resetSandbox(origin, {seed: 5, size: 120, now: last, today: new Date()});
await exportSandbox(origin, {target: whole, format: 'csv', today: new Date()});
mkdirSync(dropped);
const tables = dropLater(Object.fromEntries(names.map(name => [name, readTable(whole, name)])));
for (const [name, rows] of Object.entries(tables)) writeTable(dropped, name, rows);
// The rows that are left are all that the second one can know: its clock is at the end of the day.
const [earlier, naive] = [await serving(whole, now), await serving(dropped, `${day}T23:59:59`)];

const {reports, lost, events, licenseKeys, meta, exceptions, customEvents} = endpoints;
const range = {startDate: 'NOW-120', stopDate: 'NOW'};
const rule = {daysUntilDeclaredLost: 21, dateReportedLost: 'dateDeclaredLost'};
const byVersion = {segmentBy: 'prodVersion', segments: [{type: 'regex', value: '.*', includeNull: true}]};
const used = [
	{category: 'Files', name: 'Open'},
	{category: 'Export', name: 'PDF'},
];

const requests: readonly [path: string, request: object][] = [
	...['new', 'active', 'lost'].map((status): [string, object] => [
		reports.current.path,
		{
			...{startDate: 'NOW-60', clientStatus: [status], ...rule},
			levels: {level1: {property: 'os.version', segments: [{type: 'regex', value: '.*', includeNull: true}]}},
		},
	]),
	[reports.current.path, {startDate: 'NOW-60', clientStatus: ['new', 'active'], dateSplit: 'day'}],
	[reports.current.path, {startDate: '2026-06-01', clientStatus: ['active']}],
	[
		reports.current.path,
		{
			...{startDate: 'NOW-365', clientStatus: ['active']},
			globalFilters: {
				lifetimeSessionCount: {type: 'numberRange', min: 9},
				dateLastSeen: {type: 'dateRange', min: '2026-05-10'},
			},
		},
	],
	[reports.engagement.path, {...range, daysUntilDeclaredLost: 14, dateSplit: 'week', segmentBy: 'installationMonth'}],
	...[lost.days, lost.sessions, lost.runtime].map((row): [string, object] => [row.path, {...range, ...rule}]),
	[lost.events.path, {...range, ...rule, ...byVersion}],
	[lost.event.path, {...range, ...rule, event: used[0]}],
	[events.table.path, range],
	[
		events.timeline.path,
		{...range, stopDate: '2026-06-15', dateSplit: 'day', dataView: 'usageCounts', divisor: 'users', events: used},
	],
	[events.frequency.path, {...range, ...byVersion, events: used}],
	[licenseKeys.list.path, {paging: {limit: 1000}}],
	[
		licenseKeys.list.path,
		{filters: {overQuotaCount: {type: 'numberRange', min: 0}}, sorting: {field: 'overQuotaCount'}},
	],
	[meta.productProperties.path, {}],
	[meta.oldestReportedDate.path, {}],
	...['prodVersion', 'licenseKey', 'C02', 'osLanguage', 'cpuCores'].map((property): [string, object] => [
		meta.propertyValues.path,
		{property},
	]),
	...[exceptions, customEvents].flatMap((rows): [string, object][] => [
		[rows.lastLines.path, {lineCount: 500}],
		[rows.listFiles.path, {}],
	]),
];

test.each(requests)('%s %j', async (path, request) => {
	const answer = await earlier.ask(path, request);
	expect(answer).toMatchObject(
		JSON.stringify(request).includes('2026-06-01') ? {http: 400} : {http: 200, status: 'OK'},
	);
	expect(JSON.stringify(answer)).toBe(JSON.stringify(await naive.ask(path, request)));
});

test.each(['exceptions', 'customEvents'] as const)(
	'every file of %s has the same bytes after an import',
	async kind => {
		const {listFiles, downloadUrl} = endpoints[kind];
		const {openDailyFiles, dailyFiles, monthlyFiles} = await earlier.ask(listFiles.path);
		const files = [...openDailyFiles, ...dailyFiles.slice(-5), ...monthlyFiles] as {fileName: string}[];
		expect(files.length).toBeGreaterThan(2);
		for (const {fileName} of files) {
			const [one, other] = await Promise.all(
				[earlier, naive].map(async ({ask}) => {
					const address = (await ask(downloadUrl.path, {fileName})).downloadUrl as string;
					return Buffer.from(await (await fetch(address)).arrayBuffer());
				}),
			);
			expect([fileName, other?.equals(one as Buffer)]).toEqual([fileName, true]);
		}
	},
);
