import {CliError} from '../../errors.ts';
import {nearNames} from '../../near-names.ts';
import {accessAssumptions} from './access.ts';
import type {Assumption} from './assumption.ts';
import {fileAssumptions} from './files.ts';
import {metadataAssumptions} from './metadata.ts';
import {registryAssumptions} from './registry.ts';
import {reportAssumptions} from './reports.ts';

const rows = [
	...accessAssumptions,
	...registryAssumptions,
	...metadataAssumptions,
	...fileAssumptions,
	...reportAssumptions,
] as const;

/** Everything the specification leaves open, with what the sandbox takes it to be. */
export const assumptions: readonly Assumption[] = rows;

type Row = (typeof rows)[number];
/** The chosen value of every assumption. */
export type Assumed = {readonly [R in Row as R['id']]: R['default']};

/** Every assumption at its default. */
export const defaultAssumed = Object.fromEntries(rows.map(row => [row.id, row.default])) as Assumed;

const byId = new Map<string, Assumption>(rows.map(row => [row.id, row]));

function readValue(row: Assumption, text: string): string | number {
	if ('least' in row.values) {
		const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
		if (value >= row.values.least) return value;
	} else if (row.values.includes(text)) return text;
	const expected = 'least' in row.values ? [`a whole number from ${row.values.least}`] : row.values;
	throw new CliError('usage', `the assumption ${row.id} does not take "${text}"`, {
		hint: `give ${expected.join(', or ')}`,
		expected,
	});
}

function unknownAssumption(id: string, hint: string): CliError {
	const suggest = nearNames(id, [...byId.keys()]);
	return new CliError('usage', `there is no assumption "${id}"`, {
		hint: suggest.length > 0 ? `did you mean ${suggest.join(' or ')}?` : hint,
		suggest,
	});
}

/**
 * Reads `id=value` settings over the defaults; a later one of the same id wins.
 * Throws a CliError of kind usage for an unknown id or a value it does not take.
 */
export function parseAssumed(settings: readonly string[]): Assumed {
	const chosen = settings.map(setting => {
		const [id = '', ...rest] = setting.split('=');
		const row = byId.get(id);
		const hint = 'see `usagectl sandbox assumptions` for ids and their values';
		if (rest.length === 0) throw new CliError('usage', `"${setting}" is not of the form id=value`, {hint});
		if (!row) throw unknownAssumption(id, hint);
		return [row.id, readValue(row, rest.join('='))] as const;
	});
	return {...defaultAssumed, ...Object.fromEntries(chosen)};
}

/** The settings that differ from their defaults, as `id=value`. */
export const changedAssumptions = (assumed: Assumed): readonly string[] =>
	rows.filter(row => assumed[row.id] !== row.default).map(row => `${row.id}=${assumed[row.id]}`);
