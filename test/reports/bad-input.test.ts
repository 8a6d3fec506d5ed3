import {describe, expect, test} from 'vitest';
import {usagectl} from '../support/program/usagectl.ts';
import {hostileServer, html, reply} from '../support/service/hostile-server.ts';
import {ask} from './support/ask.ts';

/** What a message says: one line of what is wrong, and what to do. */
const isClear = /^error(\[[\w-]+\])?: .+\n(.*\n)*( {0,2}hint| {2}did you mean).*\n$/;

describe('rejects before anything is sent', () => {
	const churn = 'churn --from -90d --lost-after 30';
	test.each<[string, string, RegExp]>([
		['an unknown property', "current --from -30d --filter 'prodVersoin=4.1'", /prodVersoin[\s\S]*prodVersion/],
		['an unknown property in a level', 'current --from -30d --level prodEditon', /prodEditon[\s\S]*prodEdition/],
		['an impossible date', 'current --from 2026-02-30', /--from:1:1[\s\S]*2026-02-30/],
		['a word that is no date', 'events --from soon', /'soon' is not a date/],
		['an end that is no date', 'events --from -3d --to 2026-13', /--to:1:1/],
		[
			'a range that ends before it begins',
			'events --from 2026-02 --to 2026-01',
			/ends \(2026-01-31\) before it starts \(2026-02-01\)/,
		],
		[
			'a start that has not come',
			'events --from tomorrow',
			/ends \(2026-03-15, today\) before it starts \(2026-03-16\)/,
		],
		[
			'an end that has not come',
			'current --to 2027-01-01',
			/range starts on 2026-12-02, after today \(2026-03-15\)\nhint: give an earlier --from/,
		],
		['no days at all', 'churn --from -90d --lost-after 0', /--lost-after.*from 1/],
		['a period and a start', 'current --period last-month --from -30d', /--period cannot be combined with --from:/],
		['a period and both ends', 'current --period 2026-01 --from -30d --to today', /combined with --from and --to/],
		['a period that is a start', 'events --period -30d', /'-30d' is a start, not a period\n *.*--from -30d/],
		['a period that is none', 'events --period last-mnth', /not a period[\s\S]*last-month/],
		['a period in the future', 'current --period 2027', /starts on 2027-01-01, after today \(2026-03-15\)/],
		['a status that is none', 'current --from -30d --status new,old', /--status.*new, active, lost/],
		['a status twice', 'current --from -30d --status new,new', /each status once/],
		['a sort by a status that was not asked for', 'current --from -30d --level prodEdition --sort lost', /--sort lost/],
		['the same in a level', "current --from -30d --level 'prodEdition sort lost'", /lost/],
		['a sort of nothing', 'current --from -30d --sort active', /needs --level/],
		['a sort of segments without any', 'events frequency --event A/b --sort alpha', /needs --segment-by/],
		[
			'shares of nothing',
			'current --share --top 3',
			/--share and --top need --level\n.*add --level prodEdition, or omit/,
		],
		['losses that are not counted', 'current --lost-after 30', /needs --status lost\n.*give --status new,active,lost,/],
		['the same by their date', 'current --status new --lost-date last-seen', /give --status new,lost, or omit/],
		['marks without a chart', 'current --split week --marks marks.csv', /--marks requires --chart or --html/],
		['a sort that is none', 'current --from -30d --level prodEdition --sort size', /--sort: there is no column 'size'/],
		['a direction that is none', 'current --from -30d --level prodEdition --sort new:up', /:asc or :desc/],
		[
			'four levels',
			'current --from -30d --level prodEdition --level prodVersion --level prodBuild --level os.version',
			/at most 3 levels/,
		],
		[
			'two levels with a split',
			'current --from -30d --split day --level prodEdition --level prodVersion',
			/at most 1 level/,
		],
		['a split that is none', 'current --from -30d --split year', /day, week, month/],
		['segments of nothing', `${churn} --segment Home`, /--segment-by/],
		['segments of a cohort', `${churn} --segment-by installationMonth --segment 2026`, /installationMonth/],
		['two segments of one name', `${churn} --segment-by prodEdition --segment 'A = Home' --segment 'A = Pro'`, /A/],
		[
			'a filter that the report does not take',
			"churn events --from -90d --lost-after 30 --filter 'javaVersion=17'",
			/javaVersion/,
		],
		[
			'a filter file that is not there',
			'current --from -30d --filter @missing.txt',
			/missing\.txt: there is no such file/,
		],
		['the same behind @', 'current --from -30d --filter @missing.txt', /missing\.txt/],
		['standard input twice', 'current --from -30d --filter @- --filter @-', /only once/],
		['no event', 'events timeline --from -30d', /an event is missing/],
		['an event without a category', 'events timeline --from -30d --event Open', /--event:1/],
		['a sum where single events go', "events timeline --from -30d --event 'A/b + C/d'", /single events only/],
		['an event twice', 'events timeline --from -30d --event A/b --event A/b', /A\/b is given twice/],
		[
			'two sums of one label',
			"events frequency --from -30d --event 'S = A/b + C/d' --event 'S = A/b + E/f'",
			/label 'S'/,
		],
		['uses divided by uses', 'events timeline --from -30d --event A/b --per usage', /--per usage/],
		['no event to draw', 'churn event --from -90d --lost-after 30', /<event>/],
		['a filter for a report that takes none', 'events --from -30d --filter prodVersion=4', /--filter/],
		['a column that will not come', 'current --from -30d --fields new,activ', /activ[\s\S]*active/],
	])('%s: report %s', async (_name, line, message) => {
		const {stdout, stderr, exitCode, requests} = await ask(line);
		expect({stdout, exitCode, requests}).toEqual({stdout: '', exitCode: 2, requests: []});
		expect(stderr).toMatch(message);
		expect(stderr).toMatch(isClear);
	});

	test.each([
		['current --from -30d --level prodEdition --sort lost', 'sort-status'],
		['current --from -30d --sort active', 'sort-level'],
		[`${churn} --segment Home`, 'segment-by'],
	])('%s: a script can tell why by the word %s', async (line, detail) => {
		const {stderr} = await ask(`${line} -o json`);
		expect(JSON.parse(stderr)).toMatchObject({error: {code: 2, name: 'usage', detail}});
	});

	test.each([
		['--filter', "current --from -30d --filter 'prodVersoin=4.1'"],
		['--level', 'current --from -30d --level prodEditon'],
		['--segment-by', `${churn} --segment-by prodEditon`],
		['--segment', `${churn} --segment-by prodEdition --segment 'A = '`],
		['--event', 'events timeline --from -30d --event Open'],
		['--from', 'events --from soon'],
		['--to', 'events --from -3d --to soon'],
		['--compare', `${churn} --to today --compare soon..today`],
	])('the flag that a mistake stands in is named: %s', async (source, line) => {
		const {stderr} = await ask(`${line} -o json`);
		expect(JSON.parse(stderr)).toMatchObject({error: {code: 2, source, line: 1}});
	});

	test('prints the error as one object with -o json', async () => {
		const {stdout, stderr, exitCode} = await ask("current --from -30d --filter 'prodVersoin=4.1' -o json");
		expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 2});
		expect(JSON.parse(stderr)).toEqual({
			error: expect.objectContaining({code: 2, source: '--filter', line: 1, column: 1, suggest: ['prodVersion']}),
		});
	});
});

