import {basisOf, isInReport, type Property, type ReportFamily} from '../../contract/properties.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {reject} from '../rejection.ts';
import {findProperty, undocumentedPropertySql} from './more-properties.ts';
import {raw, type Sql, sql} from './sql-template.ts';

/** A property such as `prodVersion`, or a part of one such as `os.version`. */
export type Reference = {readonly property: Property; readonly part?: string};

/**
 * The columns of a report's properties. Its query has the installation as `i` and, if `isSpanNeeded` is true, a row of
 * its history as `s`: that of the install date or of the event.
 */
export type Columns = {
	readonly family: ReportFamily;
	readonly options: SandboxOptions;
	readonly column: (property: Property, part?: string) => Sql;
	readonly isSpanNeeded: (names: readonly string[]) => boolean;
};

export function createColumns(family: ReportFamily, options: SandboxOptions): Columns {
	const inHistory = (property: Property) => basisOf(property, family) !== 'current';
	const find = (name: string) => findProperty(name.split('.')[0] ?? name, options);
	return {
		family,
		options,
		column: (property, part) => {
			const name = part === undefined ? property.name : `${property.name}_${part}`;
			return raw(undocumentedPropertySql(property, 'i') ?? `${inHistory(property) ? 's' : 'i'}."${name}"`);
		},
		isSpanNeeded: names => names.map(find).some(property => property && inHistory(property)),
	};
}

/**
 * Selects rows in which a part without a value is null; otherwise it does not apply. A country is null if the continent
 * is known, a state if the country is the United States, a continent if nothing is known (docs/service.md#null).
 */
export function isApplicable({property, part}: Reference, {column}: Columns): Sql {
	if (property.name !== 'geography') return raw('true');
	if (part === 'country') return sql`${column(property, 'continent')} IS NOT NULL`;
	if (part === 'usState') return sql`${column(property, 'country')} = 'US'`;
	return sql`${column(property, 'country')} IS NULL`;
}

/**
 * Throws a Rejection if the report cannot be segmented by the property. The report's property set limits filters, not
 * segments (docs/service.md#filter-sets).
 */
export function getSegmentProperty(name: string, {family, options}: Columns): Reference {
	const [first = '', part, ...more] = name.split('.');
	const property = findProperty(first, options);
	const known =
		property?.segmentable &&
		(options['segment-set'] === 'all' || isInReport(property, family)) &&
		(property.kind === 'levels' ? property.parts?.includes(part ?? '') : part === undefined) &&
		more.length === 0;
	if (!property || !known) reject(`this report cannot be segmented by ${name}`);
	return part === undefined ? {property} : {property, part};
}
