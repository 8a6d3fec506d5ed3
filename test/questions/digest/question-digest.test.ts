import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {describe, expect, test} from 'vitest';
import {addDays} from '../../../src/calendar.ts';
import {chooseCharts} from '../../../src/output/chart/choose-charts.ts';
import {script} from '../../../src/output/page/page-script.ts';
import {createDraw} from '../../../src/output/page/svg-chart.ts';
import {digestMarkdown} from '../../../src/questions/digest/digest-markdown.ts';
import {digestPage} from '../../../src/questions/digest/digest-page.ts';
import {
	changeText,
	createDigest,
	firstRunNote,
	headlineText,
	trendText,
} from '../../../src/questions/digest/question-digest.ts';
import type {Question} from '../../../src/questions/file/question-file.ts';
import type {Result} from '../../../src/questions/results/result.ts';
import type {SavedResult} from '../../../src/questions/results/result-history.ts';
import {resultOf} from '../../support/data/saved-results.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {browserPath, launchBrowser} from '../../support/program/browser.ts';

const hostile = '</script><script>globalThis.broken=1</script><img>|[a](b)';
const today = '2026-06-30';
const key = {key: 'licenseKey', title: 'License key', kind: 'text'} as const;
const results: readonly Result[] = [3, 2, 1, 0].flatMap(back => {
	const day = addDays(today, -back);
	return [
		resultOf(
			day,
			[
				[hostile, 100 - 20 * back],
				['Home', 50],
			],
			{caveats: [hostile]},
		),
		resultOf(day, back === 0 ? [['OLD'], [hostile]] : [['OLD']], {
			question: 'keys',
			columns: [key],
			requests: [],
			caveats: [hostile],
		}),
	];
});
const saved = results.map(
	({question, product, day, taken}, at): SavedResult => ({question, product, day, taken, path: String(at)}),
);
const digest = await createDigest(
	[
		{name: 'q', title: hostile, text: '', ask: [], checks: [{column: 'active', sum: true, max: 100}]},
		{name: 'keys', text: '', ask: [], checks: [{rows: {new: true}, max: 0, level: 'warn'}]},
		{name: 'never', text: '', ask: [], checks: []},
	],
	{title: 'Week', history: {saved, read: async ({path}) => results[Number(path)] as Result}},
);
const page = digestPage(digest, 'Made today', {
	draw: createDraw(),
	chartsOf: ({columns, rows}) => chooseCharts(columns, rows, {title: 'Installations'}),
});

test('sections are sorted by outcome, worst first; new rows are marked; each caveat appears once', () => {
	expect(digest.sections.map(({name, summary}) => [name, summary.verdict, summary.value, summary.before])).toEqual([
		['q', 'fail', 150, 130],
		['keys', 'warn', 2, 1],
	]);
	expect(digest.sections[0]?.trend.map(({value}) => value)).toEqual([90, 110, 130, 150]);
	expect(digest.sections[1]?.isNew).toEqual([false, true]);
	expect(digest.caveats).toEqual([[hostile, ['q', 'keys']]]);
	expect(digest.missing).toEqual(['never']);
});