describe('reports a failing service', () => {
	const line = 'report current --from -30d';
	const env = (address: string) => ({
		USAGECTL_BASE_URL: address,
		USAGECTL_USER: 'ada',
		USAGECTL_SESSION_ID: 'session',
		USAGECTL_PRODUCT: '7',
	});

	test('exits with status 5 if nothing listens', async () => {
		const {stdout, stderr, exitCode} = await usagectl(line, {env: env('http://127.0.0.1:1')});
		expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 5});
		expect(stderr).toMatch(isClear);
	});

	test.each([
		['a page in place of JSON: the session is over', html(), 3],
		['a page with a 5xx: it is the server', html(502), 5],
		['a refusal', reply({status: 'SYNTAX ERROR', reason: 'no such product'}, {status: 400}), 4],
		['a dead session', reply({status: 'AUTH ERROR', reason: 'expired'}, {status: 403}), 3],
		['an answer without results', reply({status: 'OK'}), 4],
		['an answer that is cut', reply('{"status":"OK","results":{"new":1'), 4],
	])('%s', async (_name, answer, code) => {
		const {address} = await hostileServer(answer);
		const {stdout, stderr, exitCode} = await usagectl(`${line} --retries 0`, {env: env(address)});
		expect({stdout, exitCode}).toEqual({stdout: '', exitCode: code});
		expect(stderr.replace(/^(warning|note): .*\n/gm, '')).toMatch(isClear);
	});
});

