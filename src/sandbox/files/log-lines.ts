import {dayText, timestampSeconds} from '../../calendar.ts';
import type {KeyFlag} from '../../contract/request-words.ts';
import {capitalize, getFlagName} from '../options/license-flag-names.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {query, raw, type Sql, sql} from '../query/sql-template.ts';
import type {Database} from '../store/database.ts';

/** Crash reports and event records as previews and files show them (docs/service.md#last-lines, #column-names). */

export type LogKind = 'exceptions' | 'customEvents';

type Field = readonly [key: string, displayName: string, sql: string];

const text = (sql: string) => `coalesce(CAST(${sql} AS VARCHAR), '')`;
const flagField = (flag: KeyFlag): Field => [
	`licenseStatus.${flag}`,
	`Key ${capitalize(flag)}`,
	`CASE WHEN span."licenseStatus_${flag}" THEN 'Y' ELSE 'N' END`,
];
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
	...(['whitelisted', 'blacklisted', 'activated', 'expired'] as const).map(flagField),
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

/** Returns display names by key, in the order of the fields. */
export function getFieldNames(kind: LogKind, options: SandboxOptions): ReadonlyMap<string, string> {
	return new Map(
		[...sharedFields, ...kinds[kind].fields].map(([key, displayName]) => {
			const [property, part = ''] = key.split('.');
			if (property !== 'licenseStatus') return [key, displayName];
			const flag = getFlagName(part, options);
			return [`${property}.${flag}`, `Key ${capitalize(flag)}`];
		}),
	);
}

type LogLine = readonly string[];

export type LogSource = {
	readonly kind: LogKind;
	readonly product: number;
	/** The time of the clock, `YYYY-MM-DDThh:mm:ss`. Later records are not visible. */
	readonly until: string;
};

/** Both days are included. */
type LineRange = LogSource & {readonly from: string; readonly to: string};

/** A condition on the table `line`. */
const isWithin = ({product, from, to, until}: LineRange): Sql => {
	const last = Math.min(timestampSeconds(`${to}T23:59:59`), timestampSeconds(until));
	return sql`line.productId = ${product} AND line.occurredAt BETWEEN ${timestampSeconds(`${from}T00:00:00`)} AND ${last}`;
};

async function readWhere(database: Database, kind: LogKind, condition: Sql): Promise<readonly LogLine[]> {
	const {table, fields} = kinds[kind];
	const selected = [...sharedFields, ...fields].map(([, , column], index) => `${column} AS f${index}`);
	// These determine every other field, so that the same data gives the same files.
	const own = fields.map((_, index) => `f${sharedFields.length + index}`);
	const rows = await query<Record<string, string>>(
		database,
		sql`SELECT ${raw(selected.join(', '))}, line.occurredAt, line.installation
			FROM ${raw(table)} AS line
			JOIN property_span AS span ON span.span = line.span
			JOIN installation AS latest ON latest.installation = line.installation
			LEFT JOIN property_value AS known ON known.property = 'os.version' AND known.value = span.os_version
			WHERE ${condition} ORDER BY ${raw(['occurredAt', 'installation', 'line.span', ...own].join(', '))}`,
	);
	return rows.map(row => Object.values(row).slice(0, -2));
}

/** Returns the records oldest first. */
export const readLogLines = (database: Database, range: LineRange): Promise<readonly LogLine[]> =>
	readWhere(database, range.kind, isWithin(range));

/** Returns the last records oldest first. */
export async function readLastLines(database: Database, source: LogSource, count: number): Promise<readonly LogLine[]> {
	const {kind, product, until} = source;
	const isKnown = sql`line.productId = ${product} AND line.occurredAt <= ${timestampSeconds(until)}`;
	// Find the start of the last records first, so that the joins read only those.
	const [first] = await query<{at: number | null}>(
		database,
		sql`SELECT min(occurredAt) AS at FROM (SELECT occurredAt FROM ${raw(kinds[kind].table)} AS line
			WHERE ${isKnown} ORDER BY occurredAt DESC LIMIT ${count})`,
	);
	if (first === undefined || first.at === null) return [];
	const lines = await readWhere(database, kind, sql`${isKnown} AND line.occurredAt >= ${first.at}`);
	return lines.slice(-count);
}

export async function listDays(database: Database, range: LineRange): Promise<readonly string[]> {
	const rows = await query<{day: number}>(
		database,
		sql`SELECT DISTINCT line.occurredAt // 86400 AS day FROM ${raw(kinds[range.kind].table)} AS line
			WHERE ${isWithin(range)} ORDER BY day`,
	);
	return rows.map(({day}) => dayText(day));
}
