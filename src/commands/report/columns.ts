import {getProperty} from '../../contract/properties.ts';
import type {Column, ColumnKind} from '../../output/dataset.ts';

/** Columns of reports. Keys are the service's names of members and properties; titles are for people. */

/** Short titles of figures. */
const figureTitles: Readonly<Record<string, string>> = {
	engagedPercent: 'Engaged %',
	lostPercent: 'Lost %',
	eventCount: 'Uses',
	eventCountPerUser: 'Per user',
	usersUsedAtLeastOnce: 'Used it',
	percentUsedAtLeastOnce: 'Used %',
	usersNeverUsed: 'Never',
	percentNeverUsed: 'Never %',
	cumulativeUsageCount: 'Uses',
	averageCountPerUser: 'Per user',
	averageCountPerSession: 'Per session',
	averageCountPerRuntimeHour: 'Per hour',
	cumulativeCustomValueCount: 'Values',
	averageCustomValuePerEvent: 'Value/use',
	averageCustomValuePerUser: 'Value/user',
	averageCustomValuePerSession: 'Value/session',
	averageCustomValuePerRuntimeHour: 'Value/hour',
	eventCounts: 'Uses',
	averageEventCountPerSessionUsedAtLeastOnce: '/session',
	averageEventCountPerSessionAll: '/session all',
	averageEventCountPerUserAtLeastOnce: '/user',
	averageEventCountPerUserAll: '/user all',
	uniqueUsersUsedAtLeastOnce: 'Used it',
	uniqueUsersNeverUsed: 'Never',
};

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

export const dateColumn: Column = {key: 'date', title: 'Date', kind: 'date'};

/** The labels of segments; those of cohorts (`installationMonth`) are dates. */
export const segmentColumn = (property: string): Column => ({
	key: property,
	title: propertyTitle(property),
	kind: property === 'installationMonth' || property === 'installationWeek' ? 'date' : 'label',
});

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
	{key: 'name', title: 'Event', kind: 'text'},
];

const figure =
	(kind: ColumnKind) =>
	(key: string, unit?: string): Column => ({
		key,
		title: figureTitles[key] ?? wordsOf(key),
		kind,
		...(unit === undefined ? {} : {unit}),
	});
export const count = figure('count');
export const number = figure('number');
export const sum = figure('sum');
export const percent = (key: string): Column => ({...figure('percent')(key), unit: '%'});

/** A column for each figure, whose kind follows from its name. */
export const figureColumns = (names: readonly string[]): readonly Column[] =>
	names.map(name => {
		if (/percent/i.test(name)) return percent(name);
		if (/average|PerUser/.test(name)) return number(name);
		return name.includes('Value') ? sum(name) : count(name);
	});

/** The column before the bins of several histograms. */
export const histogramColumn: Column = {key: 'histogram', title: 'Histogram', kind: 'text'};
export const binColumns: readonly Column[] = [
	{key: 'bin', title: 'Bin', kind: 'bin'},
	{key: 'installations', title: 'Installations', kind: 'count', unit: 'installations'},
];
