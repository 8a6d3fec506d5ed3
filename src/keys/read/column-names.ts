import {nearNames} from '../../text/near-names.ts';
import {quoteValue, type ValueError, valueError} from '../rows/input-error.ts';
import {columnHeadings, writableColumns} from '../rows/upload-columns.ts';
import type {InputField} from './input-row.ts';

export type Naming = {
	/** `--map name=column`: names of key columns by names in the file. */
	readonly map: ReadonlyMap<string, string>;
	readonly ignoreExtra: boolean;
};

const columnsByName = new Map(writableColumns.map(column => [column.name, column]));
/** Columns of `keys list` and of rejected rows that cannot be changed; an import skips them. */
const skippedNames = new Set([
	...Object.keys(columnHeadings).filter(name => !columnsByName.has(name)),
	...['lastEditedBy', '_line', '_reason'],
]);
/** Names of newer servers. */
const columnSynonyms = {blocked: 'blacklisted', allowed: 'whitelisted'};
const columnsByOtherName = new Map([
	...Object.entries(columnHeadings).map(([columnName, heading]) => [heading, columnName] as const),
	...Object.entries(columnSynonyms),
]);
const candidates = [
	...columnsByName.keys(),
	...[...columnsByOtherName].flatMap(([name, columnName]) => (columnsByName.has(columnName) ? [name] : [])),
];
export const writableNames: readonly string[] = [...columnsByName.keys()];
const simplify = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Names by their simplified spelling, so that `License Type` and `install_quota` are understood. */
const bySpelling = new Map(candidates.map(name => [simplify(name), columnsByOtherName.get(name) ?? name]));
const toColumnName = (name: string) =>
	columnsByOtherName.get(name) ?? (skippedNames.has(name) ? name : (bySpelling.get(simplify(name)) ?? name));
export const isColumnName = (name: string): boolean =>
	columnsByName.has(toColumnName(name)) || skippedNames.has(toColumnName(name));

/** Finds the nearest name, unless several columns have near names: `Expire` may be the date or the flag. */
function findNear(name: string): string | undefined {
	const near = nearNames(name, candidates);
	return new Set(near.map(toColumnName)).size === 1 ? near[0] : undefined;
}

export function findField(name: string, {map, ignoreExtra}: Naming): InputField {
	const mapped = map.get(name) ?? name;
	const columnName = toColumnName(mapped);
	const column = columnsByName.get(columnName);
	if (column) return {name, columnName, column};
	const field = {name, columnName, column: undefined};
	if (ignoreExtra || skippedNames.has(columnName)) return field;
	if (name === '') return {...field, error: valueError('this column has no name')};
	const near = findNear(mapped);
	const message = `unknown column ${quoteValue(name)} (use --map '${name}=${near === undefined ? '…' : toColumnName(near)}' or --ignore-extra)`;
	return {...field, error: valueError(message, near)};
}

export function readHeader(cells: readonly string[], naming: Naming): readonly InputField[] {
	const fields = cells.map(name => findField(name, naming));
	return fields.map((field, index) => {
		const earlier = fields.findIndex(({columnName}) => columnName === field.columnName);
		if (field.error || field.name === '' || earlier === index) return field;
		return {
			...field,
			error: valueError(`${quoteValue(field.name)} is in the header twice, first as column ${earlier + 1}`),
		};
	});
}

/** Reports the columns of `--map` that the header lacks, unless another name in it means the same column. */
export function findUnmapped(fields: readonly InputField[], {map}: Naming): readonly ValueError[] {
	const theirs = fields.map(({name}) => name);
	return [...map]
		.filter(
			([name, columnName]) =>
				!theirs.includes(name) && !fields.some(field => field.columnName === toColumnName(columnName)),
		)
		.map(([name, columnName]) =>
			valueError(
				`the header has no column ${quoteValue(name)} for --map '${name}=${columnName}'`,
				nearNames(name, theirs)[0],
			),
		);
}
