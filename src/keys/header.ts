import {nearNames} from '../near-names.ts';
import {type Column, readOnly, synonyms, writable} from './columns.ts';
import {type Refusal, refuse, shown} from './refusal.ts';

/** How the names in a file are read: `--map theirs=ours`, `--ignore-extra`. */
export type Naming = {
	/** Our name of a column, by the file's. */
	readonly map: ReadonlyMap<string, string>;
	readonly ignoreExtra: boolean;
};

const byName = new Map(writable.map(column => [column.name, column]));
const passedOver = new Set(readOnly);
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const candidates = [...byName.keys(), ...synonyms.keys()];

/** What a name in the file means: a column, `skip`, or why not. */
export function findColumn(name: string, {map, ignoreExtra}: Naming): Column | 'skip' | Refusal {
	const ours = map.get(name) ?? name;
	const column = byName.get(synonyms.get(ours) ?? ours);
	if (column) return column;
	if (ignoreExtra || passedOver.has(ours)) return 'skip';
	const near = candidates.find(candidate => plain(candidate) === plain(ours)) ?? nearNames(ours, candidates)[0];
	return refuse(`${shown(name)} is no column that can be uploaded (--map '${name}=…' or --ignore-extra)`, near);
}

/** Which cell of a row goes where. */
export type Layout = {
	/** As they stand in the file. */
	readonly names: readonly string[];
	/** The same by our names, where we have one. */
	readonly ours: readonly string[];
	/** By the cell's index; undefined: not read. */
	readonly columns: readonly (Column | undefined)[];
	/** Index of the cell that tells when the key was last edited as the file was written, or -1. */
	readonly edited: number;
	readonly product: number;
	/** Index of the cell that holds the key. */
	readonly key: number;
};

type Fault = {readonly cell: number; readonly refusal: Refusal};

/** Reads a header row. The faults carry the index of the cell. */
export function readHeader(
	cells: readonly string[],
	naming: Naming,
): {readonly layout: Layout; readonly faults: readonly Fault[]} {
	const found = cells.map(name => findColumn(name, naming));
	const names = cells.map((name, cell) => getName(found[cell], naming.map.get(name) ?? name));
	const columns = found.map(item => (item === 'skip' || 'message' in item ? undefined : item));
	const faults = cells.flatMap((name, cell): readonly Fault[] => {
		const refusal = name === '' && found[cell] !== 'skip' ? refuse('this column has no name') : found[cell];
		if (refusal && refusal !== 'skip' && 'message' in refusal) return [{cell, refusal}];
		const earlier = names.indexOf(names[cell] ?? '');
		if (name === '' || earlier === cell) return [];
		return [{cell, refusal: refuse(`${shown(name)} stands twice in the header, also as column ${earlier + 1}`)}];
	});
	const keyless = names.includes('licenseKey')
		? []
		: [{cell: 0, refusal: refuse('the header has no column licenseKey')}];
	const layout = {
		names: cells,
		ours: names,
		columns,
		edited: names.indexOf('lastEditedDate'),
		product: names.indexOf('product'),
		key: names.indexOf('licenseKey'),
	};
	return {layout, faults: [...faults, ...keyless]};
}

/** The layout of a file whose header was read before, by our names of its cells. */
export const layoutOfOurs = (ours: readonly string[]): Layout =>
	readHeader(ours, {map: new Map(), ignoreExtra: true}).layout;

const getName = (found: Column | 'skip' | Refusal | undefined, name: string) =>
	found && found !== 'skip' && 'print' in found ? found.name : name;