describe('what moved', () => {
	const columns = ['property', 'value', 'before', 'now', 'share', 'verdict', 'pValue'].map(name => ({
		...{key: name, title: name, kind: 'text' as const},
	}));
	const whyOf = (question: string, rows: Result['rows'], figure = 'lost') =>
		resultOf(today, rows, {question, columns, command: ['report', 'why', figure]});
	const unusual = {rows: {verdict: 'unusual'}, max: 0, level: 'note'} as const;
	const ask = (name: string, checks: Question['checks']): Question => ({name, text: '', ask: [], checks});
	const create = (all: readonly Result[], questions: readonly Question[]) =>
		createDigest(questions, {
			title: 'Week',
			history: {
				saved: all.map(({question, product, day, taken}, at) => ({question, product, day, taken, path: String(at)})),
				read: async ({path}) => all[Number(path)] as Result,
			},
		});
	const draw = {chartsOf: () => [], draw: createDraw()};

	test('has the three likeliest groups over all questions whose check failed', async () => {
		const found = await create(
			[
				whyOf('losses', [
					['country', 'DE', 83, 163, 95, 'unusual', 1e-20],
					['country', 'US', 83, 90, 4, 'within noise', 0.4],
					['edition', hostile, 1, 30, null, 'unusual', 1e-4],
				]),
				whyOf('users', [['os.platform', 'macOS', 40, 2, 80, 'unusual', 1e-9]], 'event'),
				whyOf('quiet', [['edition', 'Pro', 40, 2, 80, 'unusual', 1e-30]]),
				whyOf('more', [['edition', 'Pro', 40, 2, 80, 'unusual', 0.01]]),
			],
			[ask('losses', [unusual]), ask('users', [unusual]), ask('quiet', []), ask('more', [unusual])],
		);
		expect(found.moved.map(({title, group}) => `${title}: ${group}`)).toEqual([
			'losses: country DE',
			'users: os.platform macOS',
			`losses: edition ${hostile}`,
		]);
		expect(digestMarkdown(found)).toMatch(
			/\n## What moved\n\n- losses: country DE: 83 to 163 \(95 % of the change\)\n/,
		);
		const html = digestPage(found, '', draw);
		expect(html).toContain(
			'<h2 id="what-moved">What moved</h2><ul><li>losses: country DE: 83 to 163 (95 % of the change)</li>',
		);
		expect(html).not.toContain(hostile);
	});

	test('names the command for a failed figure whose groups are not known, and is absent if nothing failed', async () => {
		const current = resultOf(today, [['Home', 50]], {question: 'active'});
		const question = ask('active', [{column: 'active', sum: true, max: 10}]);
		const first = await create([current], [question]);
		expect(digestMarkdown(first)).not.toContain('What moved');
		// The figure can be that of an earlier day.
		expect(digestPage(first, '', draw)).toContain(`result of ${today}`);
		const before = resultOf(addDays(today, -1), [['Home', 40]], {question: 'active'});
		const found = await create([before, current], [question]);
		expect(digestMarkdown(found)).toMatch(
			/- active: `usagectl (--sandbox )?report why active( -p \d+)?` finds the groups/,
		);
		expect(digestPage(found, '', draw)).toContain('report why active');
		const command = ['report', 'current', '--filter', `country='a\`b'`, '--filter=prodEdition=Pro', '--from', '-30d'];
		const filtered = await create(
			[
				{...before, command},
				{...current, command},
			],
			[question],
		);
		expect(digestMarkdown(filtered)).toMatch(
			/: `` usagectl (--sandbox )?report why active --filter 'country='\\''a`b'\\''' --filter=prodEdition=Pro( -p \d+)? `` finds the groups/,
		);
		const explained = await create([before, current, whyOf('w', [], 'active')], [question, ask('w', [unusual])]);
		expect(digestMarkdown(explained)).not.toContain('What moved');
		const quiet = await create([before, current], [ask('active', [])]);
		expect(digestMarkdown(quiet)).not.toContain('What moved');
		expect(digestPage(quiet, '', draw)).not.toContain('What moved');
	});
});

test('the figure has the digits of its table, and the percentage of its change one', () => {
	expect(headlineText({what: 'Crash-free %', value: 96.04})).toBe('96.04 Crash-free %');
	expect(changeText({value: 96.04, before: 95.12})).toBe('+0.92 (+1 %)');
});

test('the results of several products name theirs, also in the labels of their tables', async () => {
	const own = [1, 2].map(product => resultOf(today, [['KEY']], {product, columns: [key], requests: []}));
	const found = await createDigest([{name: 'q', title: 'Keys', text: '', ask: [], checks: []}], {
		title: 'Week',
		history: {
			saved: own.map(({question, product, day, taken}, at) => ({question, product, day, taken, path: String(at)})),
			read: async ({path}) => own[Number(path)] as Result,
		},
	});
	expect(digestMarkdown(found)).toMatch(/ \| Keys \(1\) \|.*\n.* \| Keys \(2\) \|/);
	expect(digestPage(found, '', {chartsOf: () => [], draw: createDraw()}).match(/aria-label="Rows: [^"]*"/g)).toEqual([
		'aria-label="Rows: Keys (1)"',
		'aria-label="Rows: Keys (2)"',
	]);
});

describe('without checks that fail', () => {
	const figures: Readonly<Record<string, readonly [before: number, now: number]>> = {
		same: [50, 50],
		changed: [50, 60],
		alsoSame: [7, 7],
	};
	const asked = Object.keys(figures).map(
		(name): Question => ({
			name,
			text: '',
			ask: [],
			checks: [{column: 'active', sum: true, max: 100}],
		}),
	);
	const toUnknown = (name: string): Question => ({name, text: '', ask: [], checks: [{column: 'missing', max: 1}]});
	const createFor = (backs: readonly number[]) => {
		const all = [
			...[...Object.entries(figures), ['unchecked', [1, 2]] as const].flatMap(([question, [before, now]]) =>
				backs.map(back => resultOf(addDays(today, -back), [['Home', back === 0 ? now : before]], {question})),
			),
			resultOf(today, [['Home', 1]], {question: 'young'}),
		];
		const own = all.map(
			({question, product, day, taken}, at): SavedResult => ({question, product, day, taken, path: String(at)}),
		);
		const read = async ({path}: SavedResult) => all[Number(path)] as Result;
		return createDigest([...['young', 'unchecked'].map(toUnknown), ...asked], {
			title: 'Week',
			history: {saved: own, read},
		});
	};

	test('unknown outcomes come first, then changed figures and the others, and last what a first result leaves unknown', async () => {
		const {sections} = await createFor([2, 1, 0]);
		expect(sections.map(({name}) => name)).toEqual(['unchecked', 'changed', 'same', 'alsoSame', 'young']);
	});

	test('the first run says once that history begins', async () => {
		const note = 'History begins with these results: changes and comparisons appear from the next run on.';
		const first = await createFor([0]);
		expect(firstRunNote(first)).toBe(note);
		expect(digestMarkdown(first).split(note)).toHaveLength(2);
		expect(firstRunNote(await createFor([1, 0]))).toBeUndefined();
	});

	test('Markdown draws the trend', async () => {
		const lines = digestMarkdown(await createFor([3, 2, 1, 0])).split('\n');
		expect(lines).toContain(`| ok | changed | 60 Active (sum of rows) | +10 (+20 %) | ▁▁▁█ |  |`);
		expect(trendText({trend: [1, null, 3, 2].map((value, at) => ({day: addDays(today, at), value}))})).toBe('▁ █▅');
		expect(
			trendText({
				trend: [
					{day: today, value: 3},
					{day: today, value: 4},
				],
			}),
		).toBe('');
	});
});

test('text from data is escaped in HTML and Markdown, and the page loads nothing', () => {
	expect(page.replace(`<script>${script}</script>`, '')).not.toMatch(/<script|<img/);
	expect(page.match(/(?:src|href|url\()=?["']?(?!data:|#|http:\/\/www\.w3\.org)[^"' >)]{3,}/g) ?? []).toEqual([]);
	expect(digestMarkdown(digest)).not.toMatch(/(?<!\\)<(?:script|img)|(?<!\\)\[a\]/);
});

describe.runIf(browserPath)('in a browser', () => {
	const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
	test('is accessible and fits, light and dark, on a phone and on a desktop', async () => {
		const path = join(temporaryFolder(), 'page.html');
		writeFileSync(path, page);
		const browser = await launchBrowser();
		try {
			for (const [colorScheme, width] of [
				['light', 1200],
				['dark', 390],
			] as const) {
				const context = await browser.newContext({colorScheme, viewport: {width, height: 900}, bypassCSP: true});
				const view = await context.newPage();
				const requests: string[] = [];
				view.on('request', request => requests.push(request.url()));
				await view.goto(pathToFileURL(path).href);
				await view.evaluate(axe);
				const {violations} = (await view.evaluate('axe.run()')) as {violations: {id: string}[]};
				expect(violations.map(({id}) => id)).toEqual([]);
				expect(requests).toEqual([pathToFileURL(path).href]);
				expect(await view.evaluate('globalThis.broken')).toBeUndefined();
				expect(await view.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
			}
		} finally {
			await browser.close();
		}
	});
});
