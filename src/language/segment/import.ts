import type {Level, Levels, Segment} from '../../contract/segments.ts';
import {levelSorts, sortDirections} from '../../contract/words.ts';
import {codeIn, importFlags, nullIn} from '../filter/import.ts';
import {flagsJson} from '../filter/wire.ts';
import type {Target} from '../properties/catalogue.ts';
import {Cursor} from '../source/cursor.ts';
import {
	booleanIn,
	items,
	type JsonNode,
	members,
	numberIn,
	rangeIn,
	refuseJson,
	regexIn,
	required,
	spanOf,
	textIn,
	wordIn,
} from '../source/json.ts';
import {shown} from '../values/quoting.ts';
import {checkLabels} from './checks.ts';
import {type Grouping, readGrouping} from './property.ts';
import type {Read} from './read.ts';

/** Segments and levels in the API's JSON (docs/service.md#segments), to their normal form. */

/** What segments are made by, and the segments; none lets the API take the top values. */
export type Segmentation = {readonly segmentBy: string; readonly segments?: Segment[]};

/** `{segmentBy, segments?}`; one segment may stand without its array. */
export function importSegmentation(node: JsonNode): Segmentation {
	const found = members(node, ['segmentBy', 'segments']);
	const property = required(node, found, 'segmentBy');
	const grouping = importGrouping(property, 'segments');
	const list = found.get('segments');
	if ('cohort' in grouping) {
		if (list) refuseJson(list, `${grouping.cohort} takes no segments`);
		return {segmentBy: grouping.cohort};
	}
	const segmentBy = textIn(property);
	return list ? {segmentBy, segments: importSegments(list, grouping.target)} : {segmentBy};
}

/** Reads the property by the parser of texts, where its name stands in the JSON. */
function importGrouping(node: JsonNode, use: 'segments' | 'levels'): Grouping {
	const name = textIn(node);
	const {start, end} = spanOf(node);
	const cursor = new Cursor(node.cursor.source, node.cursor.setting);
	cursor.at = start + 1;
	const grouping = readGrouping(cursor, use);
	return grouping.span.end === end - 1 ? grouping : refuseJson(node, `there is no property '${shown(name)}'`);
}

/** `{level1?, level2?, level3?}` without gaps. */
export function importLevels(node: JsonNode): Levels {
	const names = ['level1', 'level2', 'level3'];
	const found = members(node, names);
	const levels = names.slice(0, found.size).map(name => {
		const level = found.get(name) ?? refuseJson(node, 'levels must be given without gaps');
		return [name, importLevel(level)] as const;
	});
	return Object.fromEntries(levels);
}

function importLevel(node: JsonNode): Level {
	const found = members(node, ['property', 'segments', 'sort', 'sortDirection']);
	const property = required(node, found, 'property');
	const segments = required(node, found, 'segments');
	const grouping = importGrouping(property, 'levels');
	if ('cohort' in grouping) return refuseJson(property, `${grouping.cohort} is for engagement/churnAndEngagement only`);
	const [sort, direction] = [found.get('sort'), found.get('sortDirection')];
	return {
		property: textIn(property),
		segments: importSegments(segments, grouping.target),
		...(sort ? {sort: wordIn(sort, levelSorts)} : {}),
		// A direction alone sorts by the default key.
		...(direction
			? {sort: sort ? wordIn(sort, levelSorts) : 'alpha', sortDirection: wordIn(direction, sortDirections)}
			: {}),
	};
}

function importSegments(node: JsonNode, target: Target): Segment[] {
	const list = Array.isArray(node.value) ? items(node) : [node];
	const read: Read[] = list.map(item => ({segment: importSegment(item, target), span: () => spanOf(item)}));
	checkLabels(read);
	return read.map(({segment}) => segment);
}

const importers = {
	text: importText,
	levels: importText,
	number: importNumber,
	boolean: importSwitch,
	flags: importFlagSegment,
} as const;

function importSegment(node: JsonNode, target: Target): Segment {
	const read = importers[target.field.kind as keyof typeof importers];
	return read(node, target);
}

type Found = ReadonlyMap<string, JsonNode>;

const labelIn = (found: Found) => {
	const label = found.get('segmentLabel');
	return label ? {segmentLabel: textIn(label)} : {};
};
const requiredLabel = (node: JsonNode, found: Found) =>
	textIn(found.get('segmentLabel') ?? refuseJson(node, 'segmentLabel is missing: this segment needs a label'));

