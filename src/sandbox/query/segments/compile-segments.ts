import {keyFlags} from '../../../contract/request-words.ts';
import {findSegmentErrors} from '../../../contract/rules/segment-rules.ts';
import type {Segment} from '../../../contract/segment-schemas.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {reject} from '../../rejection.ts';
import {findProperty} from '../more-properties.ts';
import {type Columns, getSegmentProperty, isApplicable, type Reference} from '../property-columns.ts';
import {join, raw, type Sql, sql} from '../sql-template.ts';
import {compileItems, topValues} from './segment-items.ts';

/**
 * Segments as a table of values and labels (docs/service.md#segments). An installation is in every segment with a label
 * of its value, so segments can overlap and need not cover all installations.
 */
export type Segmentation = {
	readonly name: string;
	/** The value that determines the segments of an installation, or an empty text if the property does not apply. */
	readonly key: Sql;
	/** Selects rows (value, label) for a table (value, n). */
	readonly mapping: (values: Sql) => Sql;
	/** The labels that the request names. They appear even without installations. */
	readonly named: readonly string[];
};

/**
 * Returns the SQL of the value that assigns an installation to a segment. If the level does not apply to the installation, it is
 * in no segment, not even in that of null.
 */
function getKey(reference: Reference, columns: Columns): Sql {
	const {property, part} = reference;
	// One bit per flag.
	if (property.kind === 'flags')
		return join(
			keyFlags.map((flag, bit) => sql`${columns.column(property, flag)}::INTEGER * ${raw(String(1 << bit))}`),
			' + ',
		);
	const column = columns.column(property, part);
	if (property.kind !== 'levels') return column;
	const applicable = isApplicable(reference, columns);
	return sql`CASE WHEN ${column} IS NOT NULL THEN ${column} WHEN ${applicable} THEN NULL ELSE '' END`;
}

/** Without segments, compiles the top values. Throws a Rejection for invalid segments. */
export function compileSegments(
	name: string,
	segments: readonly Segment[] | undefined,
	columns: Columns,
): Segmentation {
	const {options} = columns;
	const reference = getSegmentProperty(name, columns);
	// The schema validated properties of the catalog only; a product can have more.
	for (const {message} of findSegmentErrors(name, segments, each => findProperty(each, options))) reject(message);
	const items = segments?.flatMap(segment => compileItems(segment, reference, options)) ?? [topValues(reference)];
	const onlyApplicable = reference.property.kind === 'levels' ? raw("WHERE value IS DISTINCT FROM ''") : raw('');
	return {
		name,
		key: getKey(reference, columns),
		mapping: values => {
			const rows = sql`(SELECT value, n FROM ${values} ${onlyApplicable})`;
			const selects = items.map(({select}) => select(rows));
			return sql`SELECT DISTINCT value, label FROM (${join(selects, ' UNION ALL ')})`;
		},
		named: items.flatMap(item => item.named),
	};
}

export const wholeSegment: Segmentation = {
	name: '',
	key: raw('true'),
	mapping: () => raw("SELECT true AS value, '' AS label"),
	named: [''],
};

export function displayName(name: string, options: SandboxOptions): string {
	if (options['level-labels'] === 'name') return name;
	const [first = '', part = ''] = name.split('.');
	const property = findProperty(first, options);
	return property?.partNames?.[property.parts?.indexOf(part) ?? -1] ?? property?.friendlyName ?? name;
}
