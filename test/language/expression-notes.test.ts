import {expect, test} from 'vitest';
import {getReport, reports} from '../../src/contract/reports.ts';
import {compileFilter, compileLevels, compileSegments} from '../../src/language/compile-expressions.ts';
import {readJson} from '../../src/language/source/read-json.ts';

const compile = (text: string, report?: string) =>
	compileFilter([{name: '--filter', text, readJson}], {
		today: '2025-03-15',
		report: report === undefined ? undefined : getReport(report),
	});
const notes = (text: string, report?: string) => compile(text, report).notes.map(({message}) => message);
const warnings = (text: string) => compile(text).warnings.map(({code}) => code);

test('a filter on a nullable property without null has a note', () => {
	const left = (name: string) => `${name}: installations without a value are left out; add ,null to keep them`;
	expect(notes('prodVersion=4.1')).toEqual([left('prodVersion')]);
	expect(notes('prodVersion=4.1,null')).toEqual([]);
	expect(notes('prodVersion is not null')).toEqual([]);
	expect(notes('clientId=a')).toEqual([]);
	expect(notes('cpuCores>=4')).toEqual([left('cpuCores')]);
	expect(notes('os.platform=Linux or os.version is null')).toEqual([left('os.platform')]);
	expect(notes('touchScreen')).toEqual([
		'touchScreen: installations on old SDKs have no value; they are neither yes nor no',
	]);
});

test('the value that is compared depends on the report (docs/service.md#value-basis)', () => {
	const basis = (text: string, report: string) => notes(text, report).filter(note => !note.includes('left out'));
	const filter = 'prodVersion=a and C07=b and machineId=c and cpuCores=4 and licenseStatus.activated';
	expect(basis(filter, 'engagement/churnAndEngagement')).toEqual([
		'machineId, cpuCores, licenseStatus: the latest known value counts',
		'prodVersion, C07: the value at the time of installation counts',
	]);
	expect(basis('lifetimeEventUsage(A/b)>=1', 'engagement/churnAndEngagement')).toEqual([
		'lifetimeEventUsage: the latest known value counts: installations that stay have more time to reach it',
	]);
	expect(basis(filter, 'eventTracking/advanced/fullReport')).toEqual([
		'machineId, cpuCores: the latest known value counts',
		'prodVersion, C07, licenseStatus: the service does not document which value counts',
	]);
	expect(basis('prodVersion=a', 'eventTracking/churn/dataTable')).toEqual([
		'the value at the time of loss counts, or the latest known value: the service does not document which',
	]);
	expect(basis('prodVersion=a', 'churn/histogram/sessions')).toEqual([
		'the value at the time of loss counts, or the latest known value: the service does not document which',
	]);
	expect(basis('prodVersion=a', 'generic/current')).toEqual([]);
	expect(notes('{}', 'engagement/churnAndEngagement')).toEqual([]);
	expect(notes('{}', 'churn/histogram/sessions')).toEqual([]);
	expect(basis('touchScreen=yes and os.platform=Linux', 'eventTracking/advanced/fullReport').at(-1)).toBe(
		'touchScreen, os: the service does not document which value counts',
	);
});

test('notes on null in geography, memory sizes and regular expressions', () => {
	expect(notes('country is null')).toEqual([
		'country is null matches installations with a known continent but no country; for those without any geography, write continent is null',
	]);
	expect(notes('usState is null')).toEqual([
		'usState is null matches installations in the US whose state is not known',
	]);
	expect(notes('continent is null')).toEqual([]);
	expect(notes('ram>=8GB,null')).toEqual([
		'ram: machines may report slightly less memory than they have; consider ram>=7.5GB',
	]);
	expect(notes('ram>=1000MB,null')).toEqual([]);
	expect(notes('ram>=0,null')).toEqual([]);
	expect(notes('cpuCores>=1024,null')).toEqual([]);
	expect(notes('ram<=8GB,null')).toEqual([]);
	expect(notes("clientId~'^a'")).toEqual(['clientId: the service decides the dialect of regular expressions']);
	expect(notes('licenseKey=a,null')).toEqual(['licenseKey requires a special user permission']);
});

test.each<[string, readonly string[], string?]>([
	['prodVersion=4', ['null']],
	['touchScreen', ['null']],
	['country is null', ['null-country']],
	['usState is null', ['null-state']],
	['clientId~a', ['regex']],
	['ram>=8GB,null', ['memory']],
	['licenseKey=a,null', ['permission']],
	['clientId=a', ['basis'], 'churn/histogram/sessions'],
	['clientId=a', ['basis'], 'engagement/churnAndEngagement'],
])('%s has notes of %j', (text, codes, report) => {
	expect(compile(text, report).notes.map(({code}) => code)).toEqual(codes);
});

