import {type Basis, basisOf, isInReport, type Property, type ReportFamily} from '../../contract/properties.ts';
import type {Assumed} from '../assumptions/assumption-table.ts';
import {reject} from '../rejection.ts';
import {findProperty, moreSql} from './more-properties.ts';
import {raw, type Sql, sql} from './sql-template.ts';

/** A property, or one part of it: `prodVersion`, `os.version`, `licenseStatus`. */
export type Reference = {readonly property: Property; readonly part?: string};

/** Properties whose value basis is an assumption (docs/service.md#value-basis). */
const special = new Set(['licenseStatus', 'os', 'geography']);

/** The value basis of a property in a report. */
function basis(property: Property, family: ReportFamily, assume: Assumed): Basis {
	if (special.has(property.name)) {
		if (family === 'engagement') return assume['engagement-basis'];
		if (family === 'advanced') return assume['advanced-basis'];
	}
	return basisOf(property, family);
}

/**
 * Columns of the properties of a report. Its query has the installation as `i` and, where `isSpanNeeded` is true, the
 * row of its history that counts as `s`: that of the install date, or that of the event.
 */
export type Columns = {
	readonly family: ReportFamily;
	readonly assume: Assumed;
	/** Column that filters compare. */
	readonly filtered: (property: Property, part?: string) => Sql;
	/** Column that segments are made of. */
	readonly segmented: (property: Property, part?: string) => Sql;
	/** True when one of the properties is read from the history. */
	readonly isSpanNeeded: (filters: readonly string[], segmentBy: readonly string[]) => boolean;
};

const columnName = (property: Property, part?: string) =>
	part === undefined ? property.name : `${property.name}_${part}`;

export function createColumns(family: ReportFamily, assume: Assumed): Columns {
	const inHistory = (property: Property) => basis(property, family, assume) !== 'current';
	const inSegments = (property: Property) => assume['segment-basis'] === 'as-filters' && inHistory(property);
	const column = (history: boolean, property: Property, part?: string) =>
		raw(moreSql(property, 'i') ?? `${history ? 's' : 'i'}."${columnName(property, part)}"`);
	const find = (name: string) => findProperty(name.split('.')[0] ?? name, assume);
	return {
		family,
		assume,
		filtered: (property, part) => column(inHistory(property), property, part),
		segmented: (property, part) => column(inSegments(property), property, part),
		isSpanNeeded: (filters, segmentBy) =>
			filters.map(find).some(property => property && inHistory(property)) ||
			segmentBy.map(find).some(property => property && inSegments(property)),
	};
}

type At = (property: Property, part?: string) => Sql;

/**
 * Condition that a part without a value counts as null; otherwise it is not applicable. A country is null where the
 * continent is known, a state where the country is the United States, a continent where nothing is known
 * (docs/service.md#null).
 */
export function isApplicable({property, part}: Reference, at: At, assume: Assumed): Sql {
	if (property.name === 'geography') {
		if (part === 'country') return sql`${at(property, 'continent')} IS NOT NULL`;
		if (part === 'usState') return sql`${at(property, 'country')} = 'US'`;
		return sql`${at(property, 'country')} IS NULL`;
	}
	const parent = property.parts?.[property.parts.indexOf(part ?? '') - 1];
	if (parent === undefined || property.kind !== 'levels' || assume['null-levels'] === 'plain') return raw('true');
	return sql`${at(property, parent)} IS NOT NULL`;
}

/**
 * Parses the name of a property to segment by: `prodVersion`, `os.version`. Throws a Rejection for any other. The set of
 * the report restricts filters, not segments (docs/service.md#filter-sets).
 */
export function getSegmentProperty(name: string, {family, assume}: Columns): Reference {
	const [first = '', part] = name.split('.', 2) as [string, string?];
	const property = findProperty(first, assume);
	const known =
		property?.segmentable &&
		(assume['segment-set'] === 'all' || isInReport(property, family)) &&
		(property.kind === 'levels' ? property.parts?.includes(part ?? '') : part === undefined) &&
		name.split('.').length <= 2;
	if (!property || !known) reject(`${name} is no property to segment this report by`);
	return part === undefined ? {property} : {property, part};
}
