import fc from 'fast-check';
import {beforeAll, expect, test} from 'vitest';
import {listSampleCalls} from '../../src/doctor/compare-operations.ts';
import type {HttpResponse, Transport} from '../../src/ports.ts';
import {started} from '../sandbox/support/started.ts';
import {laws} from '../support/laws/laws.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * Services that nobody has seen: many properties of their own, names in other scripts, later names of flags, reports that are absent,
 * members that are added or stand elsewhere, figures as text. `doctor --service` finds each difference, and no other.
 */

const today = '2026-06-30';
const sandbox = await started();
const event = {category: 'Files', name: 'Open'};
const range = {startDate: '2026-06-23', stopDate: '2026-06-29'};
const lost = {...range, daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen'};
const asked = [
	...listSampleCalls(today).map(({endpoint, input}) => ({path: endpoint.path, input})),
	{path: '/reporting/eventTracking/churn/histogram', input: {...lost, event}},
	{
		path: '/reporting/eventTracking/basic/timeline',
		input: {...range, dateSplit: 'day', dataView: 'usageCounts', events: [event]},
	},
	{path: '/reporting/eventTracking/advanced/fullReport', input: {...range, events: [event]}},
];
const paths = asked.map(({path}) => path);
const bodies = new Map<string, string>();
beforeAll(async () => {
	for (const {path, input} of asked)
		bodies.set(path, await (await sandbox.post(path, {...sandbox.identity, ...input})).text());
});

type Json = {[name: string]: Json} | Json[] | string | number | boolean | null;
const map = (value: Json, change: (value: Json) => Json): Json => {
	if (Array.isArray(value)) return change(value.map(item => map(item, change)));
	if (typeof value !== 'object' || value === null) return change(value);
	return change(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item, change)])));
};
const isObject = (value: Json): value is {[name: string]: Json} =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const part = (name: string) => ({name, friendlyName: name, dataType: 'boolean'});
/** Properties of each kind that the catalog does not have; those of the last have a type that nobody knows. */
const kinds: Readonly<Record<string, object>> = {
	text: {dataType: 'string'},
	number: {dataType: 'numeric', units: 'µs'},
	yesNo: {dataType: 'boolean'},
	day: {dataType: 'date'},
	level: {dataType: 'special', granularityLevels: [part('outer'), part('inner')]},
	flag: {dataType: 'special', subProperties: [part('one'), part('two')]},
	odd: {dataType: 'blob'},
};
const others = Object.entries(kinds).flatMap(([kind, face]) =>
	Array.from({length: 40}, (_, at) => ({name: `${kind}${at}`, filterType: 'standard', ...face})),
);
const scripts = ['Größe = Maß', 'Тип места', '座席の種類', 'نوع المقعد'];

const renamed = new Map([
	['blacklisted', 'blocked'],
	['whitelisted', 'allowed'],
]);

const plans = fc.record({
	own: fc.subarray(others),
	inScripts: fc.boolean(),
	flags: fc.boolean(),
	absent: fc.subarray(paths, {maxLength: 3}),
	adding: fc.subarray(paths, {maxLength: 3}),
	asText: fc.subarray(paths, {maxLength: 3}),
	reversed: fc.boolean(),
});
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

/** Members of these answers are labels, columns or properties, of which none can be too many. */
const isOpen = (path: string) => path.startsWith('/reporting/') || path.endsWith('getLastLines');
const holdsNumber = (value: Json): boolean =>
	typeof value === 'number' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber));
const hasFigures = (path: string) =>
	!path.endsWith('clientPropertyList') && holdsNumber(JSON.parse(bodies.get(path) ?? '{}'));

function answerOf(path: string, {own, inScripts, flags, adding, asText, reversed}: Plan): string {
	let answer = JSON.parse(bodies.get(path) ?? '{}') as Json;
	if (path === '/meta/productProperties') {
		const {results} = answer as unknown as {results: {properties: object[]}[]};
		if (inScripts)
			results[0]?.properties.forEach((property, at) => {
				Object.assign(property, {friendlyName: scripts[at % 4]});
			});
		results[0]?.properties.push(...own.map(each => ({friendlyName: scripts[each.name.length % 4], ...each})));
	}
	if (flags)
		answer = map(answer, value =>
			isObject(value)
				? Object.fromEntries(Object.entries(value).map(([name, item]) => [renamed.get(name) ?? name, item]))
				: typeof value === 'string'
					? (renamed.get(value) ?? value)
					: value,
		);
	if (asText.includes(path)) answer = map(answer, value => (typeof value === 'number' ? String(value) : value));
	if (adding.includes(path) && !isOpen(path)) (answer as {[name: string]: Json}).planted = {inside: 1};
	// The order of labels and events means something; that of members of an object does not.
	if (reversed)
		answer = map(answer, value => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value));
	return JSON.stringify(answer);
}

const respond = (status: number, body: string): HttpResponse => ({
	status,
	headers: {'content-type': 'application/json'},
	body: Object.assign(
		(async function* () {
			yield Buffer.from(body);
		})(),
		{destroy: () => undefined},
	),
});

function stateOf(path: string, {absent, adding, asText}: Plan): string {
	// What needs an event is not asked where none is known.
	const needsEvent = /timeline|fullReport|churn\/histogram$/.test(path);
	if (needsEvent && absent.includes('/reporting/eventTracking/basic/dataTable')) return 'skipped';
	if (absent.includes(path)) return 'absent';
	if (asText.includes(path) && hasFigures(path)) return 'differs';
	return adding.includes(path) && !isOpen(path) ? 'adds' : 'agrees';
}

const env = {
	USAGECTL_BASE_URL: 'http://127.0.0.1:9',
	USAGECTL_USER: 'ada',
	USAGECTL_SESSION_ID: 'canary-session',
	USAGECTL_PRODUCT: '7',
};

test('every planted difference is found, and none is invented', async () => {
	await fc.assert(
		fc.asyncProperty(plans, async plan => {
			const transport: Transport = async ({url: {pathname}}) =>
				plan.absent.includes(pathname as `/${string}`) ? respond(404, 'no') : respond(200, answerOf(pathname, plan));
			const {stdout} = await usagectl(`doctor --service --yes --today ${today} -o json`, {env, transport});
			const rows = JSON.parse(stdout) as {operation: string; state: string; detail: string | null}[];
			const found = rows.filter(({operation}) => operation.startsWith('/')).map(row => [row.operation, row.state]);
			expect(Object.fromEntries(found)).toEqual(Object.fromEntries(paths.map(path => [path, stateOf(path, plan)])));
			const reasons = rows.filter(({state}) => state === 'skipped').map(({detail}) => detail);
			expect(
				reasons.every(detail =>
					/^not called: it needs an event from .* but the state of that operation is 'absent'$/.test(detail ?? ''),
				),
			).toBe(true);
			const isListed = !plan.absent.includes('/meta/productProperties');
			const told = rows.filter(({operation}) => operation === 'properties').map(({detail}) => detail ?? '');
			const names = told.flatMap(detail => detail.match(/\b[a-zA-Z]+\d+\b/g) ?? []);
			expect(names.sort()).toEqual(isListed ? plan.own.map(({name}) => name).sort() : []);
			expect(rows.filter(({operation}) => operation === 'names').length).toBe(isListed && plan.flags ? 1 : 0);
		}),
		laws(10, 1000),
	);
});
