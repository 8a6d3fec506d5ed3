import fc from 'fast-check';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {compareAnswer, listSampleCalls} from '../../src/doctor/compare-operations.ts';
import {started} from '../sandbox/support/started.ts';
import {laws} from '../support/laws/laws.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** `doctor --service` finds what differs from the description, and invents nothing. */

const today = '2026-06-30';
const sandbox = await started();
const questions = listSampleCalls(today);
type Json = {[name: string]: Json} | Json[] | string | number | boolean | null;
const bodies: {readonly question: (typeof questions)[number]; readonly text: string}[] = [];
beforeAll(async () => {
	for (const question of questions) {
		const answer = await sandbox.post(question.endpoint.path, {...sandbox.identity, ...question.input});
		bodies.push({question, text: await answer.text()});
	}
});

/** Every object below a value, and every place of a number. */
function listPlaces(value: Json): {readonly objects: {[name: string]: Json}[]; readonly numbers: (() => void)[]} {
	const objects: {[name: string]: Json}[] = [];
	const numbers: (() => void)[] = [];
	const walk = (node: Json) => {
		if (typeof node !== 'object' || node === null) return;
		if (!Array.isArray(node)) objects.push(node);
		for (const [name, item] of Object.entries(node)) {
			const holder = node as {[name: string]: Json};
			if (typeof item === 'number')
				numbers.push(() => {
					holder[name] = `${item}`;
				});
			walk(item);
		}
	};
	walk(value);
	return {objects, numbers};
}

test('the sandbox answers as it is described', () => {
	for (const {question, text} of bodies)
		expect({path: question.endpoint.path, ...compareAnswer(question, text)}).toEqual({
			path: question.endpoint.path,
			state: 'agrees',
			details: [],
		});
});

const place = fc.record({which: fc.nat(), where: fc.nat()});
/** Members of these objects are labels or columns, so none can be too many. */
const isOpen = (path: string) => /getLastLines|clientPropertyList/.test(path);

test('an added member is named, and changes nothing', () => {
	fc.assert(
		fc.property(place, ({which, where}) => {
			const closed = bodies.filter(
				({question: {endpoint}}) => endpoint.reading === 'records' && !isOpen(endpoint.path),
			);
			const {question, text} = closed[which % closed.length] as (typeof bodies)[number];
			const answer = JSON.parse(text) as Json;
			const {objects} = listPlaces(answer);
			(objects[where % objects.length] as {[name: string]: Json}).planted = 1;
			expect(compareAnswer(question, JSON.stringify(answer))).toEqual({
				state: 'adds',
				details: [expect.stringMatching(/(^|\.)planted is added$/)],
			});
		}),
		laws(50, 1000),
	);
});

test('a figure that is a text is found', () => {
	fc.assert(
		fc.property(place, ({which, where}) => {
			const figured = bodies.filter(
				({question: {endpoint}, text}) => !isOpen(endpoint.path) && listPlaces(JSON.parse(text)).numbers.length > 0,
			);
			const {question, text} = figured[which % figured.length] as (typeof bodies)[number];
			const answer = JSON.parse(text) as Json;
			const {numbers} = listPlaces(answer);
			numbers[where % numbers.length]?.();
			const {state, details} = compareAnswer(question, JSON.stringify(answer));
			expect({path: question.endpoint.path, state, some: details.length > 0}).toEqual({
				path: question.endpoint.path,
				state: 'differs',
				some: true,
			});
		}),
		laws(50, 1000),
	);
});

test('the order of members says nothing', () => {
	const reversed = (value: Json): Json => {
		if (Array.isArray(value)) return value.map(reversed);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value)
				.reverse()
				.map(([name, item]) => [name, reversed(item)]),
		);
	};
	for (const {question, text} of bodies)
		expect(compareAnswer(question, JSON.stringify(reversed(JSON.parse(text) as Json))).state).toBe('agrees');
});

test('another service: names, properties and operations that differ', async () => {
	const other = await started(
		{
			assume: ['newer-operations=absent', 'flag-names=blocked', 'collected=more', 'lost-event-paths=lifetime'],
		},
		onTestFinished,
	);
	const line = `doctor --service --today ${today} -o json --yes`;
	const {stdout, exitCode} = await usagectl(line, {env: other.env});
	const rows = JSON.parse(stdout) as readonly Readonly<Record<'operation' | 'state' | 'detail', string | null>>[];
	const at = (operation: string) => rows.filter(row => row.operation === operation).map(({state}) => state);
	expect(exitCode).toBe(7);
	expect(rows.filter(({state}) => state === 'absent').map(({operation}) => operation)).toEqual([
		'/reporting/generic/dateRange',
		'/reporting/engagement/usageDistribution',
		'/reporting/eventTracking/churn/dataTable',
		'/rawEvents/download/listFiles',
		'/eventTracking/listEventNames',
		'/reporting/clientPropertyList',
		'/reporting/eventTracking/churn/histogram',
	]);
	expect(at('names')).toEqual(['differs']);
	expect(at('properties')).toEqual(['adds']);
	expect(rows.find(({operation}) => operation === 'properties')?.detail).toContain('majorVersion, daysKnown');
	expect(at('/reporting/generic/current')).toEqual(['agrees']);
});

test('nothing is asked without a yes', async () => {
	const {stdout, stderr, exitCode} = await usagectl('doctor --service --no-input', {env: sandbox.env});
	expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 2});
	expect(stderr).toContain('--yes');
});
