import {getProperty} from '../contract/properties.ts';
import type {Column, ColumnKind} from '../output/dataset.ts';

function wordsOf(key: string): string {
	const words = key.replace(
		/([a-z])([A-Z])/g,
		(_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
	);
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the friendly name of a property or of its part: `OS Version` for `os.version`. */
function propertyTitle(name: string): string {
	const [head = '', part] = name.split('.');
	const property = getProperty(head);
	const place = part === undefined ? -1 : (property?.parts?.indexOf(part) ?? -1);
	// A report is about one product: `Product Edition` is the edition.
	return (property?.partNames?.[place] ?? property?.friendlyName ?? wordsOf(name)).replace(/^Product /, '');
}

/** The column holds the first day of each period; its unit is the length of a period. */
export const dateColumn = (split: string): Column => ({key: 'date', title: 'Date', kind: 'date', unit: split});

const cohorts: Readonly<Record<string, string>> = {installationMonth: 'month', installationWeek: 'week'};

/** Tests for `prodVersion`, `javaVersion` and `prodBuild`, but not `os.version`: versions of operating systems are names. */
export const isVersion = (property: string) => /^\w+(Version|Build)$/.test(property);

export function segmentColumn(property: string): Column {
	const unit = cohorts[property];
	const appearance = {key: property, title: propertyTitle(property)};
	if (unit !== undefined) return {...appearance, kind: 'date', unit};
	// License types are not cut in a narrow table, nor are they in the tables of keys.
	if (property === 'licenseType') return {...appearance, kind: 'label', layout: {priority: 1, minWidth: 14}};
	return {...appearance, kind: 'label', ...(isVersion(property) ? {isVersion: true} : {})};
}

/** Returns a column per level. A property that is used twice gets a number, since keys are unique. */
export function levelColumns(names: readonly string[]): readonly Column[] {
	const uses = new Map<string, number>();
	return names.map(name => {
		const use = (uses.get(name) ?? 0) + 1;
		uses.set(name, use);
		const column = segmentColumn(name);
		return use === 1 ? column : {...column, key: `${name}_${use}`, title: `${column.title} (${use})`};
	});
}

/** Figures that change until all losses are known. */
export const losingFigures: readonly string[] = ['lost', 'lostPercent', 'engaged', 'engagedPercent'];

/** The last column of reports with losses by date or period. */
export const lossesCompleteColumn: Column = {
	key: 'lossesComplete',
	title: 'Losses',
	kind: 'boolean',
	marksIncomplete: losingFigures,
};

export const totalsColumn: Column = {key: 'level', title: 'Level', kind: 'text'};

export const eventColumns: readonly Column[] = [
	{key: 'category', title: 'Category', kind: 'text'},
	{key: 'name', title: 'Event', kind: 'text', layout: {priority: 1, minWidth: 25}},
];

type Appearance = Partial<Pick<Column, 'title' | 'noun' | 'unit' | 'layout' | 'proportion'>>;
const figure =
	(kind: ColumnKind) =>
	(key: string, appearance: Appearance = {}): Column => ({key, title: wordsOf(key), kind, ...appearance});

export const count = figure('count');
export const number = figure('number');
export const sum = figure('sum');
export const percent = (key: string, appearance?: Appearance): Column =>
	figure('percent')(key, {unit: '%', ...appearance});

export const keysOf = (columns: readonly Column[]): readonly string[] => columns.map(({key}) => key);

export const histogramColumn: Column = {key: 'histogram', title: 'Distribution', kind: 'text'};
export const binColumn: Column = {key: 'bin', title: 'Bin', kind: 'bin'};
export const installationsColumn = count('installations', {unit: 'installations'});
/** The columns of a histogram; `title` says what the bins count. */
export const binColumns = (title: string) => [{...binColumn, title}, installationsColumn];
