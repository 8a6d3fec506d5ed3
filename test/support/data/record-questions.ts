import fc from 'fast-check';
import type {Period} from '../../../src/archive/crashes/group-counts.ts';
import type {Dialect} from '../../../src/archive/sql/dialects.ts';
import type {RecordFilter} from '../../../src/archive/sql/record-relations.ts';
import {compileRecordFilter} from '../../../src/language/compile-expressions.ts';
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

const numbers = ['2048', '4096', '4096.5', '8192', '16384', '-1', 'NaN', 'Infinity', '1e4', ' 4096', '0x1000', ''];

/** Columns that lines have, and the values of each. */
export const columns: Readonly<Record<string, readonly string[]>> = {
	clientId: ['', ...Array.from({length: 9}, (_, at) => `c${at}`)],
	prodVersion: versions,
	'os.version': systems,
	'geography.country': countries,
	ram: [...texts, ...numbers],
	'licenseStatus.activated': ['Y', 'N', ''],
	'licenseStatus.blacklisted': ['Y', 'N', ''],
	'licenseStatus.blocked': ['Y', '', ''],
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

/** A clause of a filter as it is typed, and its meaning apart from the language and any SQL. */
export type Clause = {
	readonly property: string;
	readonly text: string;
	readonly passes: (cells: Readonly<Record<string, string>>) => boolean;
};

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Values of a list, which match whole values; null is the empty cell, and no value is the empty text. */
const listed = (property: string, column: string, pool: readonly string[]): fc.Arbitrary<Clause> =>
	fc.tuple(fc.array(fc.constantFrom(...pool), {minLength: 1, maxLength: 3}), fc.boolean()).map(([values, isNull]) => ({
		property,
		text: `${property}=${[...values.map(quote), ...(isNull ? ['null'] : [])].join(',')}`,
		passes: ({[column]: cell = ''}) => (cell === '' ? isNull : values.includes(cell)),
	}));

const nulls = (property: string, column: string): fc.Arbitrary<Clause> =>
	fc.boolean().map(isNull => ({
		property,
		text: `${property} is ${isNull ? '' : 'not '}null`,
		passes: ({[column]: cell = ''}) => (cell === '') === isNull,
	}));

/** Words of the values, with stars. */
const pattern = (property: string, pool: readonly string[]): fc.Arbitrary<Clause> =>
	fc
		.tuple(
			fc.constantFrom(...pool.flatMap(text => text.match(/[\p{L}\p{N}][\p{L}\p{N}._%]*/gu) ?? [])),
			fc.constantFrom('W*', '*W', '*W*', 'U*', '*C*'),
			fc.nat(3),
		)
		.map(([word, form, cut]) => {
			const part = word.slice(0, cut + 1);
			const stars = form.replace('W', word).replace('U', part.toUpperCase()).replace('C', part);
			const regex = new RegExp(`^${stars.split('*').map(escapeRegex).join('.*')}$`, 's');
			return {
				property,
				text: `${property}=${stars}`,
				passes: ({[property]: cell = ''}) => cell !== '' && regex.test(cell),
			};
		});

/** Whole megabytes; a cell that is not a decimal number is in no range. */
const range: fc.Arbitrary<Clause> = fc
	.tuple(fc.option(fc.constantFrom(2048, 4096, 4097)), fc.option(fc.constantFrom(4097, 8192, 20_000)), fc.boolean())
	.filter(([min, max]) => min !== null || max !== null)
	.map(([min, max, isNull]) => ({
		property: 'ram',
		text: `ram=${min === null ? '' : `${min}MB`}..${max === null ? '' : `${max}MB`}${isNull ? ',null' : ''}`,
		passes: ({ram = ''}) =>
			ram === ''
				? isNull
				: /^[+-]?\d+(?:\.\d+)?$/.test(ram) && Number(ram) >= (min ?? -Infinity) && Number(ram) <= (max ?? Infinity),
	}));

/** Newer servers call `blacklisted` `blocked`. */
const flags: fc.Arbitrary<Clause> = fc.tuple(fc.boolean(), fc.boolean()).map(([activated, blacklisted]) => ({
	property: 'licenseStatus',
	text: `licenseStatus(${activated ? '' : 'not '}activated and ${blacklisted ? '' : 'not '}blacklisted)`,
	passes: cells => {
		const is = (column: string, value: boolean) => cells[`licenseStatus.${column}`] === (value ? 'Y' : 'N');
		return is('activated', activated) && (is('blacklisted', blacklisted) || is('blocked', blacklisted));
	},
}));

const clause: fc.Arbitrary<Clause> = fc.oneof(
	listed('prodVersion', 'prodVersion', versions),
	pattern('prodVersion', versions),
	nulls('prodVersion', 'prodVersion'),
	listed('os.version', 'os.version', systems),
	pattern('os.version', systems),
	listed('country', 'geography.country', ['US', 'DE']),
	nulls('country', 'geography.country'),
	range,
	flags,
);

/** A condition over a column, apart from any SQL. */
export type Condition = {readonly column: string; readonly is: 'equal' | 'below' | 'other'; readonly value: string};

export type Question = {
	/** Clauses of `--filter`, of different properties. */
	readonly clauses: readonly Clause[];
	readonly condition: Condition | undefined;
	readonly period: Period;
};

export const question: fc.Arbitrary<Question> = fc.record({
	clauses: fc.uniqueArray(clause, {maxLength: 2, selector: ({property}) => property}),
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

/** The model of the clauses, as the language reads them. */
const compileClauses = (clauses: readonly Clause[]) =>
	clauses.length === 0
		? new Map()
		: compileRecordFilter([{name: '--filter', text: clauses.map(({text}) => text).join(' and ')}], {
				today: '2026-09-14',
				records: 'events',
			}).model;

/** The filter as an engine gets it: the condition in its SQL. */
export const toFilter = ({clauses, condition}: Question, {quoteName, textLiteral}: Dialect): RecordFilter => ({
	properties: compileClauses(clauses),
	where:
		condition &&
		`${quoteName(condition.column.replace('.', '_'))} ${operators[condition.is]} ${textLiteral(condition.value)}`,
});
