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

const normalize = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();
const keys = new Map(
	Object.entries(displayNames).flatMap(([key, name]) => [key, name].map(each => [normalize(each), key] as const)),
);

/** A header names the timestamp, and at least half of its cells are known names. */
export function isHeader(cells: readonly string[]): boolean {
	const knownCells = cells.filter(cell => keys.has(normalize(cell)));
	return knownCells.some(cell => keys.get(normalize(cell)) === 'timestamp') && 2 * knownCells.length >= cells.length;
}

/** The keys of all columns of crash reports and event records. */
export const serviceColumns: readonly string[] = Object.keys(displayNames);

const addedColumns = ['kind', 'month', 'product', 'file', 'fingerprint'];

/** Returns a name that needs no quotes in SQL: `exception.class` becomes `exception_class`. */
export const toColumn = (cell: string): string =>
	(keys.get(normalize(cell)) ?? cell.trim()).replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d|$)/, '_');

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
