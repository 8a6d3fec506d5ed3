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
	(): string => `Tables that \`sandbox export\` writes and \`sandbox import\` reads. A ? after
the type of a column means that the column can be empty:

${tables.map(describeTable).join('\n\n')}

Reports are computed from these tables. An installation is new on dateInstalled,
active on each day of activity, and lost if --lost-after days have passed since
dateLastSeen; --lost-date sets the day on which the loss counts. Today is the
day of the sandbox clock. Filters and segments use the latest value
(installation), the value at the install date (the span with nth 0), or the
value of the day (the span that the row of activity or event_usage names).
os_version holds os.version, licenseStatus_expired the flag expired, and so on.

An import requires product and installation. Without property_span, the values
of installations never change; without lifetime_usage, uses are added up from
event_usage. Derived columns are optional: span, previousDate, and lastDate and
sessions of a span. A date is YYYY-MM-DD, a timestamp YYYY-MM-DDThh:mm:ss in
UTC.

Rows after the time of the clock are not visible. The state of an installation
follows from the remaining rows: it was last seen on its last day of activity
and has the properties of its last span. activeDays, the lifetime sums and
lifetime_usage decrease by what the later rows added. Properties without a
history and the fields of a key have their latest values; only the date and the
editor of a later edit are removed.
`;

export const tableRows = (): readonly (readonly string[])[] =>
	tables.map(table => [
		`\`${table.name}\``,
		table.note,
		table.columns
			.map(column => `\`${column.name}\` ${typeOf(column)}${isProperty(table, column) ? '' : ` (${column.note})`}`)
			.join(', '),
	]);
