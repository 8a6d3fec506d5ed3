/** Display names of the columns (wire-facts 1.12), by the keys of a preview line; files may have either in their header. */
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

const fold = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();
const keys = new Map(
	Object.entries(displayNames).flatMap(
		([key, name]) =>
			[
				[fold(key), key],
				[fold(name), key],
			] as const,
	),
);

/** Whether a row is a header: it names the time, and what else it holds are mostly names that we know. */
export function isHeader(cells: readonly string[]): boolean {
	const known = cells.filter(cell => keys.has(fold(cell)));
	return known.some(cell => keys.get(fold(cell)) === 'timestamp') && 2 * known.length >= cells.length;
}

/** Names of the service for all that a line of one kind or the other may have. */
export const serviceColumns: readonly string[] = Object.keys(displayNames);

/** Columns that every table has besides those of its file. */
export const ownColumns = ['kind', 'month', 'product', 'file', 'fingerprint'];

/** A name that every engine takes without quotes: `exception.class` is `exception_class`. */
export const columnOf = (cell: string) =>
	(keys.get(fold(cell)) ?? cell.trim()).replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d|$)/, '_');

/** The columns of a header, each name once; names of the service where they are known, others as they stand. */
export function getColumns(cells: readonly string[]): readonly string[] {
	const taken = new Set(ownColumns);
	return cells.map(cell => {
		const name = columnOf(cell);
		let column = name;
		// engines do not tell upper from lower case
		for (let count = 2; taken.has(column.toLowerCase()); count++) column = `${name}_${count}`;
		taken.add(column.toLowerCase());
		return column;
	});
}
