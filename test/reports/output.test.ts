import {describe, expect, test} from 'vitest';
import {ask} from './support/ask.ts';

const rowsOf = async (line: string, answer: string | readonly string[]) => {
	const {stdout, stderr, exitCode} = await ask(line, answer);
	expect({stderr: stderr.replace(/^note: .*\n/gm, ''), exitCode}).toEqual({stderr: '', exitCode: 0});
	return stdout;
};
const level1 =
	'{"level1":{"10":{"totals":{"new":1,"active":2}},"9":{"totals":{"new":0,"active":4}},"<NULL>":{"totals":{"active":5}}}}';
const line = 'current --from -30d --level prodVersion';

describe('prints rows in every format', () => {
	test('orders versions as tables do, and keeps labels; <NULL> is null', async () => {
		expect(await rowsOf(`${line} -o csv`, level1)).toBe('prodVersion,new,active\n9,0,4\n10,1,2\n,,5\n');
		expect(JSON.parse(await rowsOf(`${line} -o json`, level1))).toEqual([
			{prodVersion: '9', new: 0, active: 4},
			{prodVersion: '10', new: 1, active: 2},
			{prodVersion: null, new: null, active: 5},
		]);
		expect(await rowsOf(`${line} -o ndjson`, level1)).toContain('{"prodVersion":"9","new":0,"active":4}\n');
	});

	test('--fields selects and orders columns, --raw prints the body', async () => {
		expect(await rowsOf(`${line} -o csv --fields active,prodVersion`, level1)).toBe(
			'active,prodVersion\n4,9\n2,10\n5,\n',
		);
		expect(await rowsOf(`${line} --raw`, level1)).toBe(`{"status":"OK","results":${level1}}`);
	});

	test('prints a missing category as an empty cell or null, unlike the text null', async () => {
		const answer =
			'{"2026-03-15":[{"category":null,"name":"Start","value":1},{"category":"null","name":"Start","value":2}]}';
		const timeline = 'events timeline --from today --event null/Start --event "\'null\'/Start"';
		expect(await rowsOf(`${timeline} -o csv`, answer)).toBe(
			'date,category,name,value,complete\n2026-03-15,,Start,1,false\n2026-03-15,null,Start,2,false\n',
		);
		expect(
			JSON.parse(await rowsOf(`${timeline} -o json`, answer)).map((row: {category: unknown}) => row.category),
		).toEqual([null, 'null']);
	});

	test('prints only a header for an empty result, with status 7 for --fail-on-empty', async () => {
		expect(await rowsOf(`${line} -o csv`, '[]')).toBe('prodVersion,new,active\n');
		expect(JSON.parse(await rowsOf(`${line} -o json`, '{}'))).toEqual([]);
		expect(await ask(`${line} --fail-on-empty`, '{"level1":{}}')).toMatchObject({exitCode: 7});
	});

	test('--fail-on-empty treats a report of zeros as empty', async () => {
		const zero = '{"level1":{"a":{"totals":{"new":0,"active":0}},"b":{"totals":{"new":null,"active":0}}}}';
		const ended = await ask(`${line} -o csv --fields prodVersion --fail-on-empty`, zero);
		expect(ended).toMatchObject({stdout: 'prodVersion\na\nb\n', exitCode: 7});
		expect(ended.stderr).toContain('error: every figure is 0 or missing\n');
		const one = '{"level1":{"a":{"totals":{"new":0,"active":0}},"b":{"totals":{"new":1,"active":0}}}}';
		expect(await ask(`${line} --fail-on-empty`, one)).toMatchObject({exitCode: 0});
		expect(await ask(line, zero)).toMatchObject({exitCode: 0});
	});

	test('gives one property on two levels two columns', async () => {
		const answer = '{"level1":{"a":{"totals":{"new":1,"active":1},"level2":{"b":{"totals":{"new":1,"active":1}}}}}}';
		const twice = `current --from -30d --level 'prodVersion: A = ~^a' --level prodVersion`;
		expect(await rowsOf(`${twice} -o csv --totals`, [answer, '{"new":2,"active":3}'])).toBe(
			'prodVersion,prodVersion_2,level,new,active\na,,prodVersion,1,1\na,b,prodVersion_2,1,1\n,,total,2,3\n',
		);
	});

	test('--totals adds a last row for all, in a segment or not', async () => {
		const one = (active: number) => `{"totals":{"new":0,"active":${active}}}`;
		const answers = [`{"level1":{"a":${one(1)},"<NULL>":${one(9)},"b":${one(2)}}}`, '{"new":0,"active":20}'];
		const table = await rowsOf('current --from -30d --level prodEdition --totals', answers);
		expect(table.split('\n').slice(4, 8)).toEqual([
			'b          0       2',
			'a          0       1',
			'(none)     0       9',
			'total      0      20',
		]);
		const sorted = await rowsOf('current --from -30d --level prodEdition --totals --sort active:desc -o csv', answers);
		expect(sorted.split('\n').at(-2)).toBe(',total,0,20');
		const compared = 'current --from -30d --level prodEdition --totals --compare previous --figures active -o csv';
		const all = await rowsOf(compared, [...answers, answers[0] ?? '', '{"new":0,"active":10}']);
		expect(all.split('\n').at(-2)).toMatch(/^,total,active,10,20,/);
	});
});