describe('prints a response in an unknown layout unchanged and exits with status 4', () => {
	test.each(['table', 'json', 'ndjson', 'csv', 'tsv', 'md'])('as %s', async format => {
		const {stdout, stderr, exitCode} = await ask(`current --from -30d -o ${format}`, '{"total": [1, 2]}');
		expect({stdout, exitCode}).toEqual({stdout: '{"status":"OK","results":{"total": [1, 2]}}\n', exitCode: 4});
		expect(stderr).toContain('has an unknown layout');
	});

	const lost = '--from -90d --lost-after 30';
	const everywhere = ['null', '""', '0', '[{}]'];
	test.each<[string, string, readonly string[]]>([
		['current', 'current --from -30d', ['{"a":{}}']],
		['levels', 'current --from -30d --level os.platform', ['{"level1":null}', '{"level1":{"a":{}}}']],
		['dates', 'current --from -30d --split day', ['{"2026-03-01":{}}', '{"2026-03-01":null}']],
		[
			'dates of levels',
			'current --from -30d --split day --level os.platform',
			['{"2026-03-01":{"level1":null}}', '{"a":{}}'],
		],
		['retention', `churn ${lost}`, ['{"a":{}}', '{"0":{}}']],
		['cohorts', `churn ${lost} --segment-by installationMonth`, ['{"2026-01":null}', '{"2026-01":{"0":{}}}']],
		['bins of days', `churn days ${lost}`, ['{"1":{}}']],
		['bins of an event', `churn event A/b ${lost}`, ['{"1":{}}', '{"histograms":{}}']],
		['lost events', `churn events ${lost}`, ['[{"eventName":"b"}]', '{"a":{}}']],
		['events', 'events --from -30d', ['[{"category":"A"}]', '[{"categoryEventsData":null}]']],
		['a timeline', 'events timeline --from -30d --event A/b', ['{"2026-03-01":null}', '{"2026-03-01":[{}]}']],
		['frequencies', 'events frequency --from -30d --event A/b', ['[{"name":"b","category":"A"}]', '[{"data":{}}]']],
	])('rejects an OK response without rows: %s', async (_, line, answers) => {
		for (const answer of [...everywhere, ...answers]) {
			const {stdout, exitCode} = await ask(`${line} -o csv`, answer);
			expect({answer, exitCode, stdout}).toMatchObject({exitCode: 4, stdout: expect.stringContaining(answer)});
		}
		// A product without data.
		for (const answer of ['{}', '[]']) expect((await ask(line, answer)).exitCode).toBe(0);
	});

	test('writes no rows before the unknown part, however many there are', async () => {
		const good = Array.from({length: 5000}, (_, index) => `"v${index}":{"totals":{"new":1,"active":2}}`);
		const {stdout, exitCode} = await ask(
			'current --from -30d --level prodVersion -o csv',
			`{"level1":{${good.join()},"bad":7}}`,
		);
		expect(exitCode).toBe(4);
		expect(stdout.includes('v0,1,2\n')).toBe(false);
		expect(stdout.startsWith('{"status":"OK"')).toBe(true);
	});

	test('rejects a number that cannot be represented exactly', async () => {
		const {stdout, stderr, exitCode} = await ask('current --from -30d', '{"new":9007199254740993,"active":1}');
		expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 4});
		expect(stderr).toContain('9007199254740993');
	});
});
