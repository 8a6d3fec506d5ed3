import {dayText, timestampSeconds} from '../../calendar.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import type {Database} from '../store/database.ts';

/** Crash reports and event records as previews and files show them (docs/service.md#last-lines, #column-names). */

export type LogKind = 'exceptions' | 'customEvents';

type Field = readonly [key: string, displayName: string, sql: string];

const text = (sql: string) => `coalesce(CAST(${sql} AS VARCHAR), '')`;
const letter = (flag: string) => `CASE WHEN span."licenseStatus_${flag}" THEN 'Y' ELSE 'N' END`;
const spanField = (key: string, name: string, column = key): Field => [key, name, text(`span."${column}"`)];
const latestField = (key: string, name: string): Field => [key, name, text(`latest."${key}"`)];

/** The fields of both kinds, in the order of the specification, with the names in the public documentation. */
const sharedFields: readonly Field[] = [
	['timestamp', 'Timestamp', "strftime(make_timestamp(line.occurredAt * 1000000), '%Y-%m-%dT%H:%M:%S')"],
	latestField('clientId', 'Client ID'),
	spanField('prodEdition', 'Edition'),
	spanField('prodVersion', 'Version'),
	spanField('prodBuild', 'Build'),
	spanField('prodLanguage', 'Language'),
	spanField('licenseType', 'License Type'),
	['licenseStatus.whitelisted', 'Key Whitelisted', letter('whitelisted')],
	['licenseStatus.blacklisted', 'Key Blacklisted', letter('blacklisted')],
	['licenseStatus.activated', 'Key Activated', letter('activated')],
	['licenseStatus.expired', 'Key Expired', letter('expired')],
	// Filters and segments use the long form instead.
	['os.version', 'OS Type', text('coalesce(known.shortName, span.os_version)')],
	latestField('osWordLength', 'OS Architecture'),
	spanField('osLanguage', 'OS Language'),
	latestField('cpuType', 'CPU Type'),
	latestField('cpuCores', 'CPU Cores'),
	latestField('ram', 'RAM'),
	latestField('displayCount', 'Number of Monitors'),
	['resolution', 'Screen Resolution', text(`latest."resolutionWidth" || 'x' || latest."resolutionHeight"`)],
	latestField('formFactor', 'Computer Type'),
	spanField('geography.country', 'Country', 'geography_country'),
	spanField('geography.usState', 'US State', 'geography_usState'),
];

const ownField = (key: string, name: string, column: string): Field => [key, name, text(`line."${column}"`)];

const kinds: Readonly<Record<LogKind, {readonly table: string; readonly fields: readonly Field[]}>> = {
	exceptions: {
		table: 'exception_line',
		fields: [
			ownField('exception.class', 'Exception Class', 'class'),
			ownField('exception.method', 'Exception Method', 'method'),
			ownField('exception.message', 'Exception Message', 'message'),
			ownField('exception.stackTrace', 'Stack Trace', 'stackTrace'),
		],
	},
	customEvents: {
		table: 'custom_event_line',
		fields: [
			ownField('event.category', 'Event Category', 'category'),
			ownField('event.name', 'Event Type', 'name'),
			ownField('event.data', 'Event Data', 'data'),
		],
	},
};

const newerFieldNames = new Map<string, readonly [string, string]>([
	['licenseStatus.whitelisted', ['licenseStatus.allowed', 'Key Allowed']],
	['licenseStatus.blacklisted', ['licenseStatus.blocked', 'Key Blocked']],
]);

/** Returns display names by key, in the order of the fields. */
export function getFieldNames(kind: LogKind, options: SandboxOptions): ReadonlyMap<string, string> {
	const newerNames =
		options['flag-names'] !== 'blacklisted' ? newerFieldNames : new Map<string, readonly [string, string]>();
	return new Map([...sharedFields, ...kinds[kind].fields].map(([key, name]) => newerNames.get(key) ?? [key, name]));
}

export type LogLine = readonly string[];

export type LineRange = {
	readonly kind: LogKind;
	readonly product: number;
	/** Both days are included. */
	readonly from: string;
	readonly to: string;
	/** The time of the clock, `YYYY-MM-DDThh:mm:ss`. Later records are not visible. */
	readonly until: string;
};

const within = 'line.productId = $1 AND line.occurredAt BETWEEN $2 AND $3';
const getBounds = ({product, from, to, until}: LineRange): [number, number, number] => [
	product,
	timestampSeconds(`${from}T00:00:00`),
	Math.min(timestampSeconds(`${to}T23:59:59`), timestampSeconds(until)),
];

function linesSql(kind: LogKind): string {
	const {table, fields} = kinds[kind];
	const all = [...sharedFields, ...fields];
	// These determine every other field, so that the same data gives the same files.
	const own = fields.map((_, index) => `f${sharedFields.length + index}`);
	const order = ['occurredAt', 'installation', 'line.span', ...own];
	return `SELECT ${all.map(([, , sql], index) => `${sql} AS f${index}`).join(', ')}, line.occurredAt, line.installation
		FROM ${table} AS line
		JOIN property_span AS span ON span.span = line.span
		JOIN installation AS latest ON latest.installation = line.installation
		LEFT JOIN property_value AS known ON known.property = 'os.version' AND known.value = span.os_version
		WHERE ${within} ORDER BY ${order.join(', ')}`;
}

const toLines = (rows: readonly Record<string, string>[]): readonly LogLine[] =>
	rows.map(row => Object.values(row).slice(0, -2));

/** Returns the records oldest first. */
export const readLines = async (database: Database, range: LineRange): Promise<readonly LogLine[]> =>
	toLines(await database.rows<Record<string, string>>(linesSql(range.kind), getBounds(range)));

/** Returns the last records oldest first. */
export async function readLastLines(database: Database, range: LineRange, count: number): Promise<readonly LogLine[]> {
	// Find the start of the last records first, so that the joins read only those.
	const [first] = await database.rows<{at: number | null}>(
		`SELECT min(occurredAt) AS at FROM (SELECT occurredAt FROM ${kinds[range.kind].table} AS line
		WHERE ${within} ORDER BY occurredAt DESC LIMIT ${count})`,
		getBounds(range),
	);
	if (first === undefined || first.at === null) return [];
	const [product, , until] = getBounds(range);
	const rows = await database.rows<Record<string, string>>(linesSql(range.kind), [product, first.at, until]);
	return toLines(rows).slice(-count);
}

export async function listDays(database: Database, range: LineRange): Promise<readonly string[]> {
	const rows = await database.rows<{day: number}>(
		`SELECT DISTINCT line.occurredAt // 86400 AS day FROM ${kinds[range.kind].table} AS line WHERE ${within} ORDER BY day`,
		getBounds(range),
	);
	return rows.map(({day}) => dayText(day));
}
