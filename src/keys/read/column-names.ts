import {nearNames} from '../../text/near-names.ts';
import {shown, type ValueError, valueError} from '../rows/input-error.ts';
import {headings, readOnly, synonyms, writable} from '../rows/key-columns.ts';
import type {InputField} from './input-row.ts';

export type Naming = {
	/** `--map name=column`: names of key columns by names in the file. */
	readonly map: ReadonlyMap<string, string>;
	readonly ignoreExtra: boolean;
};

const byName = new Map(writable.map(column => [column.name, column]));
const skipped = new Set(readOnly);
const names = new Map([...Object.entries(headings).map(([ours, heading]) => [heading, ours] as const), ...synonyms]);
const candidates = [...byName.keys(), ...[...names].flatMap(([name, ours]) => (byName.has(ours) ? [name] : []))];
export const columnNames: readonly string[] = [...byName.keys()];
const simplify = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Names by their simplified spelling, so that `License Type` and `install_quota` are understood. */
const bySpelling = new Map(candidates.map(name => [simplify(name), names.get(name) ?? name]));
const meaningOf = (name: string) =>
	names.get(name) ?? (skipped.has(name) ? name : (bySpelling.get(simplify(name)) ?? name));
export const isColumnName = (name: string): boolean => byName.has(meaningOf(name)) || skipped.has(meaningOf(name));

/** Finds the nearest name, unless several columns have near names: `Expire` may be the date or the flag. */
function findNear(name: string): string | undefined {
	const near = nearNames(name, candidates);
	return new Set(near.map(meaningOf)).size === 1 ? near[0] : undefined;
}

export function findField(name: string, {map, ignoreExtra}: Naming): InputField {
	const mapped = map.get(name) ?? name;
	const ours = meaningOf(mapped);
	const column = byName.get(ours);
	if (column) return {name, ours, column};
	const field = {name, ours, column: undefined};
	if (ignoreExtra || skipped.has(ours)) return field;
	if (name === '') return {...field, error: valueError('this column has no name')};
	const near = findNear(mapped);
	const message = `unknown column ${shown(name)} (use --map '${name}=${near === undefined ? '…' : meaningOf(near)}' or --ignore-extra)`;
	return {...field, error: valueError(message, near)};
}

export function readHeader(cells: readonly string[], naming: Naming): readonly InputField[] {
	const fields = cells.map(name => findField(name, naming));
	return fields.map((field, index) => {
		const earlier = fields.findIndex(({ours}) => ours === field.ours);
		if (field.error || field.name === '' || earlier === index) return field;
		return {
			...field,
			error: valueError(`${shown(field.name)} is in the header twice, first as column ${earlier + 1}`),
		};
	});
}

/** Reports the columns of `--map` that the header lacks, unless another name in it means the same column. */
export function findUnmapped(fields: readonly InputField[], {map}: Naming): readonly ValueError[] {
	const theirs = fields.map(({name}) => name);
	return [...map]
		.filter(([name, ours]) => !theirs.includes(name) && !fields.some(field => field.ours === meaningOf(ours)))
		.map(([name, ours]) =>
			valueError(`the header has no column ${shown(name)} for --map '${name}=${ours}'`, nearNames(name, theirs)[0]),
		);
}
