import {groupBy} from '../text/group-by.ts';
import {enumeration} from '../text/wording.ts';

/** Display names by key; the header of a file may use either (docs/service.md#column-names). */
const displayNames: Readonly<Record<string, string>> = {
	timestamp: 'Timestamp',
	clientId: 'Client ID',
	prodEdition: 'Edition',
	prodVersion: 'Version',
	prodBuild: 'Build',
	prodLanguage: 'Language',
	licenseType: 'License Type',
	'licenseStatus.whitelisted': 'Key Whitelisted',
	'licenseStatus.blacklisted': 'Key Blacklisted',
	'licenseStatus.allowed': 'Key Allowed',
	'licenseStatus.blocked': 'Key Blocked',
	'licenseStatus.activated': 'Key Activated',
	'licenseStatus.expired': 'Key Expired',
	'os.version': 'OS Type',
	osWordLength: 'OS Architecture',
	osLanguage: 'OS Language',
	cpuType: 'CPU Type',
	cpuCores: 'CPU Cores',
	ram: 'RAM',
	displayCount: 'Number of Monitors',
	resolution: 'Screen Resolution',
	dotNetVersion: '.NET Versions',
	'gpu.model': 'GPU',
	formFactor: 'Computer Type',
	'geography.country': 'Country',
	'geography.usState': 'US State',
	'exception.class': 'Exception Class',
	'exception.method': 'Exception Method',
	'exception.message': 'Exception Message',
	'exception.stackTrace': 'Stack Trace',
	'event.category': 'Event Category',
	'event.name': 'Event Type',
	'event.data': 'Event Data',
};

/** Other programs write `Stack.Trace`, `stack_trace` or `StackTrace`. */
const normalize = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const toSqlName = (name: string) => name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d|$)/, '_');
const keys = new Map(
	Object.entries(displayNames).flatMap(([key, name]) => [key, name].map(each => [normalize(each), key] as const)),
);

const findKeys = (cells: readonly string[]) => cells.flatMap(cell => keys.get(normalize(cell)) ?? []);

/** A header names the timestamp, and at least half of its cells are known names. */
export function isHeader(cells: readonly string[]): boolean {
	const known = findKeys(cells);
	return known.includes('timestamp') && 2 * known.length >= cells.length;
}

/** The first header of a file may have any number of unknown columns. */
export const isFirstHeader = (cells: readonly string[]): boolean =>
	isHeader(cells) || (findKeys(cells).includes('timestamp') && findKeys(cells).length > 1);

/** The keys of all columns of crash reports and event records. */
export const serviceColumns: readonly string[] = Object.keys(displayNames);

const addedColumns = ['kind', 'month', 'product', 'file', 'fingerprint'];

/** Returns a name that needs no quotes in SQL: `exception.class` becomes `exception_class`. */
export const toColumn = (cell: string): string => toSqlName(keys.get(normalize(cell)) ?? cell.trim());

/** The columns that a fingerprint is made from, with their titles. */
const crashColumns = (
	['exception.class', 'exception.method', 'exception.message', 'exception.stackTrace'] as const
).map(key => ({column: toSqlName(key), title: displayNames[key] as string}));

export const findMissingCrashColumns = (columns: readonly string[]): readonly string[] =>
	crashColumns.filter(({column}) => !columns.includes(column)).map(({title}) => title);

/** Returns the names in a header that stand for one column. */
export function findDuplicates(cells: readonly string[]): readonly string[] {
	const groups = groupBy(
		cells.map((cell, at) => ({name: cell.trim(), at: at + 1})),
		({name}) => toColumn(name).toLowerCase(),
	);
	const repeated = [...groups].filter(([column, group]) => column !== '_' && group.length > 1);
	return repeated.map(([, group]) => enumeration(group.map(({name, at}) => `"${name}" (column ${at})`)));
}

/** Returns unique column names: keys of the service if known, other names unchanged. */
export function getColumns(cells: readonly string[]): readonly string[] {
	const taken = new Set(addedColumns);
	return cells.map(cell => {
		const name = toColumn(cell);
		let column = name;
		// names in SQL are not case-sensitive
		for (let count = 2; taken.has(column.toLowerCase()); count++) column = `${name}_${count}`;
		taken.add(column.toLowerCase());
		return column;
	});
}
