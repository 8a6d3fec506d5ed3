import fc from 'fast-check';
import type {Level, Segment} from '../../../src/contract/segment-schemas.ts';
import {type Field, reportCatalog, type Target, targetName} from '../../../src/language/properties/catalog.ts';
import {countries} from '../../../src/language/values/geo-codes.ts';
import {anyRegex, anyText} from './texts.ts';

/** Segments in normal form, for every property that can be segmented. */

const targets: readonly Target[] = reportCatalog.fields
	.filter(field => field.property?.segmentable)
	.flatMap((field): Target[] => (field.kind === 'levels' ? field.parts.map(part => ({field, part})) : [{field}]));

const isNull = (field: Field) => (field.nullable ? fc.constantFrom({}, {includeNull: true as const}) : fc.constant({}));
const limit = fc.constantFrom({}, {limit: 1}, {limit: 25});

/** Texts of one property, or codes if the level has codes. */
const anyValue = ({field, part}: Target): fc.Arbitrary<string> => {
	if (field.name !== 'geography') return anyText;
	return fc.constantFrom(
		...{continent: ['EU', 'AS'], country: [...countries], usState: ['US-CA', 'US-TX']}[part as 'country'],
	);
};

type Draft = {readonly segment: Segment; readonly label: 'never' | 'may' | 'must'};

function textSegments(target: Target): fc.Arbitrary<Draft> {
	const value = anyValue(target);
	const values = fc.uniqueArray(value, {minLength: 1, maxLength: 3});
	const nulls = isNull(target.field);
	return fc.oneof(
		value.map(text => ({segment: {type: 'string', value: text}, label: 'may'}) as const),
		fc
			.tuple(values, nulls, limit)
			.map(
				([list, some, most]) =>
					({segment: {type: 'stringArray', value: list, ...some, split: true, ...most}, label: 'never'}) as const,
			),
		fc
			.tuple(values, nulls)
			.map(
				([list, some]) =>
					({segment: {type: 'stringArray', value: list, ...some, split: false}, label: 'must'}) as const,
			),
		fc
			.tuple(anyRegex, nulls, limit)
			.map(
				([regex, some, most]) =>
					({segment: {type: 'regex', value: regex, ...some, split: true, ...most}, label: 'never'}) as const,
			),
		fc
			.tuple(anyRegex, nulls)
			.map(
				([regex, some]) => ({segment: {type: 'regex', value: regex, ...some, split: false}, label: 'must'}) as const,
			),
	);
}

const number = fc.oneof(
	fc.integer({min: 0, max: 64}),
	fc.nat(32).map(count => count * 1024),
	fc.double({min: -1e6, max: 1e6, noNaN: true}).map(value => value + 0),
);
const numberSegments = ({field}: Target): fc.Arbitrary<Draft> =>
	fc.oneof(
		fc
			.tuple(number, isNull(field))
			.map(([value, some]) => ({segment: {type: 'number', value, ...some}, label: 'may'}) as const),
		fc.tuple(number, number, isNull(field), fc.constantFrom('min', 'max', 'both')).map(([a, b, some, which]) => {
			const range = {
				...(which === 'max' ? {} : {min: Math.min(a, b)}),
				...(which === 'min' ? {} : {max: Math.max(a, b)}),
			};
			// The label, which every range needs, is added below.
			return {segment: {type: 'numberRange', ...range, ...some, segmentLabel: ''}, label: 'must'} as const;
		}),
	);

const switchSegments = fc
	.boolean()
	.map(value => ({segment: {type: 'boolean', value, segmentLabel: ''}, label: 'must'}) as const satisfies Draft);

const flagSegments = ({field}: Target): fc.Arbitrary<Draft> =>
	fc
		.tuple(
			...field.parts.map(part =>
				fc.option(
					fc.boolean().map(value => [part, value] as const),
					{nil: undefined},
				),
			),
		)
		.map(flags => flags.filter(flag => flag !== undefined))
		.filter(flags => flags.length > 0)
		.map(flags => ({segment: {segmentLabel: '', ...Object.fromEntries(flags)}, label: 'must'}) as const);

function draftOf(target: Target): fc.Arbitrary<Draft> {
	const {kind, nullable} = target.field;
	const own =
		kind === 'number'
			? numberSegments(target)
			: kind === 'boolean'
				? switchSegments
				: kind === 'flags'
					? flagSegments(target)
					: textSegments(target);
	const nothing = fc.constant({segment: {includeNull: true, segmentLabel: ''}, label: 'must'} as const);
	return nullable ? fc.oneof({arbitrary: own, weight: 5}, {arbitrary: nothing, weight: 1}) : own;
}

/** Adds a label to a segment, as the last member, as in the API's examples. */
function withLabel({segment, label}: Draft, text: string | undefined): Segment {
	if (label === 'never' || (label === 'may' && text === undefined)) return segment;
	const {segmentLabel: _, ...rest} = segment;
	const named = text ?? '';
	const flags = !('type' in segment) && !('includeNull' in segment);
	return (flags ? {segmentLabel: named, ...rest} : {...rest, segmentLabel: named}) as Segment;
}

/** Returns the labels in the response that the request decides. */
function labelsOf(segment: Segment): readonly string[] {
	if (segment.segmentLabel !== undefined) return [segment.segmentLabel];
	const isPlain = 'type' in segment && (segment.type === 'string' || segment.type === 'number');
	const isNull = 'includeNull' in segment && segment.includeNull;
	return [...(isPlain ? [String(segment.value)] : []), ...(isNull ? ['<NULL>'] : [])];
}

const segmentsOf = (target: Target): fc.Arbitrary<Segment[]> =>
	fc
		.array(fc.tuple(draftOf(target), fc.option(anyText, {nil: undefined})), {minLength: 1, maxLength: 4})
		.map(drafts => {
			const seen = new Set<string>();
			return drafts
				.map(([draft, label]) => withLabel(draft, label))
				.filter(segment => {
					const labels = labelsOf(segment);
					if (labels.some(label => seen.has(label))) return false;
					for (const label of labels) seen.add(label);
					return true;
				});
		});

export const segmentation = fc.oneof(
	...targets.map(target => segmentsOf(target).map(segments => ({segmentBy: targetName(target), segments}))),
);

const sort = fc.constantFrom(
	{},
	{sort: 'alpha'},
	{sort: 'new', sortDirection: 'desc'},
	{sort: 'lost', sortDirection: 'asc'},
) as fc.Arbitrary<Pick<Level, 'sort' | 'sortDirection'>>;

export const levels = fc
	.array(fc.tuple(segmentation, sort), {minLength: 1, maxLength: 3})
	.map(list =>
		Object.fromEntries(
			list.map(([{segmentBy, segments}, order], index) => [
				`level${index + 1}`,
				{property: segmentBy, segments, ...order},
			]),
		),
	);
