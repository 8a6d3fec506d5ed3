import {wordsOf, wrapWords} from '../../text/wrap-words.ts';
import {propertyNames, tables} from './sandbox-tables.ts';
import {fileType, type Table, type TableColumn} from './table-definition.ts';

const width = 80;

const typeOf = (column: TableColumn) => `${fileType(column)}${column.nullable ? '?' : ''}`;
const isProperty = (table: Table, {name}: TableColumn) =>
	(table.name === 'installation' || table.name === 'property_span') && propertyNames.has(name);

const wrap = (words: readonly string[], indent: string): string =>
	wrapWords(words, {width: width - indent.length})
		.map(line => indent + line)
		.join('\n');

function describeTable(table: Table): string {
	const {name, note, key, columns} = table;
	const own = columns.filter(column => !isProperty(table, column));
	const properties = columns.filter(column => isProperty(table, column));
	const longest = Math.max(...own.map(column => column.name.length));
	const unique = key.length > 0 ? ` Unique: ${key.join(', ')}.` : '';
	return [
		wrap(wordsOf(`${name}: ${note}${unique}`), '  '),
		...own.map(column => `    ${column.name.padEnd(longest)}  ${typeOf(column).padEnd(13)}  ${column.note}`),
		...(properties.length > 0
			? [
					wrap(['properties:', ...properties.map(column => ` ${column.name} ${typeOf(column)},`)], '    ').replace(
						/,$/,
						'',
					),
				]
			: []),
	].join('\n');
}

/** A type with `?` can be empty. */
export const describeTables =
	(): string => `Tables that \`sandbox export\` writes and \`sandbox import\` reads; TYPE? may be
empty:

${tables.map(describeTable).join('\n\n')}

Reports follow from them. An installation is new on dateInstalled, active on
each day of activity, and lost a number of days after dateLastSeen; today is the
day that the clock shows. Filters and segments use the latest value, from
installation; the value at the install date, from the span whose nth is 0; or
the value of the day, from the span of that row. os_version holds os.version,
licenseStatus_expired the flag expired, and so on.

An import needs product and installation. Without property_span every
installation kept its values; without lifetime_usage the uses are added up from
event_usage. What follows from other columns may be left out: span,
previousDate, and lastDate and sessions of a span. A date is YYYY-MM-DD, a
timestamp YYYY-MM-DDThh:mm:ss in UTC.

Rows later than the clock are not there for any report. An installation is then
as its remaining rows say: it was last seen on its last day of activity, and has
the properties of its last span; what later rows added to activeDays, to the
lifetime sums and to lifetime_usage is taken away. Properties without a history
and the fields of a key stay; a later edit of a key is not known.
`;

export const tableRows = (): readonly (readonly string[])[] =>
	tables.map(table => [
		`\`${table.name}\``,
		table.note,
		table.columns
			.map(column => `\`${column.name}\` ${typeOf(column)}${isProperty(table, column) ? '' : ` (${column.note})`}`)
			.join(', '),
	]);
