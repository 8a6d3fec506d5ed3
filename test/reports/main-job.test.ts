import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {openDatabase} from '../../src/sandbox/store/duckdb.ts';
import {getUsualFile, started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {currentReport} from '../support/oracle/current.ts';
import {loadProduct} from '../support/oracle/load.ts';
import {dayOf} from '../support/oracle/model.ts';
import {vocabularyOf} from '../support/oracle/random-requests.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** The main job from the command line to its CSV, against plain loops over the same rows. */

const today = '2026-06-30';
const sandbox = await started();
const database = await openDatabase(getUsualFile());
afterAll(() => database.close());
const product = await loadProduct(table => database.rows(`SELECT * FROM ${table}`), sandbox.product);

const env = {
	...sandbox.env,
};
/**
 * Rows as CSV holds them, without those that count nothing: whether such a segment is there is the service's choice.
 * Undefined for what our own checks refuse.
 */
async function ask(words: readonly string[], statuses: readonly string[]): Promise<string[] | undefined> {
	const {stdout, stderr, exitCode} = await usagectl(['report', 'current', ...words, '-o', 'csv'], {
		env,
		clock: fakeClock(`${today}T12:00:00Z`),
	});
	if (exitCode === 2) return undefined;
	expect({stderr: stderr.replace(/^(warning|note): .*\n/gm, ''), exitCode}).toEqual({stderr: '', exitCode: 0});
	const rows: string[][] = parse(stdout);
	return rows
		.slice(1)
		.filter(row => row.slice(-statuses.length).some(count => count !== '0' && count !== ''))
		.map(row => row.join('\0'))
		.sort();
}

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes
function naive(request: any, depth: number): string[] {
	return [...currentReport(request, product.installations, dayOf(today))]
		.filter(([path]) => (path === '' ? 0 : path.split('\0').length) === depth)
		.map(([path, counts]) => {
			const cells = request.clientStatus.map((status: string) => String(counts[status] ?? 0));
			return [...(path === '' && depth === 0 ? [] : [path]), ...cells].join('\0');
		})
		.sort();
}

test('a filtered, segmented report matches a count over the rows', async () => {
	const line = [
		...['--from', '-90d', '--status', 'new,active,lost', '--lost-after', '30'],
		...['--filter', 'prodVersion=4.* and country=US,DE'],
		...['--level', 'prodEdition', '--level', 'os.version: each * limit 5'],
	];
	const request = {
		startDate: '2026-04-01',
		clientStatus: ['new', 'active', 'lost'],
		daysUntilDeclaredLost: 30,
		dateReportedLost: 'dateLastSeen',
		globalFilters: {
			prodVersion: {type: 'regex', value: '^4\\..*$'},
			geography: {type: 'stringArray', country: ['US', 'DE']},
		},
		levels: {
			level1: {property: 'prodEdition', segments: [{type: 'regex', value: '.*', split: true}]},
			level2: {property: 'os.version', segments: [{type: 'regex', value: '.*', split: true, limit: 5}]},
		},
	};
	const rows = await ask(line, request.clientStatus);
	expect(rows).toEqual(naive(request, 2));
	expect(rows?.length).toBeGreaterThan(5);
});

test('any filter and any levels match a count over the rows', async () => {
	const {filter, segments} = vocabularyOf(product.installations, product.events, ['c1', 'c2']);
	const some = fc.oneof(fc.constant({}), filter);
	const asked = fc.record({
		filter: some,
		levels: fc.array(segments, {maxLength: 3}),
		back: fc.integer({min: 1, max: 900}),
	});
	let rowsSeen = 0;
	let refused = 0;
	await fc.assert(
		fc.asyncProperty(asked, async ({filter: globalFilters, levels, back}) => {
			const json = levels.map(({property, segments: items}) => ({property, segments: items}));
			const typed = Object.fromEntries(json.map((level, index) => [`level${index + 1}`, level]));
			const filters = Object.keys(globalFilters).length > 0 ? ['--filter', JSON.stringify(globalFilters)] : [];
			const rows = await ask(
				// Codes that no country has are drawn too.
				[
					'--from',
					`-${back}d`,
					'--any-code',
					...filters,
					...(levels.length > 0 ? ['--level', JSON.stringify(typed)] : []),
				],
				['new', 'active'],
			);
			const request = {
				startDate: new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10),
				clientStatus: ['new', 'active'],
				globalFilters,
				levels: typed,
			};
			// In CSV, no value is an empty cell.
			if (rows) expect(rows).toEqual(naive(request, levels.length).map(row => row.replaceAll('<NULL>', '')));
			else refused++;
			rowsSeen += rows?.length ?? 0;
		}),
		// A fixed seed, since what is drawn decides how many rows there are to compare; the oracle's own test draws anew each time.
		{numRuns: 20, seed: 7, endOnFailure: true},
	);
	expect(refused).toBeLessThan(8);
	expect(rowsSeen).toBeGreaterThan(20);
});
