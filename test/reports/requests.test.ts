import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {ask} from './support/ask.ts';

/** The request of each command line (docs/service.md). Today is 2026-03-15. */

const sent = async (line: string, answers?: string | readonly string[]) => {
	const {requests, paths, stderr, exitCode} = await ask(line, answers);
	expect({stderr: stderr.replace(/^note: .*\n/gm, ''), exitCode}).toEqual({stderr: '', exitCode: 0});
	return {path: paths[0], request: requests[0], calls: requests.length};
};
const range = {startDate: '2026-02-01', stopDate: '2026-02-28'};
const february = '--from 2026-02 --to 2026-02';
const lost = {daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'};

describe('report current', () => {
	test('counts new and active by default, and sends no end', async () => {
		expect(await sent('current --from -30d')).toEqual({
			path: '/reporting/generic/current',
			request: {
				startDate: '2026-02-13',
				clientStatus: ['new', 'active'],
				globalFilters: {},
				levels: {},
				dateSplit: null,
			},
			calls: 1,
		});
	});

	test('sends the loss rule with lost, and statuses in the typed order', async () => {
		const {request} = await sent('current --from 2026-01-01 --status lost,new --lost-after 14 --lost-date declared');
		expect(request).toMatchObject({
			clientStatus: ['lost', 'new'],
			daysUntilDeclaredLost: 14,
			dateReportedLost: 'dateDeclaredLost',
		});
	});

	test('sends filters, levels, sort and split', async () => {
		const {request} = await sent(
			"current --from 2026-01-01 --filter 'prodVersion=4.*' --filter country=US,DE --level prodEdition --level 'os.version: each * limit 5 sort new desc' --sort active:desc",
		);
		expect(request).toMatchObject({
			globalFilters: {
				prodVersion: {type: 'regex', value: '^4\\..*$'},
				geography: {type: 'stringArray', country: ['US', 'DE']},
			},
			levels: {
				level1: {
					property: 'prodEdition',
					segments: [
						{type: 'regex', value: '.*', split: true},
						{includeNull: true, segmentLabel: '<NULL>'},
					],
					sort: 'active',
					sortDirection: 'desc',
				},
				level2: {
					property: 'os.version',
					segments: [{type: 'regex', value: '.*', split: true, limit: 5}],
					sort: 'new',
					sortDirection: 'desc',
				},
			},
		});
		expect((await sent('current --from 2026-01-01 --split week --level prodEdition')).request).toMatchObject({
			dateSplit: 'week',
			levels: {level1: {property: 'prodEdition'}},
		});
	});

	test('takes lost-after from the profile', async () => {
		const folder = temporaryFolder();
		const settings = {version: 1, profiles: {default: {'lost-after': '45'}}};
		await writeFile(join(folder, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
		const setup = {env: {USAGECTL_CONFIG_DIR: folder}};
		const {requests} = await ask('current --from -30d --status lost', '{}', setup);
		expect(requests).toMatchObject([{daysUntilDeclaredLost: 45}]);
		const typed = await ask('current --from -30d --status lost --lost-after 5', '{}', setup);
		expect(typed.requests).toMatchObject([{daysUntilDeclaredLost: 5}]);
	});
});

describe('report churn', () => {
	test('retention is the default verb, split by month', async () => {
		const {path, request} = await sent(`churn ${february} --lost-after 30`);
		expect({path, request}).toEqual({
			path: '/reporting/engagement/churnAndEngagement',
			request: {
				...range,
				daysUntilDeclaredLost: 30,
				dateSplit: 'month',
				globalFilters: {},
				segmentBy: 'installationMonth',
			},
		});
		expect((await sent(`churn retention ${february} --lost-after 30`)).request).toEqual(request);
		const weeks = await sent(`churn ${february} --lost-after 30 --split day`);
		expect(weeks.request).toMatchObject({dateSplit: 'day', segmentBy: 'installationWeek'});
	});

	test('asks for the segments of each cohort', async () => {
		const line = 'churn --from 2025-12-15 --to 2026-02-28 --lost-after 30 --segment-by prodEdition';
		const {requests} = await ask(`${line} --filter 'dateInstalled>=2026-01-10'`);
		const filterOf = (min: string, max: string) => ({dateInstalled: {type: 'dateRange', min, max}});
		expect(requests.map(({globalFilters}) => globalFilters)).toEqual([
			filterOf('2026-01-10', '2026-01-31'),
			filterOf('2026-02-01', '2026-02-28'),
		]);
	});

	test('sends no segments for cohorts, and every value of a property without --segment', async () => {
		const cohorts = await sent(`churn ${february} --lost-after 30 --split week --segment-by installationWeek`);
		expect(cohorts.request).toEqual({
			...range,
			daysUntilDeclaredLost: 30,
			dateSplit: 'week',
			globalFilters: {},
			segmentBy: 'installationWeek',
		});
		const top = await sent(`churn ${february} --lost-after 30 --segment-by PRODEDITION`);
		const every = [
			{type: 'regex', value: '.*', split: true},
			{includeNull: true, segmentLabel: '<NULL>'},
		];
		expect(top.request).toMatchObject({segmentBy: 'prodEdition', segments: every});
		// Numbers have no segments for every value, so the service chooses.
		const numbers = await sent(`churn ${february} --lost-after 30 --segment-by ram`);
		expect(numbers.request).not.toHaveProperty('segments');
		const some = await sent(
			`churn ${february} --lost-after 30 --segment-by prodEdition --segment Home --segment 'Other = null'`,
		);
		expect(some.request).toMatchObject({
			segments: [
				{type: 'string', value: 'Home'},
				{includeNull: true, segmentLabel: 'Other'},
			],
		});
	});

	test.each(['days', 'sessions', 'runtime'])('sends the request of the histogram of %s', async kind => {
		expect(await sent(`churn ${kind} ${february} --lost-after 30 --filter 'ram>=8GB'`)).toEqual({
			path: `/reporting/churn/histogram/${kind}`,
			request: {...range, ...lost, globalFilters: {ram: {type: 'numberRange', min: 8192}}},
			calls: 1,
		});
	});

	test('sends the request for events of lost installations', async () => {
		const line = `churn events ${february} --lost-after 30 --segment-by prodVersion --segment 4.1,4.2 --sort eventCounts:desc`;
		expect(await sent(line)).toMatchObject({
			path: '/reporting/eventTracking/churn/dataTable',
			request: {...range, ...lost, segmentBy: 'prodVersion', sort: 'eventCounts', sortDirection: 'desc'},
		});
		expect((await sent(`churn events ${february} --lost-after 30`)).request).toEqual({
			...range,
			...lost,
			globalFilters: {},
		});
	});

	test('sends one event, or a combination, which always has a label', async () => {
		expect(await sent(`churn event null/Start ${february} --lost-after 30`)).toEqual({
			path: '/reporting/eventTracking/churn/histogram',
			request: {...range, ...lost, globalFilters: {}, event: {category: null, name: 'Start'}},
			calls: 1,
		});
		expect((await sent(`churn event 'Files/Open + Files/~^S' ${february} --lost-after 30`)).request).toMatchObject({
			event: {
				combiLabel: expect.stringContaining('Files/Open'),
				combiArray: [
					{categoryType: 'string', nameType: 'string', category: 'Files', name: 'Open'},
					{categoryType: 'string', nameType: 'regex', category: 'Files', name: '^S'},
				],
			},
		});
	});
});

describe('report events', () => {
	test('table is the default verb, and sends only a range', async () => {
		const asked = await sent(`events ${february}`);
		expect(asked).toEqual({path: '/reporting/eventTracking/basic/dataTable', request: range, calls: 1});
		expect(await sent(`events table ${february} --totals`)).toEqual(asked);
	});

	test('timeline sends usageCounts, and a divisor only with --per', async () => {
		expect(await sent(`events timeline ${february} --event Files/Open`)).toEqual({
			path: '/reporting/eventTracking/basic/timeline',
			request: {
				...range,
				dateSplit: 'day',
				dataView: 'usageCounts',
				events: [{category: 'Files', name: 'Open'}],
			},
			calls: 1,
		});
		const divided = `events timeline ${february} --event Files/Open --view values --split month`;
		for (const [typed, divisor] of [
			['users', 'users'],
			['sessions', 'sessions'],
			['runtime', 'runtime'],
			['usage', 'usageCounts'],
		]) {
			expect((await sent(`${divided} --per ${typed}`)).request).toMatchObject({dataView: 'customValues', divisor});
		}
	});

	test('sends a long list of events ten at a time, and merges the responses', async () => {
		const events = Array.from({length: 23}, (_, index) => `--event A/e${index}`).join(' ');
		const answers = [10, 10, 3].map((count, call) => {
			const items = Array.from({length: count}, (_, index) => ({
				category: 'A',
				name: `e${call * 10 + index}`,
				value: call,
			}));
			return JSON.stringify({'2026-02-01': items, '2026-02-02': items});
		});
		const {requests, stdout, exitCode} = await ask(`events timeline ${february} ${events} -o csv`, answers);
		expect(requests.map(({events: asked}) => (asked as unknown[]).length)).toEqual([10, 10, 3]);
		const names = (date: string) =>
			stdout.split('\n').flatMap(line => (line.startsWith(date) ? [line.split(',')[2]] : []));
		const all = Array.from({length: 23}, (_, index) => `e${index}`);
		expect({first: names('2026-02-01'), second: names('2026-02-02'), exitCode}).toEqual({
			first: all,
			second: all,
			exitCode: 0,
		});
	});

	test('frequency sends segmentBy only with --segment-by, and labels every combination', async () => {
		const line = `events frequency ${february} --event Files/Open --event 'Files/Open + Files/Save' --event 'Mine = A/b + C/d'`;
		expect(await sent(line)).toEqual({
			path: '/reporting/eventTracking/advanced/fullReport',
			request: {
				...range,
				globalFilters: {},
				events: [
					{category: 'Files', name: 'Open'},
					{combiLabel: 'Files/Open + Files/Save', combiArray: expect.any(Array)},
					{combiLabel: 'Mine', combiArray: expect.any(Array)},
				],
			},
			calls: 1,
		});
		expect((await sent(`${line} --segment-by prodEdition --sort alpha:desc`)).request).toMatchObject({
			segmentBy: 'prodEdition',
			sort: 'alpha',
			sortDirection: 'desc',
		});
	});
});
