import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Row} from '../../src/output/dataset.ts';
import {frequencyColumns, readFrequency} from '../../src/reports/event-frequency.ts';
import {customValueColumns, readEventTable, usageColumns} from '../../src/reports/event-table.ts';
import {readTimeline} from '../../src/reports/event-timeline.ts';
import {type CurrentLayout, readCurrent} from '../../src/reports/installation-counts.ts';
import {lostEventColumns, readLostEvents} from '../../src/reports/lost-events.ts';
import {readHistogram, readHistograms} from '../../src/reports/lost-histograms.ts';
import {keysOf} from '../../src/reports/report-columns.ts';
import {readRetention, retentionColumns} from '../../src/reports/retention/retention-rows.ts';
import {laws} from '../support/laws/laws.ts';
import {numbersIn, numbersOf, results, rowsOf} from './support/answers.ts';

/**
 * The law: every number of an answer stands in exactly one cell of a figure, and no cell holds another. Answers are
 * written as text, so that the order of the labels and odd ones among them are part of it.
 */

const label = fc.oneof(
	fc.constantFrom(
		'',
		'10',
		'9',
		'2021-01-01',
		'totals',
		'level1',
		'level2',
		'engaged0',
		'<NULL>',
		'__proto__',
		'detailedReport',
	),
	fc.string({maxLength: 4}),
);
const figure = fc.oneof(fc.integer({min: 0, max: 1e9}), fc.double({min: 0, max: 1e6, noNaN: true}), fc.constant(null));
const day = fc
	.date({min: new Date('2020-01-01'), max: new Date('2029-12-31'), noInvalidDate: true})
	.map(date => date.toISOString().slice(0, 10));

/** An object with some of the names, one at least. */
const figures = (names: readonly string[]) =>
	fc
		.uniqueArray(fc.tuple(fc.constantFrom(...names), figure), {selector: ([name]) => name, minLength: 1})
		.map(members => object(members.map(([name, value]) => [name, JSON.stringify(value)])));
