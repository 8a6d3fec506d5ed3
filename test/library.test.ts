import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {
	createService,
	dataset,
	datasetOf,
	event,
	filter,
	keyFilter,
	levels,
	print,
	render,
	renderText,
	runReport,
	runSupport,
	segments,
	UsagectlError,
} from '../src/library.ts';
import {started} from './sandbox/support/started.ts';
import {shell} from './support/program/child.ts';
import {libraryExample} from './support/program/reference.ts';

/** The library, as a program elsewhere finds it by its name. What is published: test/package. */

const folder = mkdtempSync(join(tmpdir(), 'library-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(resolve(import.meta.dirname, '..'), join(folder, 'node_modules/usagectl'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));
const sandbox = await started();

/** Runs a program there that uses the package, watched as the tool itself is. */
async function node(file: string, text: string) {
	writeFileSync(join(folder, file), text);
	const env = {USAGECTL_PASSWORD: sandbox.admin.password};
	const ended = await shell(`cd '${folder}' && exec '${process.execPath}' ${file}`, env);
	expect(ended).toMatchObject({code: 0});
	return ended;
}

test('the example of docs/library.md runs', async () => {
	const text = libraryExample()
		.replace('https://service.example', sandbox.baseUrl)
		.replace('ada@example.com', sandbox.admin.user)
		.replace('12345678901', String(sandbox.product));
	const {stdout, stderr} = await node('example.mjs', text);
	expect(stderr).toBe('');
	expect(stdout).toMatch(/^(month \d: [\d.]+ %\n)+(caveat: .+\n)*(\w[\w ]* \d+\n){3,5}licenseKey/);
	expect(stdout).toMatch(/\nlicenseKey,installQuota,installCount\n(.+,\d+,\d+\n){3}\n$/);
});

test('both module systems get the same copy, and a failure is recognized by its class', async () => {
	const {stdout, stderr} = await node(
		'both.mjs',
		`import {createRequire} from 'node:module';
import * as imported from 'usagectl';
const required = createRequire(import.meta.url)('usagectl');
const failure = await imported.createService({baseUrl: '${sandbox.baseUrl}', user: 'nobody', password: 'wrong-word'})
	.call(imported.endpoints.meta.oldestReportedDate, {}, {product: 1}).catch(error => error);
const {kind, message, details} = failure;
const rejected = (text, report) => { try { imported.filter(text, {report}) } catch (error) { return error } };
const place = rejected('prodVersoin=1').details;
console.log(JSON.stringify({
	same: Object.keys(required).every(name => required[name] === imported[name]),
	is: failure instanceof required.UsagectlError, kind, message, code: required.exitCodes[kind],
	shown: (message + details.hint).includes('wrong-word'),
	reports: ['churn event', 'eventTracking/churn/histogram', 'churnEvent'].map(report => rejected('C01=x', report).message),
	near: rejected('C01=x', 'churnEvent').details.suggest,
	suggest: place.suggest, column: place.place.column,
	back: imported.print('filter', imported.filter('ram>=8GB and country=US').json),
	said: imported.event('Export/PDF').explanation,
}));`,
	);
	expect(stderr).toBe('');
	expect(JSON.parse(stdout)).toEqual({
		same: true,
		is: true,
		kind: 'auth',
		message: 'not signed in: wrong user or password',
		code: 3,
		shown: false,
		reports: [
			'C01 cannot be used in report churn event',
			'C01 cannot be used in report churn event',
			"there is no report 'churnEvent'",
		],
		near: ['churn event', 'churn events'],
		suggest: ['prodVersion'],
		column: 1,
		back: ['ram>=8GB and geography.country=US'],
		said: ["The event 'PDF' (category 'Export')."],
	});
});

test('a report has the rows and caveats of the command, and names wrong settings', async () => {
	const {stdout, stderr} = await node(
		'report.mjs',
		`import {createService, renderText, runReport} from 'usagectl';
const service = createService({baseUrl: '${sandbox.baseUrl}', user: '${sandbox.admin.user}', password: process.env.USAGECTL_PASSWORD});
const product = {product: ${sandbox.product}, today: '2026-06-30'};
const {title, rows, dataset, caveats} = await runReport(service, 'current', {period: '2026-06', level: ['prodEdition']}, product);
const csv = await renderText(dataset, 'csv');
const fails = (...words) => runReport(service, ...words).catch(({kind, message, details}) => ({kind, message, hint: details.hint}));
console.log(JSON.stringify({
	title, first: Object.keys(rows[0]), same: csv.split('\\n')[1] === Object.values(rows[0]).join(), caveats,
	unknown: await fails('usage', {levels: []}, product),
	file: await fails('current', {filter: ['@file']}, product),
	none: await fails('current', {}, {}),
	date: await fails('current', {from: 'soon'}, product),
}));
await service.signOut();`,
	);
	expect(stderr).toBe('');
	expect(JSON.parse(stdout)).toMatchObject({
		title: 'Installations by edition, 2026-06 (30 days)',
		first: ['prodEdition', 'new', 'active'],
		same: true,
		caveats: [expect.stringContaining('today is not complete')],
		unknown: {kind: 'usage', message: 'report usage has no option levels', hint: expect.stringContaining('from')},
		file: {kind: 'usage', message: 'the library reads no files: @file'},
		none: {kind: 'usage', message: 'no product is given'},
		date: {kind: 'usage', message: expect.stringContaining("'soon' is not a date")},
	});
});

test('the support of a system has the rows of the command', async () => {
	const service = createService({
		baseUrl: sandbox.baseUrl,
		user: sandbox.admin.user,
		password: sandbox.admin.password,
	});
	const run = {product: sandbox.product, today: '2026-06-30'};
	const {title, rows, notes} = await runSupport(service, 'prodVersion=4.10 or ram<4GB', {below: 90}, run);
	expect(title).toBe(
		'Installations with prodVersion=4.10 or ram<4GB, 2026-06-22 to 2026-06-28 compared with a year ago',
	);
	expect(rows[0]).toMatchObject({figure: 'active', share: expect.any(Number), below: 'below', lastWeek: true});
	expect(notes).toContainEqual(expect.stringMatching(/^below 90 %: already$/));
	await expect(runSupport(service, 'ram<4GB', {below: 0}, run)).rejects.toMatchObject({kind: 'usage'});
	await service.signOut();
});

const junk: readonly unknown[] = [undefined, null, 1, 1n, '', {}, [], [null], [1], Symbol('x'), () => 1];

test('everything that the library throws is a UsagectlError, whatever its arguments', async () => {
	const called = {
		createService,
		datasetOf,
		event,
		filter,
		keyFilter,
		levels,
		print,
		render,
		renderText,
		runReport,
		runSupport,
		segments,
	};
	for (const [name, run] of Object.entries(called) as [string, (...args: unknown[]) => unknown][])
		for (const args of junk.flatMap(first => junk.map(second => [first, second]))) {
			const thrown = await new Promise(resolve => resolve(run(...args))).then(
				() => undefined,
				error => error,
			);
			if (thrown !== undefined) expect(thrown, name).toBeInstanceOf(UsagectlError);
		}
});

test.each([
	['createService requires baseUrl and user', () => createService({} as never)],
	['runReport requires a service', () => runReport({} as never, 'current')],
	['runSupport requires a service', () => runSupport({} as never, 'ram<4GB')],
	["there is no format 'xml'", () => renderText(datasetOf([]), 'xml' as never)],
	['datasetOf: an argument has the wrong type', () => datasetOf(null as never)],
	['a value of a is not a text', () => datasetOf([{a: {} as never}])],
	['a value of a is not a text', () => datasetOf([{a: new Date(Number.NaN)}])],
])('says what is wrong with an argument: %s', async (message, run) => {
	await expect(async () => run()).rejects.toMatchObject({kind: 'usage', message: expect.stringContaining(message)});
});

test('a Date is one text in every format, and a bigint a number if a number can hold it', async () => {
	const objects = [{at: new Date('2026-06-01T10:00:00Z'), small: 7n, large: 2n ** 64n}];
	const raw = dataset([{key: 'at', title: 'At', kind: 'text'}], [[objects[0]?.at as never]]);
	for (const format of ['table', 'csv', 'json', 'ndjson', 'md'] as const) {
		expect(await renderText(raw, format)).toContain('2026-06-01T10:00:00.000Z');
		expect(await renderText(datasetOf(objects), format)).toContain('2026-06-01T10:00:00.000Z');
	}
	expect(await renderText(datasetOf(objects), 'csv')).toContain(',7,18446744073709551616\n');
});
