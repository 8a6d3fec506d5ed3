import {keyFlags} from '../../../contract/request-words.ts';
import {nullLabel} from '../../../contract/rules/segment-rules.ts';
import type {Segment} from '../../../contract/segment-schemas.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {reject} from '../../rejection.ts';
import {isOneOf} from '../compile-filters.ts';
import type {Reference} from '../property-columns.ts';
import {matches} from '../regular-expressions.ts';
import {and, or, raw, type Sql, sql} from '../sql-template.ts';

export type Item = {
	readonly select: (values: Sql) => Sql;
	readonly named: readonly string[];
};

type TypedSegment = Extract<Segment, {readonly type: string}>;
type Split = Extract<Segment, {type: 'stringArray' | 'regex'}>;

const value = raw('value');
const isNull = raw('value IS NULL');
const labeled = (label: string, condition: Sql): Item => ({
	select: values => sql`SELECT value, ${label} AS label FROM ${values} WHERE ${condition}`,
	named: [label],
});

/** The specification does not say how many top values there are. */
const topCount = 10;

/** Writes whole numbers without decimals: 96, not 96.0. */
const numberText = raw(
	'CASE WHEN value = floor(value) AND abs(value) < 1e15 THEN value::BIGINT::VARCHAR ELSE value::VARCHAR END',
);

/** Creates a segment for each matching value, or for the `limit` values with the most installations. */
const separate = ({property}: Reference, condition: Sql, limit: number | undefined): Item => ({
	select: values =>
		sql`SELECT value, label FROM (SELECT value, n, ${
			property.kind === 'number' ? numberText : raw('value::VARCHAR')
		} AS label FROM ${values} WHERE ${condition} ${
			limit === undefined ? raw('') : sql`ORDER BY n DESC, label LIMIT ${limit}`
		})`,
	named: [],
});

function compileCondition(segment: TypedSegment, options: SandboxOptions): Sql {
	if (segment.type === 'string') return isOneOf(value, [segment.value]);
	if (segment.type === 'stringArray') return isOneOf(value, segment.value);
	if (segment.type === 'regex') return matches(value, segment.value, options);
	if (segment.type !== 'numberRange') return sql`value = ${segment.value}`;
	const {min, max} = segment;
	return and([
		min === undefined ? raw('value IS NOT NULL') : sql`value >= ${min}`,
		...(max === undefined ? [] : [sql`value <= ${max}`]),
	]);
}

function flagsItem(segment: Segment): Item {
	const {segmentLabel, ...flags} = segment as {segmentLabel: string} & Partial<Record<string, boolean>>;
	const wanted = keyFlags.flatMap((flag, bit) =>
		flags[flag] === undefined ? [] : [sql`((value & ${raw(String(1 << bit))}) <> 0) = ${flags[flag]}`],
	);
	return labeled(segmentLabel, and(wanted));
}

function isSplit(segment: TypedSegment, options: SandboxOptions): segment is Split {
	if (segment.type !== 'stringArray' && segment.type !== 'regex') return false;
	// A split segment has no label, so a segment with a label is joined.
	return segment.split ?? (segment.segmentLabel === undefined && options['split-default'] === 'split');
}

/** Throws a Rejection if a segment that needs a label has none. */
function getLabel(segment: TypedSegment, options: SandboxOptions): string {
	if (segment.segmentLabel !== undefined) return segment.segmentLabel;
	if (segment.type === 'string') return segment.value;
	if (segment.type === 'number' && options['unlabelled-segment'] === 'value') return String(segment.value);
	return reject(`a segment of type ${segment.type} needs a segmentLabel`);
}

function typedItems(segment: TypedSegment, reference: Reference, options: SandboxOptions): readonly Item[] {
	const condition = compileCondition(segment, options);
	const includeNull = 'includeNull' in segment && segment.includeNull === true;
	const nulls = includeNull ? [labeled(nullLabel, isNull)] : [];
	if (isSplit(segment, options)) return [separate(reference, condition, segment.limit), ...nulls];
	const label = getLabel(segment, options);
	const joined = includeNull && segment.segmentLabel !== undefined;
	return joined ? [labeled(label, or([condition, isNull]))] : [labeled(label, condition), ...nulls];
}

export function compileItems(segment: Segment, reference: Reference, options: SandboxOptions): readonly Item[] {
	if (reference.property.kind === 'flags') return [flagsItem(segment)];
	if ('type' in segment) return typedItems(segment, reference, options);
	return [labeled(segment.segmentLabel ?? nullLabel, isNull)];
}

export const topValues = (reference: Reference): Item => separate(reference, raw('value IS NOT NULL'), topCount);
