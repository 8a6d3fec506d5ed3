import fc from 'fast-check';
import type {Period} from '../../src/archive/crashes/group-counts.ts';
import type {Dialect} from '../../src/archive/tables/engine/dialects.ts';
import type {RecordFilter} from '../../src/archive/tables/relations.ts';
import {hostileTexts} from './hostile-text.ts';

/** Random lines, and random questions about them. */

const firstDay = Date.UTC(2026, 7, 1);
export const days = 45;
export const dayOf = (number: number): string => new Date(firstDay + number * 86_400_000).toISOString().slice(0, 10);

/** Texts that a file may hold, whatever they do elsewhere. */
export const texts: readonly string[] = [
	...hostileTexts.filter(text => !text.includes('\0')).map(text => Buffer.from(text).toString()),
	`' OR '1'='1`,
	`\\' OR 1=1 --`,
	`'); DROP TABLE lines; --`,
	'`"$$; /* {x:String} ?',
	'50%_of\\that',
	'50%xof\\that',
	'50 and_of\\that',
	'\\',
	"\\'",
];
const versions = ['4.9', '4.10', '5.0', '5.00', '5.0.1-beta', '10', '', ...texts.slice(-9)];
const systems = ['Windows 11', 'windows 10', 'macOS', 'Größe', 'GRÖSSE 2', '', ...texts.slice(-9)];
const countries = ['US', 'us', 'DE', ''];

/** Columns that lines have, and the values of each. */
export const columns: Readonly<Record<string, readonly string[]>> = {
	clientId: ['', ...Array.from({length: 9}, (_, at) => `c${at}`)],
	prodVersion: versions,
	'os.version': systems,
	'geography.country': countries,
	ram: texts,
};
export type Line = {readonly timestamp: string; readonly cells: Readonly<Record<string, string>>};

export const line = (more: Readonly<Record<string, readonly string[]>>): fc.Arbitrary<Line> =>
	fc.record({
		timestamp: fc
			.tuple(fc.nat(days - 1), fc.constantFrom('00:00:00', '00:00:00.001', '12:30:00.5', '23:59:59', '23:59:59.999'))
			.map(([day, time]) => `${dayOf(day)}T${time}`),
		cells: fc.record(
			Object.fromEntries(Object.entries({...columns, ...more}).map(([name, pool]) => [name, fc.constantFrom(...pool)])),
		),
	});

/** A value, or a part of one with stars, perhaps in other letters. */
const pattern = (pool: readonly string[]) =>
	fc
		.tuple(fc.constantFrom(...pool.filter(text => !text.includes('*'))), fc.nat(4), fc.nat(3))
		.map(
			([text, from, form]) =>
				[text, `${text.slice(0, from)}*`, `*${text.slice(from)}`, text.toUpperCase()][form] as string,
		);

/** A condition over a column, apart from any SQL. */
export type Condition = {readonly column: string; readonly is: 'equal' | 'below' | 'other'; readonly value: string};

export type Question = {
	readonly filter: Omit<RecordFilter, 'where'>;
	readonly condition: Condition | undefined;
	readonly period: Period;
};

const some = <T>(one: fc.Arbitrary<T>, weight = 1) =>
	fc.oneof(
		{weight: 2, arbitrary: fc.constant<readonly T[]>([])},
		{weight, arbitrary: fc.array(one, {minLength: 1, maxLength: 3})},
	);
export const question: fc.Arbitrary<Question> = fc.record({
	filter: fc.record({
		versions: some(pattern(versions), 4),
		systems: some(pattern(systems)),
		countries: some(pattern(countries)),
	}),
	condition: fc.option(
		fc.record({
			column: fc.constantFrom('prodVersion', 'os.version', 'ram'),
			is: fc.constantFrom('equal', 'below', 'other'),
			value: fc.constantFrom(...texts),
		}),
		{nil: undefined},
	),
	period: fc.tuple(fc.option(fc.nat(days)), fc.option(fc.nat(days))).map(([since, until]) => ({
		since: since === null ? undefined : dayOf(Math.min(since, until ?? days)),
		until: until === null ? undefined : dayOf(until),
	})),
});

const operators = {equal: '=', below: '<', other: '<>'} as const;

/** The filter as an engine gets it: the condition in its SQL. */
export const toFilter = ({filter, condition}: Question, {name, text}: Dialect): RecordFilter => ({
	...filter,
	where: condition && `${name(condition.column.replace('.', '_'))} ${operators[condition.is]} ${text(condition.value)}`,
});