describe('prints wide tables', () => {
	const cohorts = `{
		"2026-01-01":{"0":{"engaged":10,"engagedPercent":100,"lost":0,"lostPercent":0},"1":{"engaged":9,"engagedPercent":90,"lost":1,"lostPercent":10},"2":{"engaged":7,"engagedPercent":70,"lost":3,"lostPercent":30}},
		"2026-02-01":{"0":{"engaged":4,"engagedPercent":100,"lost":0,"lostPercent":0},"1":{"engaged":3,"engagedPercent":75,"lost":1,"lostPercent":25}},
		"2026-03-01":{"0":{"engaged":8,"engagedPercent":100,"lost":0,"lostPercent":0}}}`;

	test('with cohorts by period', async () => {
		const churn = 'churn --from -3mo --lost-after 30 --segment-by installationMonth --wide';
		expect(await rowsOf(`${churn} -o csv`, cohorts)).toBe(
			'installationMonth,installations,0,1,2,incomplete\n2026-01-01,10,100,90,70,2\n2026-02-01,4,100,75,,1\n2026-03-01,8,100,,,0\n',
		);
		expect(await rowsOf(`${churn} -o csv --fields installationMonth,2`, cohorts)).toBe(
			'installationMonth,2\n2026-01-01,70\n2026-02-01,\n2026-03-01,\n',
		);
	});

	test('with events by date', async () => {
		const answer =
			'{"2026-03-14":[{"category":"A","name":"b","value":1},{"category":null,"name":"c","value":2}],"2026-03-15":[{"category":null,"name":"c","value":3}]}';
		const timeline = 'events timeline --from -1d --event A/b --event null/c --wide';
		expect(await rowsOf(`${timeline} -o csv`, answer)).toBe(
			'category,name,2026-03-14,2026-03-15,incomplete\nA,b,1,,\n,c,2,3,2026-03-15\n',
		);
		expect(await rowsOf(`${timeline} -o json`, answer)).toContain('"2026-03-14":2,"2026-03-15":3');
	});
});

