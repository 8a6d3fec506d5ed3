import {expect, test} from 'vitest';
import type {EventReference} from '../../../src/contract/event-reference.ts';
import {canOverlap} from '../../../src/reports/request/report-events.ts';
import {hasOverlaps} from '../../../src/reports/request/report-request.ts';

const each = {type: 'regex', value: '.*', split: true};
const none = {includeNull: true, segmentLabel: '<NULL>'};
const range = (min?: number, max?: number) => ({
	type: 'numberRange',
	...(min === undefined ? {} : {min}),
	...(max === undefined ? {} : {max}),
});
const text = (value: string) => ({type: 'string', value});

test.each([
	[[], false],
	[[each], false],
	[[each, none], false],
	[[text('Pro'), text('Home'), none], false],
	[[text('Pro'), text('Pro')], true],
	[[each, text('Pro')], true],
	[
		[
			{type: 'regex', value: '4.*'},
			{type: 'regex', value: '.*1'},
		],
		true,
	],
	[[text('DE'), {type: 'stringArray', value: ['FR', 'US']}], false],
	[[text('DE'), {type: 'stringArray', value: ['FR', 'DE']}], true],
	[[range(undefined, 4), range(5, 8), range(9)], false],
	[[range(undefined, 4), range(4, 8)], true],
	[[range(5), {type: 'number', value: 4}, {type: 'number', value: 7}], true],
	[
		[
			{type: 'boolean', value: true},
			{type: 'boolean', value: false},
		],
		false,
	],
	[[{includeNull: false}, {includeNull: false}], true],
])('an installation can be in two of these segments: %j %s', (segments, overlaps) => {
	const level1 = {property: 'prodEdition', segments};
	expect(hasOverlaps({startDate: '2026-01-01', segments})).toBe(overlaps);
	expect(hasOverlaps({startDate: '2026-01-01', levels: {level1}})).toBe(overlaps);
});

const pdf = {category: 'Export', name: 'PDF'};
const open = {category: 'Files', name: 'Open'};
const sum = (...events: readonly {category: string; name: string}[]): EventReference => ({
	combiLabel: 'sum',
	combiArray: events.map(event => ({...event, categoryType: 'string', nameType: 'string'})),
});
const pattern: EventReference = {
	combiArray: [{category: 'Export', categoryType: 'string', name: '^P', nameType: 'regex'}],
};

test.each<[readonly EventReference[], boolean]>([
	[[pdf, open], false],
	[[pattern], false],
	[[sum(pdf, open)], false],
	[[sum(pdf), open], false],
	[[sum(pdf, open), open], true],
	[[pattern, open], true],
])('a use can count for two of these events: %j %s', (events, overlaps) => {
	expect(canOverlap(events)).toBe(overlaps);
});
