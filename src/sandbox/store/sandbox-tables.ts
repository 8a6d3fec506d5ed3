import {type Property, properties} from '../../contract/properties.ts';
import {keyFlags} from '../../contract/request-words.ts';
import type {ColumnType, Table, TableColumn} from './table-definition.ts';

/**
 * All tables of the sandbox. The database, `sandbox export`, `sandbox import` and the descriptions in `help sandbox`
 * are derived from them.
 */

const column =
	(type: ColumnType, nullable = false) =>
	(name: string, note: string): TableColumn => ({name, type, nullable, note});
const id = column('id');
const text = column('text');
const integer = column('integer');
const flag = column('boolean');
const day = column('day');
const moment = column('moment');
const optionalText = column('text', true);
const blankText = (name: string, note: string): TableColumn => ({...text(name, note), blank: true});

const product = id('productId', 'product');
const installation = id('installation', 'ID of the installation');
const span: TableColumn = {...id('span', 'row of property_span at that time'), derived: true};

function typeOf(property: Property): ColumnType {
	if (property.kind === 'date') return 'day';
	if (property.kind === 'boolean' || property.kind === 'flags') return 'boolean';
	if (property.kind === 'number') return property.whole ? 'integer' : 'number';
	return 'text';
}

/** Returns one column such as `prodVersion`, or one for each part, such as `os_version`. */
export const propertyColumns = ({name, parts}: Pick<Property, 'name' | 'parts'>): readonly string[] =>
	parts ? parts.map(part => `${name}_${part}`) : [name];

/** Empty without Java or with an old SDK, although filters on them do not support null. */
const sometimesMissing = new Set(['javaVmRam', 'screenPpi', 'touchScreen']);

const getColumns = (property: Property): readonly TableColumn[] =>
	propertyColumns(property).map((name, index) => ({
		name,
		type: typeOf(property),
		nullable: property.nullable || sometimesMissing.has(property.name),
		note: property.partNames?.[index] ?? property.friendlyName,
	}));

const stored = properties.filter(({kind}) => kind !== 'eventCount' && kind !== 'campaigns');
export const propertyNames: ReadonlySet<string> = new Set(stored.flatMap(propertyColumns));
const historical = stored.filter(({history}) => history);
const line = [product, installation, span, moment('occurredAt', 'time of the occurrence, UTC')];

/** In the order of creation and export. */
export const tables: readonly Table[] = [
	{
		name: 'product',
		note: 'Products of the account.',
		key: ['productId'],
		columns: [
			product,
			text('name', 'name of the product'),
			day('oldestReportedDate', 'earliest start date that the plan allows'),
			flag('overQuota', 'the product is over its data quota'),
		],
	},
	{
		name: 'license_key',
		note: 'The key registry. The installations of a key are counted from installation.licenseKey.',
		key: ['productId', 'licenseKey'],
		columns: [
			product,
			text('licenseKey', 'the key'),
			text('licenseType', 'kind of license'),
			...keyFlags.map(name => flag(name, 'flag of the key')),
			column('day', true)('expiryDate', 'null for no expiry'),
			integer('installQuota', 'number of installations that may use the key'),
			moment('addedDate', 'time of addition to the registry'),
			flag('autoCollected', 'collected by the SDK, not uploaded'),
			column('moment', true)('lastEditedDate', 'null if never edited'),
			optionalText('lastEditedBy', 'user name of the editor; null if never edited'),
			blankText('notes', 'notes, can be empty'),
		],
	},
	{
		name: 'property_value',
		note: 'Known values of os, osLanguage and geography, including unused ones.',
		key: ['property', 'value'],
		columns: [
			text('property', 'such as os.version, osLanguage, geography.country'),
			text('value', 'as filters and segments use it'),
			optionalText('shortName', 'short form (os only)'),
			optionalText('fullName', 'full name (osLanguage and geography only)'),
		],
	},
	{
		// See docs/service.md#value-basis.
		name: 'installation',
		note: 'One row for each installation, with the latest known value of every property.',
		key: ['installation'],
		columns: [
			product,
			installation,
			integer('activeDays', 'days with activity in the lifetime'),
			text('sdkVersion', 'client SDK at the last contact'),
			...stored.flatMap(getColumns),
		],
	},
	{
		name: 'property_span',
		note: 'History of properties: each row is valid until the next row of the installation.',
		key: ['span'],
		columns: [
			product,
			installation,
			id('span', 'ID of the row'),
			integer('nth', 'index of the row, from 0 (the install date)'),
			day('fromDate', 'first day on which it is valid'),
			{...column('day', true)('lastDate', 'last day of activity in it; null for none'), derived: true},
			{...integer('sessions', 'sessions while it is valid'), derived: true},
			...historical.flatMap(getColumns),
		],
	},
	{
		name: 'activity',
		note: 'One row for each day on which an installation contacted the server.',
		key: ['installation', 'date'],
		columns: [
			product,
			installation,
			day('date', 'day of activity'),
			span,
			integer('sessions', 'sessions on that day'),
			integer('runtimeMinutes', 'minutes of runtime on that day'),
			{...column('day', true)('previousDate', 'previous day of activity; null for the first'), derived: true},
		],
	},
	{
		name: 'event',
		note: 'Events that the product tracks.',
		key: ['productId', 'event'],
		columns: [
			product,
			integer('event', 'ID of the event'),
			optionalText('category', 'null for an event without a category'),
			text('name', 'name of the event'),
			flag('advanced', 'covered by the advanced and churn event reports'),
		],
	},
	{
		name: 'event_usage',
		note: 'Uses of an event by an installation on a day; the day has a row in activity.',
		key: ['installation', 'date', 'event'],
		columns: [
			product,
			installation,
			day('date', 'day of the event'),
			span,
			integer('event', 'ID of the event'),
			integer('uses', 'number of uses'),
			integer('customValues', 'number of uses with a custom value'),
			column('decimal')('customValueSum', 'sum of the custom values'),
		],
	},
	{
		name: 'lifetime_usage',
		note: 'Uses of an event in the lifetime of an installation; no row if it was never used.',
		key: ['installation', 'event'],
		columns: [
			product,
			installation,
			integer('event', 'ID of the event'),
			integer('uses', 'number of uses in the lifetime'),
		],
	},
	{
		name: 'outreach_delivery',
		note: 'Campaigns that an installation received.',
		key: ['installation', 'channel', 'campaign'],
		columns: [
			product,
			installation,
			text('channel', 'auto or manual'),
			text('campaign', 'identifier of the campaign'),
			day('date', 'first delivery'),
		],
	},
	{
		name: 'exception_line',
		note: 'Crash reports, as files and `tail` show them.',
		key: [],
		columns: [
			...line,
			blankText('class', 'class of the exception'),
			blankText('method', 'method that threw it'),
			blankText('message', 'message of the exception'),
			blankText('stackTrace', 'stack trace, several lines'),
		],
	},
	{
		name: 'custom_event_line',
		note: 'Event records, as files and `tail` show them.',
		key: [],
		columns: [
			...line,
			optionalText('category', 'category of the event'),
			text('name', 'name of the event'),
			blankText('data', 'data sent with the event'),
		],
	},
];

/** Throws an Error if the table does not exist, which is a bug. */
export function getTable(name: string): Table {
	const table = tables.find(item => item.name === name);
	if (!table) throw new Error(`no table ${name}`);
	return table;
}
