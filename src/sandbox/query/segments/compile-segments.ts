import {findSegmentErrors} from '../../../contract/rules/segment-rules.ts';
import type {Segment} from '../../../contract/segment-schemas.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {reject} from '../../rejection.ts';
import {findProperty} from '../more-properties.ts';
import {type Columns, getSegmentProperty, isApplicable, type Reference} from '../property-columns.ts';
import {join, raw, type Sql, sql} from '../sql-template.ts';
import {compileItems, flagBits, topValues} from './segment-items.ts';

/**
 * Segments as a table of values and labels (docs/service.md#segments). An installation is in
 * every segment that a label of its value names, so segments may overlap and need not cover everything.
 */
export type Segmentation = {
	/** Property as the request names it. */
	readonly name: string;
	/** The value that decides on the segments of an installation; an empty text where the property is not applicable. */
	readonly key: Sql;
	/** Rows (value, label) for the rows of a table (value, n). */
	readonly mapping: (values: Sql) => Sql;
	/** Labels that the request names; they appear even without installations. */
	readonly named: readonly string[];
};

/** An installation is in no segment, not even in one of nulls, if the level is not applicable to it. */
function getKey(reference: Reference, columns: Columns): Sql {
	const {property, part} = reference;
	if (property.kind === 'flags')
		return join(
			flagBits.map((flag, bit) => sql`${columns.column(property, flag)}::INTEGER * ${raw(String(1 << bit))}`),
			' + ',
		);
	const column = columns.column(property, part);
	if (property.kind !== 'levels') return column;
	const applicable = isApplicable(reference, columns);
	return sql`CASE WHEN ${column} IS NOT NULL THEN ${column} WHEN ${applicable} THEN NULL ELSE '' END`;
}

/**
 * Compiles the segments of a property; without items, its top values. Throws a Rejection for a property that cannot
 * segment the report and for items that break the rules of kinds, labels, splits and nulls.
 */
export function compileSegments(
	name: string,
	segments: readonly Segment[] | undefined,
	columns: Columns,
): Segmentation {
	const {options} = columns;
	const reference = getSegmentProperty(name, columns);
	// The schema has validated those of the catalogue; a product may have more.
	for (const {message} of findSegmentErrors(name, segments, each => findProperty(each, options))) reject(message);
	const items = segments?.flatMap(segment => compileItems(segment, reference, options)) ?? [topValues(reference)];
	const known = reference.property.kind === 'levels' ? raw("WHERE value IS DISTINCT FROM ''") : raw('');
	return {
		name,
		key: getKey(reference, columns),
		mapping: values => {
			const rows = sql`(SELECT value, n FROM ${values} ${known})`;
			const selects = items.map(({select}) => select(rows));
			return sql`SELECT DISTINCT value, label FROM (${join(selects, ' UNION ALL ')})`;
		},
		named: items.flatMap(item => item.named),
	};
}

/** One segment of all installations, for reports without segments. */
export const wholeSegment: Segmentation = {
	name: '',
	key: raw('true'),
	mapping: () => raw("SELECT true AS value, '' AS label"),
	named: [''],
};

/** The name of a level in the answer: that of the property, or its display name. */
export function displayName(name: string, options: SandboxOptions): string {
	if (options['level-labels'] === 'name') return name;
	const [first = '', part = ''] = name.split('.');
	const property = findProperty(first, options);
	return property?.partNames?.[property.parts?.indexOf(part) ?? -1] ?? property?.friendlyName ?? name;
}
