import {expect, test} from 'vitest';
import {listFilterValues, nearValues} from '../../../src/reports/request/unknown-values.ts';
import {started} from '../../sandbox/support/started.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** A result of zeros says which of the values and events that were asked for nobody has. */

const {env} = await started();
const run = async (line: string) => {
	const today = line.startsWith('props') ? '' : ' --today 2026-06-30';
	const {stdout, stderr, exitCode} = await usagectl(line + today, {env});
	return {stdout, exitCode, notes: (stdout + stderr).match(/^(?:note: )?no (installation|event) .*$/gm) ?? []};
};

test.each([
	['report current --from -30d --filter prodVersion=4', 'no installation has prodVersion 4; did you mean 4.*?'],
	// A level asks for every country.
	[
		'report current --from -30d --filter prodVersion=4 --level country',
		'no installation has prodVersion 4; did you mean 4.*?',
	],
	['report current --from -30d --filter prodEdition=pro', 'no installation has prodEdition pro; did you mean Pro?'],
	["report current --from -30d --level 'prodEdition: pro'", 'no installation has prodEdition pro; did you mean Pro?'],
	[
		"report churn --segment-by 'os.version: Windows 10'",
		'no installation has os.version Windows 10; did you mean Microsoft Windows 10?',
	],
	[
		"report current --from -30d --filter 'prodVersion=9.*'",
		'no installation has a value of prodVersion that matches ^9\\..*$; to list the values: usagectl props values prodVersion',
	],
	[
		'report current --from -30d --filter country=AQ',
		'no installation has geography.country AQ; to list the values: usagectl props values geography.country',
	],
	[
		'report events timeline --from -30d --event files/open',
		'no event files/open was used from 2026-05-31 to 2026-06-30; did you mean Files/Open?',
	],
	[
		'report events timeline --from -30d --event "Files/\'Op\ten \'"',
		"no event Files/'Op→en ' was used from 2026-05-31 to 2026-06-30; did you mean Files/Open?",
	],
	[
		'report churn days --compare previous --filter prodEdition=pro',
		'no installation has prodEdition pro; did you mean Pro?',
	],
	['props values prodEdition --match pro', 'no installation has prodEdition pro; did you mean Pro?'],
])('%s', async (line, note) => {
	expect(await run(line)).toMatchObject({exitCode: 0, notes: [note]});
});

test.each([
	'report current --from -30d --filter prodEdition=Pro',
	'report current --from -30d --filter "prodEdition=Pro and ram>=999GB"',
	'report current --from -30d --filter prodVersion=4 -q',
	'report current --from -30d --filter prodVersion=4 --raw',
	'report current --from -30d --filter prodVersion=4 --print-request json',
])('writes no note after %s', async line => {
	expect(await run(line)).toMatchObject({exitCode: 0, notes: []});
});

test('names all events that are not advanced at once, and the command that lists the others', async () => {
	const line = 'report events frequency --event Edit/Undo --event Export/PDF --event Help/Tour --today 2026-06-30';
	const {stderr, exitCode} = await usagectl(line, {env});
	expect({exitCode, hint: stderr.split('\n').findLast(text => text !== '')}).toEqual({
		exitCode: 4,
		hint: 'hint: not advanced: Edit/Undo, Help/Tour; to list the events that the report covers: usagectl props events --advanced',
	});
});

test('suggests the nearest name for an event that the service rejects', async () => {
	const {stderr, exitCode} = await usagectl('report churn event Export/PDFF --today 2026-06-30', {env});
	expect({exitCode, hint: stderr.split('\n').findLast(line => line !== '')}).toEqual({
		exitCode: 4,
		hint: 'hint: no event Export/PDFF was used from 2025-12-30 to 2026-06-30; did you mean Export/PDF?',
	});
});

test('suggests a pattern, another case, a similar spelling or a containing value', () => {
	const known = ['4.2', '4.10', '5.0', 'Pro', 'Microsoft Windows 10', 'Microsoft Windows 11'];
	expect(nearValues('4', known, true)).toEqual(['4.*']);
	expect(nearValues('4', known, false)).not.toContain('4.*');
	expect(nearValues('pro', known, true)).toEqual(['Pro']);
	expect(nearValues('Prp', known, true)).toEqual(['Pro']);
	expect(nearValues('windows', known, false)).toEqual(['Microsoft Windows 10', 'Microsoft Windows 11']);
	expect(nearValues('Linux', known, true)).toEqual([]);
	expect(nearValues('', known, true)).toEqual([]);
});

test('finds the texts in every form of a filter, and nothing else', () => {
	const filters = {
		prodVersion: {type: 'stringArray', value: ['a', 'b'], includeNull: true},
		prodEdition: {type: 'regex', value: '^x'},
		ram: {type: 'number', value: 4},
		dateInstalled: {type: 'date', value: '2026-01-01'},
		os: {type: 'string', platform: 'Linux', version: {value: 'v', includeNull: true}, edition: {includeNull: true}},
		licenseStatus: [{activated: true}],
		cpuType: {includeNull: true},
	} as const;
	expect(listFilterValues(filters as never)).toEqual([
		{property: 'prodVersion', type: 'string', value: 'a'},
		{property: 'prodVersion', type: 'string', value: 'b'},
		{property: 'prodEdition', type: 'regex', value: '^x'},
		{property: 'os', granularity: 'platform', type: 'string', value: 'Linux'},
		{property: 'os', granularity: 'version', type: 'string', value: 'v'},
	]);
});

const unknownEvent = 'report events timeline --from -7d --event Export/PFD';

test.each(['', '-o md', '--chart', '--wide'])(
	'who reads %j that an event is unknown gets no rows of zeros',
	async form => {
		const {stdout, notes} = await run(`${unknownEvent} ${form}`);
		expect(notes).toHaveLength(1);
		expect(stdout).not.toMatch(/\d{4}-\d\d-\d\d .*\b0\b/);
	},
);

test.each(['-o csv', '-q', '--event Export/PDF'])('keeps rows of zeros with %s', async addition => {
	const {stdout} = await run(`${unknownEvent} ${addition}`);
	expect(stdout).toMatch(/PFD\W+0\b/);
});

test('treats zeros of an unknown event as an empty result', async () => {
	const {exitCode, notes} = await run(`${unknownEvent} --fail-on-empty`);
	expect({exitCode, notes: notes.length}).toEqual({exitCode: 7, notes: 1});
});
