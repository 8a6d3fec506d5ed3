import {getProperty} from '../contract/properties.ts';
import type {Column, ColumnKind} from '../output/dataset.ts';

/** Columns of reports. Keys are the service's names of members and properties; titles are for people. */

/** `installationMonth` → `Installation month`. */
function wordsOf(key: string): string {
	const words = key.replace(
		/([a-z])([A-Z])/g,
		(_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
	);
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Display name of a property, or of its part: `OS Version` for `os.version`. */
function propertyTitle(name: string): string {
	const [head = '', part] = name.split('.');
	const property = getProperty(head);
	const place = part === undefined ? -1 : (property?.parts?.indexOf(part) ?? -1);
	return property?.partNames?.[place] ?? property?.friendlyName ?? wordsOf(name);
}

/** The first days of periods; the unit is their length. */
export const dateColumn = (split: string): Column => ({key: 'date', title: 'Date', kind: 'date', unit: split});

const cohorts: Readonly<Record<string, string>> = {installationMonth: 'month', installationWeek: 'week'};

/** `prodVersion`, `javaVersion`, `prodBuild`; the versions of operating systems are names. */
export const isVersion = (property: string) => /^\w+(Version|Build)$/.test(property);

/** The labels of segments; those of cohorts are dates. */
export function segmentColumn(property: string): Column {
	const unit = cohorts[property];
	const face = {key: property, title: propertyTitle(property)};
	if (unit !== undefined) return {...face, kind: 'date', unit};
	// A narrow table keeps license types whole, as the tables of keys do.
	if (property === 'licenseType') return {...face, kind: 'label', layout: {priority: 1, minWidth: 14}};
	return {...face, kind: 'label', ...(isVersion(property) ? {isVersion: true} : {})};
}

/** One column for each level; a property that is used twice gets a number, since keys are unique. */
export function levelColumns(names: readonly string[]): readonly Column[] {
	const uses = new Map<string, number>();
	return names.map(name => {
		const use = (uses.get(name) ?? 0) + 1;
		uses.set(name, use);
		const column = segmentColumn(name);
		return use === 1 ? column : {...column, key: `${name}_${use}`, title: `${column.title} (${use})`};
	});
}

export const totalsColumn: Column = {key: 'level', title: 'Level', kind: 'text'};

export const eventColumns: readonly Column[] = [
	{key: 'category', title: 'Category', kind: 'text'},
	{key: 'name', title: 'Event', kind: 'text', layout: {priority: 1, minWidth: 25}},
];

type Face = Partial<Pick<Column, 'title' | 'unit' | 'layout'>>;
const figure =
	(kind: ColumnKind) =>
	(key: string, face: Face = {}): Column => ({key, title: wordsOf(key), kind, ...face});

/** Columns of figures. Without a title the key in words is one. */
export const count = figure('count');
export const number = figure('number');
export const sum = figure('sum');
export const percent = (key: string, face?: Face): Column => figure('percent')(key, {unit: '%', ...face});

export const keysOf = (columns: readonly Column[]): readonly string[] => columns.map(({key}) => key);

/** The column before the bins of several histograms. */
export const histogramColumn: Column = {key: 'histogram', title: 'Histogram', kind: 'text'};
export const binColumn: Column = {key: 'bin', title: 'Bin', kind: 'bin'};
export const installationsColumn = count('installations', {unit: 'installations'});
export const binColumns = [binColumn, installationsColumn];
