import {expect, test} from 'vitest';
import {type Bin, countBins, createBins, eventBins, histogram, runtimeBins} from '../../../src/sandbox/query/bins.ts';

const labels = (bins: readonly Bin[]) => bins.map(({label}) => label);

test('events have the bins of the specification', () => {
	const found = labels(eventBins);
	expect(found).toHaveLength(30);
	expect([found[0], found[1], found[8], found[9], found[18], found[19], found[28], found[29]]).toEqual([
		'1 - 10',
		'11 - 15',
		'46 - 50',
		'51 - 60',
		'141 - 150',
		'151 - 175',
		'376 - 400',
		'≥ 401',
	]);
});

test('runtime has the bins of the specification, in hours and minutes', () => {
	const found = labels(runtimeBins);
	expect(found).toHaveLength(42);
	expect([
		found[0],
		found[1],
		found[2],
		found[9],
		found[10],
		found[27],
		found[28],
		found[33],
		found[34],
		found[41],
	]).toEqual([
		'≤ 0:50',
		'0:51 - 1:00',
		'1:01 - 1:15',
		'2:46 - 3:00',
		'3:01 - 3:30',
		'11:31 - 12:00',
		'12:01 - 13:00',
		'17:01 - 18:00',
		'18:01 - 21:00',
		'≥ 39:01',
	]);
});

test('a bin of one value is labeled with it', () => {
	expect(labels(countBins)).toEqual([
		'≤ 1',
		'2',
		'3',
		'4 - 5',
		'6 - 8',
		'9 - 12',
		'13 - 20',
		'21 - 30',
		'31 - 50',
		'51 - 75',
		'76 - 100',
		'≥ 101',
	]);
	expect(labels(createBins({from: 1, maxima: [1, 3]}))).toEqual(['1', '2 - 3', '≥ 4']);
});

test('a histogram includes empty bins', () => {
	expect([...histogram([{bin: 1, n: 4}], createBins({maxima: [1, 3]}))]).toEqual([
		['≤ 1', 0],
		['2 - 3', 4],
		['≥ 4', 0],
	]);
});