describe('prints report current --wide', () => {
	const dates =
		'{"2026-02-01":{"level1":{"Pro":{"new":1,"active":5}}},"2026-03-01":{"level1":{"Home":{"new":2,"active":8},"Pro":{"new":3,"active":6}}}}';
	const byMonth = 'current --from 2026-02-01 --split month --level prodEdition --wide';

	test('with a column per date, and a row per segment and status', async () => {
		expect(await rowsOf(`${byMonth} -o csv`, dates)).toBe(
			[
				'prodEdition,figure,2026-02-01,2026-03-01,incomplete',
				'Pro,new,1,3,2026-03-01',
				'Pro,active,5,6,2026-03-01',
				'Home,new,,2,2026-03-01',
				'Home,active,,8,2026-03-01\n',
			].join('\n'),
		);
		expect(await rowsOf(`${byMonth} --status new -o table`, dates.replaceAll(/,"active":\d/g, ''))).toBe(
			[
				'New installations by edition, 2026-02-01 to 2026-03-15 (1 month and 15 days)\n',
				'Edition  2026-02  2026-03*',
				'───────  ───────  ────────',
				'Pro            1         3',
				'Home                     2',
				'* this month is not complete',
				'installations may count under their latest edition, not that of each day\n',
			].join('\n'),
		);
	});

	test('with a column per value of the innermost level', async () => {
		const counts = (active: number) => `"totals":{"active":${active}}`;
		const levels = `{"active":11,"level1":{"Pro":{${counts(9)},"level2":{"DE":{${counts(5)}},"Pro":{${counts(4)}}}},"prodEdition":{${counts(2)},"level2":{"DE":{${counts(2)}}}}}}`;
		const line = 'current --from -30d --status active --level prodEdition --level C01 --wide -o csv';
		expect(await rowsOf(line, levels)).toBe('prodEdition,DE,Pro\nPro,5,4\nprodEdition,2,\n');
		expect(await rowsOf(`${line} --share`, levels)).toBe(
			'prodEdition,figure,DE,Pro\nPro,active,5,4\nPro,share,45.45,36.36\nprodEdition,active,2,\nprodEdition,share,18.18,\n',
		);
	});

	test.each([
		['--wide', /--wide needs --split or --level/],
		['--totals', /--totals needs --level/],
		['--split month --level prodEdition --totals', /--split and --totals cannot be combined/],
		['--wide --level prodEdition --level C01 --totals', /--wide and --totals cannot be combined/],
		['--wide --split month --compare previous', /--wide and --compare cannot be combined/],
	])('%s is rejected before anything is sent', async (flags, message) => {
		const {stdout, stderr, exitCode, requests} = await ask(`current --from -30d ${flags}`);
		expect({stdout, exitCode, requests}).toEqual({stdout: '', exitCode: 2, requests: []});
		expect(stderr).toMatch(message);
	});
});

describe('prints several products', () => {
	test('in one table, one after the other', async () => {
		const {stdout, stderr, exitCode, requests} = await ask(`${line} -p 1,2 -o csv`, level1);
		expect({stderr: stderr.replace(/^note: .*\n/gm, ''), exitCode, calls: requests.length}).toEqual({
			stderr: '',
			exitCode: 0,
			calls: 2,
		});
		const rows = (product: number) => `${product},9,0,4\n${product},10,1,2\n${product},,,5\n`;
		expect(stdout).toBe(`product,prodVersion,new,active\n${rows(1)}${rows(2)}`);
	});

	test('in one wide table', async () => {
		const answer = '{"2026-03-15":[{"category":"A","name":"b","value":1}]}';
		const {stdout} = await ask('events timeline --from today --event A/b --wide -p 1,2 -o csv', answer);
		expect(stdout).toBe('product,category,name,2026-03-15,incomplete\n1,A,b,1,2026-03-15\n2,A,b,1,2026-03-15\n');
	});

	test('keeps the rows of the others if one fails, with status 6', async () => {
		const {stdout, stderr, exitCode} = await ask(`${line} -p 1,2 -o csv`, [level1, '7']);
		expect(exitCode).toBe(6);
		expect(stdout.split('\n').filter(row => /^[12],/.test(row))).toHaveLength(3);
		expect(stderr).toMatch(/error: product [12]: the response has an unknown layout/);
	});

	test('--dry-run prints a note and leaves stdout empty', async () => {
		expect(await ask(`${line} -p 1,2 -o csv --dry-run`)).toMatchObject({stdout: '', exitCode: 0, requests: []});
	});
});

describe('prints notes beside the rows', () => {
	test('-v prints the resolved range', async () => {
		const {stderr} = await ask('events --from 2026-02 --to last-month -v');
		expect(stderr).toContain('range: 2026-02-01 to 2026-02-28');
	});

	test('--print-request prints the request and sends none', async () => {
		const {stdout, requests, exitCode} = await ask(`${line} --print-request json`);
		expect({exitCode, requests}).toEqual({exitCode: 0, requests: []});
		expect(JSON.parse(stdout)).toMatchObject({
			body: {productId: 7, startDate: '2026-02-13', clientStatus: ['new', 'active']},
		});
		expect(stdout).not.toContain('session"');
	});
});

test('a chart of totals, which have no dates or groups, is a table', async () => {
	const {stdout} = await ask('current --from -30d --chart', '{"new":3,"active":9}');
	expect(stdout).toMatch(
		/^Installations, .*\n\nNew +Active\n.*\n +3 +9\na chart needs dates or groups: the rows are shown instead\n$/,
	);
});
