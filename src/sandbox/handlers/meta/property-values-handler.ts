import type {meta} from '../../../contract/operations/meta.ts';
import type {Property} from '../../../contract/properties.ts';
import type {Caller, Handler, Service} from '../../handler.ts';
import {findProperty, undocumentedPropertySql} from '../../query/more-properties.ts';
import {expressionSql, validatePatterns} from '../../query/regular-expressions.ts';
import {reject, rejectPermission} from '../../rejection.ts';
import type {SqlValue} from '../../store/database.ts';
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
function collectedSql(property: Property, column: string): string {
	const table = property.history ? 'property_span' : 'installation';
	// Whole numbers are written without decimals: 96, not 96.0.
	const text = property.kind === 'number' ? `regexp_replace(CAST(${column} AS VARCHAR), '\\.0$', '')` : column;
	return `SELECT DISTINCT ${text} AS value, ${column} AS rank FROM ${table} WHERE productId = $1 AND ${column} IS NOT NULL`;
}

const fullSql = 'SELECT value, value AS rank FROM property_value WHERE $1 IS NOT NULL AND property = $2';

/** Returns the conditions of the filter and the page. Their parameters start at `$3`. */
function conditions({filter, startAfter}: Input, property: Property, {options}: Service) {
	const parameters: SqlValue[] = [];
	const place = (value: SqlValue) => `$${parameters.push(value) + 2}`;
	const clauses = ['true'];
	if (filter?.type === 'string') clauses.push(`listed.value = ${place(filter.value)}`);
	if (filter?.type === 'regex') clauses.push(expressionSql('listed.value', place(filter.value), options));
	if (startAfter !== undefined) clauses.push(`listed.rank > ${place(afterValue(startAfter, property))}`);
	return {clause: clauses.join(' AND '), parameters};
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
	const {clause, parameters} = conditions(input, property, service);
	const size = service.options['values-page'];
	const sql = `SELECT listed.value, known.shortName, known.fullName
		FROM (${input.getFullList ? fullSql : collectedSql(property, column)}) AS listed
		LEFT JOIN property_value AS known ON known.property = $2 AND known.value = listed.value
		WHERE ${clause} ORDER BY listed.rank LIMIT ${size + 1}`;
	const rows = await service.database.rows<Row>(sql, [caller.product, dotted, ...parameters]);
	const results = rows.slice(0, size).map(row => toItem(row, property.name));
	if (rows.length <= size) return {results};
	const lastValue = service.options['last-value'] === 'boolean' ? true : results.at(-1)?.value;
	return {results, truncated: true, lastValue};
};
