import {nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Segment} from '../../contract/segment-schemas.ts';
import type {Model} from '../filter/filter-model.ts';
import {flagsJson} from '../filter/flag-filter.ts';
import {hasEnds, type IntervalModel} from '../filter/interval-filter.ts';
import type {TextModel} from '../filter/text-filter.ts';
import type {Field} from '../properties/catalog.ts';
import {nullJson} from '../values/nulls.ts';
import {omitUndefinedEnds} from '../values/range-ends.ts';

export type SegmentParts = {
	readonly model: Model;
	readonly label?: string | undefined;
	/** For lists and regular expressions: true for one segment per value. Absent for a plain value. */
	readonly split?: boolean | undefined;
	readonly limit?: number | undefined;
};

const isNullAlone = (model: Model): boolean =>
	(model.kind === 'text' && model.null && model.values.length === 0 && model.regex === undefined) ||
	(model.kind === 'number' && model.null && !hasEnds(model));

/** Checks if the service requires a label (docs/service.md#segments). */
export const needsLabel = (model: Model): boolean =>
	!isNullAlone(model) &&
	(model.kind === 'boolean' || model.kind === 'flags' || (model.kind === 'number' && model.value === undefined));

/** Null alone gets the service's own label unless it has one. */
export function segmentJson(field: Field, item: SegmentParts): Segment {
	const {model, label = ''} = item;
	if (isNullAlone(model)) return {includeNull: true, segmentLabel: item.label ?? nullLabel};
	if (model.kind === 'flags') return {segmentLabel: label, ...flagsJson(model.alternatives[0] ?? new Map(), field)};
	if (model.kind === 'boolean') return {type: 'boolean', value: model.value, segmentLabel: label};
	return model.kind === 'text' ? textJson(model, item) : numberJson(model as IntervalModel, item);
}

const labelJson = ({label}: SegmentParts) => (label === undefined ? {} : {segmentLabel: label});

function numberJson({value, min, max, null: isNull}: IntervalModel, item: SegmentParts): Segment {
	if (typeof value === 'number') return {type: 'number', value, ...nullJson(isNull), ...labelJson(item)};
	const {label: segmentLabel = ''} = item;
	return {type: 'numberRange', ...omitUndefinedEnds(min as number, max as number), ...nullJson(isNull), segmentLabel};
}

function textJson({values, regex, null: isNull}: TextModel, item: SegmentParts): Segment {
	const texts = values as readonly string[];
	const {split, limit} = item;
	if (split === undefined) return {type: 'string', value: texts[0] ?? '', ...labelJson(item)};
	const rest = {...nullJson(isNull), split, ...labelJson(item), ...(limit === undefined ? {} : {limit})};
	return regex === undefined
		? {type: 'stringArray', value: [...new Set(texts)], ...rest}
		: {type: 'regex', value: regex, ...rest};
}
