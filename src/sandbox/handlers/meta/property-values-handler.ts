import type {meta} from '../../../contract/operations/meta.ts';
import type {Property} from '../../../contract/properties.ts';
import type {Caller, Handler, Service} from '../../handler.ts';
import {findProperty, undocumentedPropertySql} from '../../query/more-properties.ts';
import {matches, validatePatterns} from '../../query/regular-expressions.ts';
import {and, query, raw, type Sql, sql} from '../../query/sql-template.ts';
import {reject, rejectPermission} from '../../rejection.ts';
import {propertyColumns} from '../../store/sandbox-tables.ts';

type Input = Parameters<Handler<typeof meta.propertyValues>>[0];

/** Throws a Rejection if the product does not have the property. */
function parseProperty({property: name, granularity}: Input, {options}: Service) {
	const property = findProperty(name, options) ?? reject(`property: there is no property ${name}`);
	const {kind, parts = []} = property;
	const level = kind === 'levels' ? parts.indexOf(granularity ?? '') : 0;
	return {
		property,
		column: undocumentedPropertySql(property, 'installation') ?? `"${propertyColumns(property)[level]}"`,
		dotted: [name, parts[level]].filter(Boolean).join('.'),
	};
}

function validateCaller(property: Property, caller: Caller, {options}: Service): void {
	if (property.permission && !caller.licenseKeyPermission && options['key-values'] === 'permission')
		rejectPermission(`${caller.user} has no permission to list the values of ${property.name}`, options);
}

/** Selects the collected values, from the history if the property has one. */
function collectedSql({kind, history}: Property, column: string, product: number): Sql {
	const table = raw(history ? 'property_span' : 'installation');
	// Whole numbers are written without decimals: 96, not 96.0.
	const text = raw(kind === 'number' ? `regexp_replace(CAST(${column} AS VARCHAR), '\\.0$', '')` : column);
	const rank = raw(column);
	return sql`SELECT DISTINCT ${text} AS value, ${rank} AS rank FROM ${table} WHERE productId = ${product} AND ${rank} IS NOT NULL`;
}

/** The conditions of the filter and the page. */
function condition({filter, startAfter}: Input, property: Property, {options}: Service): Sql {
	const value = raw('listed.value');
	return and([
		...(filter?.type === 'string' ? [sql`${value} = ${filter.value}`] : []),
		...(filter?.type === 'regex' ? [matches(value, filter.value, options)] : []),
		...(startAfter === undefined ? [] : [sql`listed.rank > ${afterValue(startAfter, property)}`]),
	]);
}

function afterValue(startAfter: string, {kind}: Property): string | number {
	if (kind !== 'number') return startAfter;
	const number = Number(startAfter);
	return Number.isFinite(number) && startAfter.trim() !== ''
		? number
		: reject('startAfter: expected a value of the list');
}

type Row = {readonly value: string; readonly shortName: string | null; readonly fullName: string | null};

const toItem = ({value, shortName, fullName}: Row, name: string) => ({
	value,
	...(name === 'os' ? {shortName: shortName ?? value} : {}),
	...(name === 'geography' || name === 'osLanguage' ? {fullName: fullName ?? value} : {}),
});

export const listPropertyValues: Handler<typeof meta.propertyValues> = async (input, caller, service) => {
	const {property, column, dotted} = parseProperty(input, service);
	validateCaller(property, caller, service);
	await validatePatterns(input.filter, service.database, service.options);
	const size = service.options['values-page'];
	const listed = input.getFullList
		? sql`SELECT value, value AS rank FROM property_value WHERE property = ${dotted}`
		: collectedSql(property, column, caller.product);
	const rows = await query<Row>(
		service.database,
		sql`SELECT listed.value, known.shortName, known.fullName FROM (${listed}) AS listed
			LEFT JOIN property_value AS known ON known.property = ${dotted} AND known.value = listed.value
			WHERE ${condition(input, property, service)} ORDER BY listed.rank LIMIT ${size + 1}`,
	);
	const results = rows.slice(0, size).map(row => toItem(row, property.name));
	if (rows.length <= size) return {results};
	const lastValue = service.options['last-value'] === 'boolean' ? true : results.at(-1)?.value;
	return {results, truncated: true, lastValue};
};