const object = (members: readonly (readonly [string, string])[]) =>
	`{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
const mapOf = (keys: fc.Arbitrary<string>, value: fc.Arbitrary<string>, minLength = 0) =>
	fc
		.uniqueArray(fc.tuple(keys, value), {selector: ([name]) => name, minLength, maxLength: 5})
		.map(members => (members.length > 0 ? object(members) : '{}'));
const listOf = (item: fc.Arbitrary<string>) => fc.array(item, {maxLength: 4}).map(items => `[${items.join()}]`);
const join = (...parts: (readonly [string, fc.Arbitrary<string>])[]) =>
	fc
		.tuple(...parts.map(([, value]) => value))
		.map(values => object(parts.map(([name], index) => [name, values[index] as string])));

const holds = (answer: fc.Arbitrary<string>, read: (text: string) => readonly Row[], from: number) =>
	fc.assert(
		fc.property(answer, text => {
			expect(numbersOf(read(text), from)).toEqual(numbersIn(text));
		}),
		laws(40, 1000),
	);

const statuses = ['new', 'active', 'lost'];
const counts = figures(statuses);
const segments = (depth: number, levels: number): fc.Arbitrary<string> => {
	const totals = ['totals', counts] as const;
	const inside = depth < levels ? [[`level${depth + 1}`, segments(depth + 1, levels)] as const] : [];
	return mapOf(label, join(totals, ...inside), 1);
};
const current = (ask: Partial<CurrentLayout>) => (text: string) =>
	rowsOf(readCurrent(results(text), {statuses, levels: [], isSplit: false, totals: false, ...ask}));

test.each([1, 2, 3])(
	'current with %i levels: all figures with totals, those of the innermost level without',
	levels => {
		const names = ['prodEdition', 'prodVersion', 'prodBuild'].slice(0, levels);
		const answer = segments(1, levels).map(level1 => `{"level1":${level1}}`);
		holds(answer, current({levels: names, totals: true}), levels + 1);
		fc.assert(
			fc.property(answer, text => {
				const rows = current({levels: names, totals: true})(text);
				const innermost = rows.filter(row => row[levels] === names.at(-1)).map(row => row.toSpliced(levels, 1));
				expect(current({levels: names})(text)).toEqual(innermost);
			}),
		);
	},
);

test('current by date, with and without a level', () => {
	holds(mapOf(day, counts), current({isSplit: true}), 1);
	const split = current({isSplit: true, levels: ['prodEdition']});
	holds(
		mapOf(label, mapOf(day, counts)).map(level1 => `{"level1":${level1}}`),
		split,
		2,
	);
	holds(mapOf(day, join(['level1', mapOf(label, join(['totals', counts]))])), split, 2);
});

test('churn and engagement', () => {
	const period = fc.nat({max: 40}).map(String);
	const periods = mapOf(period, join(...keysOf(retentionColumns).map(name => [name, figure.map(String)] as const)), 1);
	holds(mapOf(label, periods), text => rowsOf(readRetention(results(text), true)), 2);
	holds(periods, text => rowsOf(readRetention(results(text), false)), 1);
});

test('histograms', () => {
	holds(mapOf(label, figure.map(String)), text => rowsOf(readHistogram(results(text))), 1);
	const item = figure.map(value => `[{"category":"a","name":"b","value":${value}}]`);
	const bins = mapOf(label, item);
	const later = join(['histograms', join(['eventCount', bins], ['averageCountPerActiveDay', bins])]);
	holds(later, text => rowsOf(readHistograms(results(text), {category: 'a', name: 'b'})), -1);
});

const named = (text: string, category: string, name: string) => text.replace('{', `{"${category}":null,"${name}":"x",`);

test('event table of lost installations', () => {
	const events = listOf(figures(keysOf(lostEventColumns)).map(text => named(text, 'eventCategory', 'eventName')));
	holds(events, text => rowsOf(readLostEvents(results(text), false)), 2);
	holds(mapOf(label, events, 1), text => rowsOf(readLostEvents(results(text), true)), 3);
	const segment = figures(keysOf(lostEventColumns)).map(text => text.replace('{', '{"segmentLabel":"s",'));
	const later = listOf(listOf(segment).map(list => `{"eventName":"x","segments":${list}}`));
	holds(later, text => rowsOf(readLostEvents(results(text), true)), 3);
});

test('event table: all figures with totals', () => {
	const usage = figures(keysOf(usageColumns));
	const custom = figures(keysOf(customValueColumns));
	const category = join(
		['categoryUsageSummary', usage],
		['categoryCustomValuesSummary', custom],
		['categoryEventsData', mapOf(label, join(['eventUsage', usage], ['eventCustomValues', custom]))],
	);
	holds(listOf(category), text => rowsOf(readEventTable(results(text), true)), 3);
});

test('event timeline, in one answer and in several', () => {
	const event = figure.map(value => `{"category":null,"name":"x","value":${value}}`);
	const answer = mapOf(day, listOf(event));
	holds(answer, text => rowsOf(readTimeline([results(text)])), 3);
	fc.assert(
		fc.property(fc.array(answer, {minLength: 2, maxLength: 4}), texts => {
			const rows = rowsOf(readTimeline(texts.map(results)));
			expect(numbersOf(rows, 3)).toEqual(numbersIn(`[${texts.join()}]`));
			expect(rows.map(([date]) => date)).toEqual(rows.map(([date]) => date).toSorted());
		}),
	);
});

test('event frequency: the figures, and the bins', () => {
	const events = (item: fc.Arbitrary<string>) => listOf(item.map(text => named(text, 'category', 'name')));
	const plain = figures(keysOf(frequencyColumns));
	const bins = mapOf(label, figure.map(String)).map(map => `{"usageFrequency":${map}}`);
	const ask = {isSegmented: false, bins: false, events: []};
	const read = (options: Partial<typeof ask>) => (text: string) =>
		rowsOf(readFrequency(results(text), {...ask, ...options}));
	/** Leaves out the percentage, which is computed. */
	const readFigures = (options: Partial<typeof ask>) => (text: string) =>
		read(options)(text).map(row => row.toSpliced(-2, 1));
	holds(events(plain), readFigures({}), 3);
	holds(events(bins), read({bins: true}), 4);
	holds(mapOf(label, events(plain), 1), readFigures({isSegmented: true}), 4);
	holds(
		listOf(plain.map(text => `{"name":"x","data":${text}}`)).map(list => `{"detailedReport":${list}}`),
		readFigures({}),
		3,
	);
});
