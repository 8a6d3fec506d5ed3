import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {fileAssumptions, keyAssumptions, propertyAssumptions} from './key-and-file-lists.ts';
import {reportAssumptions} from './report-layouts.ts';
import {lateForm, requestAssumptions} from './request-handling.ts';

/** Something that the specification leaves open, and what the sandbox assumes. */
type Row = {
	/** The question that the specification leaves open. */
	readonly question: string;
	/** The effect of the other values. */
	readonly does: string;
} & (
	| {
			/** A choice among words; the first is the default. */
			readonly values: readonly [string, string, ...string[]];
	  }
	| {
			/** A whole number, at least `least`. */
			readonly default: number;
			readonly least: number;
	  }
	| {
			/** `none`, the default, or a text of a form, of which there is an example. */
			readonly form: RegExp;
			readonly example: string;
	  }
);

const rows = {
	...requestAssumptions,
	...keyAssumptions,
	...propertyAssumptions,
	...fileAssumptions,
	...reportAssumptions,
} as const satisfies Readonly<Record<string, Row>>;

type Rows = typeof rows;
/** The chosen value of every assumption, by its id. */
export type Assumed = {
	readonly [Id in keyof Rows]: Rows[Id] extends {readonly values: readonly (infer Value)[]}
		? Value
		: Rows[Id] extends {readonly form: RegExp}
			? string
			: number;
};

const getDefault = (row: Row): string | number =>
	'values' in row ? row.values[0] : 'form' in row ? 'none' : row.default;
/** The values that a row takes; of a number, the least one. */
const getValues = (row: Row) =>
	'values' in row ? row.values : 'form' in row ? ['none', row.example] : {least: row.least};

/** Every assumption, with the place of `docs/service.md` that describes it. */
export const assumptions = Object.entries<Row>(rows).map(([id, row]) => ({
	id,
	question: row.question,
	does: row.does,
	default: getDefault(row),
	values: getValues(row),
	source: `docs/service.md#assumption-${id}`,
}));

/** Every assumption at its default. */
export const defaultAssumed = Object.fromEntries(assumptions.map(row => [row.id, row.default])) as Assumed;

function parseRow(row: Row, text: string): string | number | undefined {
	if ('values' in row) return row.values.find(value => value === text);
	if ('form' in row) return text === 'none' || row.form.test(text) ? text : undefined;
	const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
	return value >= row.least ? value : undefined;
}

function readValue(id: string, row: Row, text: string): string | number {
	const value = parseRow(row, text);
	if (value !== undefined) return value;
	const values = getValues(row);
	const expected = 'least' in values ? [`a whole number from ${values.least}`] : values;
	throw new CliError('usage', `the assumption ${id} does not take "${text}"`, {
		hint: `give ${expected.join(', or ')}`,
		expected,
	});
}

function unknownAssumption(id: string, hint: string): CliError {
	return new CliError('usage', `there is no assumption "${id}"`, suggestion(nearNames(id, Object.keys(rows)), hint));
}

/**
 * Parses `id=value` settings over the defaults; the last one of an id wins.
 * Throws a CliError of kind usage for an unknown id or a value it does not take.
 */
export function parseAssumed(settings: readonly string[]): Assumed {
	const chosen = settings.map(setting => {
		const [id = '', ...rest] = setting.split('=');
		const hint = 'see `usagectl sandbox assumptions` for ids and their values';
		if (rest.length === 0) throw new CliError('usage', `"${setting}" is not of the form id=value`, {hint});
		if (!Object.hasOwn(rows, id)) throw unknownAssumption(id, hint);
		return [id, readValue(id, rows[id as keyof Rows], rest.join('='))] as const;
	});
	return {...defaultAssumed, ...Object.fromEntries(chosen)};
}

/** The settings that differ from their defaults, as `id=value`. */
export const changedAssumptions = (assumed: Assumed): readonly string[] =>
	assumptions
		.filter(({id, default: value}) => assumed[id as keyof Assumed] !== value)
		.map(({id}) => `${id}=${assumed[id as keyof Assumed]}`);

/** Parses the value of `late`: `3%/2d`. Undefined for `none`. */
export function parseLate(value: string): {readonly perMille: number; readonly days: number} | undefined {
	const [, percent, days] = lateForm.exec(value) ?? [];
	return percent === undefined ? undefined : {perMille: Math.round(10 * Number(percent)), days: Number(days)};
}