/** `{includeNull: true, segmentLabel}`, or undefined when it holds a matcher. */
function nullSegment(node: JsonNode, found: Found, {field}: Target): Segment | undefined {
	if (found.has('type') || found.has('value')) return undefined;
	if (!nullIn(field, found.get('includeNull'))) refuseJson(node, 'a segment needs type and value, or includeNull true');
	return {includeNull: true, segmentLabel: 'null', ...labelIn(found)};
}

const textMembers = ['type', 'value', 'split', 'segmentLabel', 'limit', 'includeNull'];

function importText(node: JsonNode, target: Target): Segment {
	const found = members(node, textMembers);
	const alone = nullSegment(node, found, target);
	if (alone) return alone;
	const type = wordIn(required(node, found, 'type'), ['string', 'stringArray', 'regex']);
	const value = required(node, found, 'value');
	const isNull = nullIn(target.field, found.get('includeNull'));
	const label = labelIn(found);
	const split = splitIn(node, found, type);
	if (type === 'string' && !isNull) return {type, value: codeIn(target.part, value), ...label};
	const rest = {...(isNull ? {includeNull: true} : {}), split, ...label, ...limitIn(found, split)};
	if (type === 'regex') return {type, value: regexIn(value), ...rest};
	const values = type === 'string' ? [value] : items(value);
	return {type: 'stringArray', value: [...new Set(values.map(item => codeIn(target.part, item)))], ...rest};
}

/** One segment a value has no label; all values in one segment need one. Without `split` the label decides. */
function splitIn(node: JsonNode, found: Found, type: string): boolean {
	const isLabelled = found.has('segmentLabel');
	const member = found.get('split');
	if (member && type === 'string') refuseJson(member, 'split is for stringArray and regex');
	const split = member ? booleanIn(member) : !isLabelled;
	if (split && isLabelled) refuseJson(node, 'with split true the labels come from the data: leave segmentLabel out');
	if (!split && !isLabelled) refuseJson(node, 'with split false segmentLabel is required');
	return split;
}

function limitIn(found: Found, split: boolean): {limit?: number} {
	const member = found.get('limit');
	if (!member) return {};
	if (!split) refuseJson(member, 'limit is for split true only');
	const limit = numberIn(member);
	return Number.isInteger(limit) && limit >= 1 && limit < 1e9
		? {limit}
		: refuseJson(member, 'expected a positive whole number');
}

function importNumber(node: JsonNode, target: Target): Segment {
	const found = members(node, ['type', 'value', 'min', 'max', 'segmentLabel', 'includeNull']);
	const alone = nullSegment(node, found, target);
	if (alone) return alone;
	const type = wordIn(required(node, found, 'type'), ['number', 'numberRange']);
	const isNull = nullIn(target.field, found.get('includeNull')) ? {includeNull: true} : {};
	const [value, low, high] = ['value', 'min', 'max'].map(name => found.get(name));
	if (type === 'number') {
		if (!value || low || high) return refuseJson(node, 'type number needs value, and neither min nor max');
		return {type, value: numberIn(value), ...isNull, ...labelIn(found)};
	}
	if (value || !(low || high)) refuseJson(node, 'type numberRange needs min, max or both, and no value');
	const range = rangeIn(node, low && numberIn(low), high && numberIn(high));
	return {type, ...range, ...isNull, segmentLabel: requiredLabel(node, found)};
}

function importSwitch(node: JsonNode): Segment {
	const found = members(node, ['type', 'value', 'segmentLabel']);
	wordIn(required(node, found, 'type'), ['boolean']);
	const value = booleanIn(required(node, found, 'value'));
	return {type: 'boolean', value, segmentLabel: requiredLabel(node, found)};
}

function importFlagSegment(node: JsonNode, {field}: Target): Segment {
	const found = members(node, ['segmentLabel', ...field.parts]);
	const flags = Object.fromEntries(
		[...found].filter(([name]) => name !== 'segmentLabel').map(([name, {value}]) => [name, value]),
	);
	const alternative = importFlags(field, {...node, value: flags});
	return {segmentLabel: requiredLabel(node, found), ...flagsJson(alternative, field.parts)};
}
