import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {fileOptions, keyOptions, propertyOptions} from './key-and-file-lists.ts';
import {reportOptions} from './report-layouts.ts';
import {lateForm, requestOptions} from './request-handling.ts';

/** A choice among behaviors that the API documentation leaves open. */
type Row = {
	readonly question: string;
	readonly effect: string;
} & (
	| {
			/** The first word is the default. */
			readonly values: readonly [string, string, ...string[]];
	  }
	| {
			readonly default: number;
			readonly least: number;
	  }
	| {
			/** The default is `none`; any other value must match the form. */
			readonly form: RegExp;
			readonly example: string;
	  }
);

const rows = {
	...requestOptions,
	...keyOptions,
	...propertyOptions,
	...fileOptions,
	...reportOptions,
} as const satisfies Readonly<Record<string, Row>>;

type Rows = typeof rows;
export type SandboxOptions = {
	readonly [Id in keyof Rows]: Rows[Id] extends {readonly values: readonly (infer Value)[]}
		? Value
		: Rows[Id] extends {readonly form: RegExp}
			? string
			: number;
};

const getDefault = (row: Row): string | number =>
	'values' in row ? row.values[0] : 'form' in row ? 'none' : row.default;
const getValues = (row: Row) =>
	'values' in row ? row.values : 'form' in row ? ['none', row.example] : {least: row.least};

export const optionTable = Object.entries<Row>(rows).map(([id, row]) => ({
	id,
	question: row.question,
	does: row.effect,
	default: getDefault(row),
	values: getValues(row),
	source: `docs/service.md#option-${id}`,
}));

export const defaultOptions = Object.fromEntries(optionTable.map(row => [row.id, row.default])) as SandboxOptions;

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
	const expected = 'least' in values ? [`a whole number of at least ${values.least}`] : values;
	throw new CliError('usage', `the sandbox option ${id} cannot be '${text}'`, {
		hint: `use ${expected.join(' or ')}`,
		expected,
	});
}

/** Parses `id=value` settings. If an ID is repeated, the last value wins. Throws a CliError of kind usage for an unknown ID or an invalid value. */
export function parseOptions(settings: readonly string[]): SandboxOptions {
	const chosen = settings.map(setting => {
		const [id = '', ...rest] = setting.split('=');
		const hint = 'to list the options and their values: usagectl sandbox options';
		if (rest.length === 0) throw new CliError('usage', `'${setting}' is not an option of the form id=value`, {hint});
		const nearest = () => suggestion(nearNames(id, Object.keys(rows)), hint);
		if (!Object.hasOwn(rows, id)) throw new CliError('usage', `there is no sandbox option '${id}'`, nearest());
		return [id, readValue(id, rows[id as keyof Rows], rest.join('='))] as const;
	});
	return {...defaultOptions, ...Object.fromEntries(chosen)};
}

export const changedOptions = (options: SandboxOptions): readonly string[] =>
	optionTable
		.filter(({id, default: value}) => options[id as keyof SandboxOptions] !== value)
		.map(({id}) => `${id}=${options[id as keyof SandboxOptions]}`);

/** The share of days with late sessions, per thousand, and the longest delay in days. */
export type LateSessions = {readonly perMille: number; readonly days: number};

/** Parses the value of the option `late`, such as `3%/2d`. Returns undefined for `none`. */
export function parseLate(value: string): LateSessions | undefined {
	const [, percent, days] = lateForm.exec(value) ?? [];
	return percent === undefined ? undefined : {perMille: Math.round(10 * Number(percent)), days: Number(days)};
}