test.each([
	['ram>=8', ['unit']],
	['ram=..255', ['unit']],
	['ram=256', []],
	['ram=0..8', ['unit']],
	['ram=4..8GB', []],
	['cpuCores=2.5', ['whole']],
	['ram=0.1GB', ['whole']],
	['screenPpi=96.5', []],
	["C04=''", ['never']],
	["C04='<NULL>',x", ['never']],
	["clientId=''", []],
	['country=US,us', ['twice']],
	['prodVersion=a,b,a', ['twice']],
	['prodVersion=a or prodVersion=a', ['twice']],
	['prodVersion=4.*,4.*', ['twice']],
	['events(Export/PDF)', ['no-count']],
	['gpu.vendor=AMD or gpu.model=x', ['gpu']],
	['gpu.vendor=AMD', []],
	["prodVersion~'^(4'", ['regex']],
	["prodVersion~'(?im)abc'", []],
	["prodVersion~'a(?i)b'", ['regex']],
	["prodVersion~'(?<x>a)\\k<x>'", []],
	['prodEdition=Pro ro Home', ['typo']],
	['prodVersion=4.1', []],
])('%s warns of %j', (text, codes) => {
	expect(warnings(text)).toEqual(codes);
});

test('segments have notes on null, overlaps and permission', () => {
	const segments = (text: string) =>
		compileSegments({segmentBy: {name: 's', text}, segments: []}, {today: '2025-03-15'});
	expect(segments('prodVersion: a, b').notes.map(({message}) => message)).toEqual([
		'prodVersion: installations with other values, or without a value, are in no segment',
	]);
	expect(segments('prodVersion').notes.map(({code}) => code)).toEqual(['null']);
	expect(segments('prodVersion: each *').notes.map(({code}) => code)).toEqual(['null']);
	expect(segments('prodVersion: a, each *, null').notes).toEqual([]);
	expect(segments('installationMonth').notes).toEqual([]);
	expect(segments('country').notes.map(({message}) => message)).toEqual([
		"geography.country: installations without a value are in no segment; to count those with a known continent, add null, as in 'geography.country: each *, null'",
	]);
	expect(segments('country: each *, null').notes.map(({message}) => message)).toEqual([
		'geography.country: installations without a known continent are in no segment',
	]);
	expect(segments('usState: each *, null').notes.map(({message}) => message)).toEqual([
		'geography.usState: installations outside the US are in no segment',
	]);
	expect(segments('continent: each *, null').notes).toEqual([]);
	expect(segments('prodVersion: a, Unknown = null').notes.map(({code}) => code)).toEqual(['other']);
	expect(segments('prodVersion: (a,null)').notes.map(({code}) => code)).toEqual(['other']);
	expect(segments('displayCount: 1').notes).toEqual([]);
	expect(segments('touchScreen').notes.map(({message}) => message)).toEqual([
		'touchScreen: installations on old SDKs have no value; they are in no segment',
	]);
	expect(segments('licenseKey: each *').notes.map(({code}) => code)).toEqual(['permission', 'null']);
	const overlaps = (text: string) => segments(text).warnings.map(({message}) => message.replace(/: ranges.*/, ''));
	expect(overlaps('cpuCores: 1..4, 4..8, 9..')).toEqual(["the segments '1..4' and '4..8' overlap at 4"]);
	expect(overlaps('cpuCores: 1..10, 2..3, 9..12')).toEqual([
		"the segments '1..10' and '2..3' overlap at 2",
		"the segments '1..10' and '9..12' overlap at 9",
	]);
	expect(overlaps('cpuCores: ..4, ..2')).toEqual(["the segments '..4' and '..2' overlap at 2"]);
	expect(overlaps('cpuCores: Four = 4, 4..8')).toEqual(["the segments 'Four' and '4..8' overlap at 4"]);
	expect(
		overlaps(`cpuCores: ${Array.from({length: 20}, (_, index) => `A${index} = 1..${index + 2}`).join(', ')}`),
	).toHaveLength(5);
	const levels = compileLevels([{name: 'l', text: 'os.platform\ntouchScreen'}], {today: '2025-03-15'});
	// The values of platforms are requested with null.
	expect(levels.notes.map(({code}) => code)).toEqual(['null']);
});

test('a report is named by its path or by the words of its command', () => {
	for (const {path, command, shortCommand} of reports) {
		// Both reports on installations belong to report current, whose words name the first of them.
		const words = path === 'generic/dateRange' ? [] : [command, command.replace('report ', '')];
		for (const name of [path, `/reporting/${path}`, `reporting/${path}`, ...words, shortCommand]) {
			if (name !== undefined) expect(getReport(name)?.path).toBe(path);
		}
	}
	expect(getReport('report  churn   days')?.path).toBe('churn/histogram/days');
	expect(getReport('nothing')).toBeUndefined();
});
