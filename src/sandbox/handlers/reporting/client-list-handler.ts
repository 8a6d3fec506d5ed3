import {dayNumber, dayText} from '../../../calendar.ts';
import type {lists} from '../../../contract/operations/client-and-event-lists.ts';
import {groupBy} from '../../../text/group-by.ts';
import type {Caller, Handler, Service} from '../../handler.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {compileFilters} from '../../query/compile-filters.ts';
import {findProperty} from '../../query/more-properties.ts';
import {mapValues} from '../../query/prepare-report.ts';
import {type Columns, createColumns} from '../../query/property-columns.ts';
import {validatePatterns} from '../../query/regular-expressions.ts';
import {join, query, raw, type Sql, sql} from '../../query/sql-template.ts';
import {reject, rejectPermission} from '../../rejection.ts';

type Input = Parameters<Handler<typeof lists.clients>>[0];
type Cell = string | number | boolean | null;

const dailyColumns: Readonly<Record<string, string>> = {sessionCount: 'sessions', runtimeMinutes: 'runtimeMinutes'};

type RequestedColumn = {readonly name: string; readonly isDate: boolean; readonly column: Sql};

/** `name` can be a part of a property, such as `os.version`. */
function parseProperty(
	name: string,
	where: string,
	{columns, caller}: {columns: Columns; caller: Caller},
): RequestedColumn {
	const [first = '', part] = name.split('.', 2);
	const property = findProperty(first, columns.options);
	const fits = property?.parts ? property.parts.includes(part ?? '') : part === undefined;
	if (!property || !fits || property.kind === 'eventCount' || property.kind === 'campaigns')
		return reject(`${where}: there is no property ${name}`);
	if (property.permission && !caller.licenseKeyPermission)
		rejectPermission(`${caller.user} has no permission to list ${name}`, columns.options);
	return {name, isDate: property.kind === 'date', column: columns.column(property, part)};
}

const selectSql = (columns: readonly RequestedColumn[]): Sql =>
	join(
		columns.map(({column}, index) => sql`, ${column} AS ${raw(`c${index}`)}`),
		'',
	);

type Row = {readonly installation: number} & Readonly<Record<string, Cell>>;

/** Returns the values of the requested columns by name. */
function toMembers(row: Row, columns: readonly RequestedColumn[], options: SandboxOptions): Record<string, Cell> {
	const unknown = options['client-nulls'] === 'marked' ? '<NULL>' : '';
	const toValue = (value: Cell, isDate: boolean) => (value !== null && isDate ? dayText(Number(value)) : value);
	return Object.fromEntries(
		columns.map(({name, isDate}, index) => [name, toValue(row[`c${index}`] ?? null, isDate) ?? unknown]),
	);
}

function parseDaily(names: readonly string[], caller: Caller, options: SandboxOptions): readonly RequestedColumn[] {
	// The advanced report reads the same values: those of the history on that day.
	const columns = createColumns('advanced', options);
	return names.map(name => {
		const figure = dailyColumns[name];
		if (figure === undefined) return parseProperty(name, 'retDailyData', {columns, caller});
		return {name, isDate: false, column: raw(`a."${figure}"`)};
	});
}

async function readDays(
	{retDailyData}: Input,
	rows: readonly Row[],
	{caller, service: {database, options}}: {readonly caller: Caller; readonly service: Service},
): Promise<ReadonlyMap<number, readonly object[]> | undefined> {
	if (!retDailyData) return undefined;
	const {startDate, stopDate, properties} = retDailyData;
	const requested = parseDaily(properties, caller, options);
	const days = await query<Row & {readonly date: number}>(
		database,
		sql`SELECT a.installation, a.date${selectSql(requested)} FROM activity AS a
			JOIN installation AS i ON i.installation = a.installation JOIN property_span AS s ON s.span = a.span
			WHERE a.installation IN (SELECT unnest(${rows.map(({installation}) => String(installation))})::BIGINT)
			AND a.date BETWEEN ${dayNumber(startDate)} AND ${dayNumber(stopDate)} ORDER BY a.installation, a.date`,
	);
	const byInstallation = groupBy(days, ({installation}) => installation);
	return mapValues(byInstallation, own =>
		own.map(day => ({date: dayText(day.date), ...toMembers(day, requested, options)})),
	);
}

export const listClients: Handler<typeof lists.clients> = async (input, caller, service) => {
	const {database, options} = service;
	const {product} = caller;
	const columns = createColumns('current', options);
	const requested = input.properties.map(name => parseProperty(name, 'properties', {columns, caller}));
	const filters = compileFilters(input.globalFilters, {columns, product});
	await validatePatterns(input, database, options);
	const {startAtClientId = ''} = input;
	const size = options['clients-page'];
	const rows = await query<Row & {readonly client: string}>(
		database,
		sql`SELECT i.installation, i.clientId AS client${selectSql(requested)} FROM installation AS i
			WHERE i.productId = ${product} AND ${filters} AND i.clientId >= ${startAtClientId} ORDER BY client LIMIT ${size + 1}`,
	);
	const page = rows.slice(0, size);
	const days = await readDays(input, page, {caller, service});
	const results = page.map(row => ({
		clientId: row.client,
		...toMembers(row, requested, options),
		...(days ? {dailyData: days.get(row.installation) ?? []} : {}),
	}));
	const next = rows[size]?.client;
	return {results, reachedEnd: next === undefined, ...(next === undefined ? {} : {nextClientId: next})};
};
