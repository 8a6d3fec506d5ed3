import {levelSorts, sortDirections} from '../../contract/request-words.ts';
import type {Level, Levels, Segment} from '../../contract/segment-schemas.ts';
import {alternatives} from '../../text/wording.ts';
import type {Kind} from '../filter/filter-kind.ts';
import {kindOf, type Model} from '../filter/filter-model.ts';
import {flagsIn} from '../filter/flag-filter.ts';
import {type TextModel, textFilter} from '../filter/text-filter.ts';
import type {Target} from '../properties/catalog.ts';
import {Cursor} from '../source/cursor.ts';
import {
	anyMembers,
	booleanIn,
	items,
	type JsonNode,
	members,
	numberIn,
	rejectJson,
	requireMember,
	spanOf,
	textIn,
	wordIn,
} from '../source/json-node.ts';
import {excerpt} from '../values/quoting.ts';
import type {PlacedSegment} from './read-segments.ts';
import {checkLabels} from './segment-checks.ts';
import {isNullAlone, needsLabel, type SegmentParts, segmentJson} from './segment-json.ts';
import {type Grouping, readGrouping} from './segment-property.ts';

/** Reads segments and levels from API JSON (docs/service.md#segments), in their normal form. */

/** Without segments the service chooses the top values. */
export type Segmentation = {readonly segmentBy: string; readonly segments?: Segment[]};

/** Reads `{segmentBy, segments?}`. A single segment may come without an array. */
export function importSegmentation(node: JsonNode): Segmentation {
	const found = members(node, ['segmentBy', 'segments']);
	const property = requireMember(node, found, 'segmentBy');
	const grouping = importGrouping(property, 'segments');
	const list = found.get('segments');
	if ('cohort' in grouping) {
		if (list) rejectJson(list, `${grouping.cohort} takes no segments`);
		return {segmentBy: grouping.cohort};
	}
	const segmentBy = textIn(property);
	if (!list && grouping.target.field.kind === 'flags') rejectJson(property, `${segmentBy} needs segments`);
	return list ? {segmentBy, segments: importSegments(list, grouping.target)} : {segmentBy};
}

/** Reads the property with the text parser, placed on its name inside the JSON, so that messages point there. */
function importGrouping(node: JsonNode, use: 'segments' | 'levels'): Grouping {
	const name = textIn(node);
	const {start, end} = spanOf(node);
	const cursor = new Cursor(node.cursor.source, node.cursor.setting);
	cursor.at = start + 1;
	const grouping = readGrouping(cursor, use);
	return grouping.span.end === end - 1 ? grouping : rejectJson(node, `there is no property '${excerpt(name)}'`);
}

/** Reads `{level1?, level2?, level3?}`, numbered without gaps. */
export function importLevels(node: JsonNode): Levels {
	const names = ['level1', 'level2', 'level3'];
	const found = members(node, names);
	const levels = names.slice(0, found.size).map(name => {
		const level = found.get(name) ?? rejectJson(node, 'levels must be numbered without gaps');
		return [name, importLevel(level)] as const;
	});
	return Object.fromEntries(levels);
}

function importLevel(node: JsonNode): Level {
	const found = members(node, ['property', 'segments', 'sort', 'sortDirection']);
	const property = requireMember(node, found, 'property');
	const segments = requireMember(node, found, 'segments');
	const grouping = importGrouping(property, 'levels');
	if ('cohort' in grouping) return rejectJson(property, `${grouping.cohort} works only in report churn retention`);
	const [sortNode, direction] = [found.get('sort'), found.get('sortDirection')];
	// A direction without a sort key applies to the default key.
	const sort = sortNode ? sortIn(sortNode) : direction && 'alpha';
	return {
		property: textIn(property),
		segments: importSegments(segments, grouping.target),
		...(sort ? {sort} : {}),
		...(direction ? {sortDirection: wordIn(direction, sortDirections)} : {}),
	};
}

function sortIn(node: JsonNode): NonNullable<Level['sort']> {
	const {clientStatus} = node.cursor.setting.context;
	const sort = wordIn(node, levelSorts);
	if (sort === 'alpha' || !clientStatus || clientStatus.includes(sort)) return sort;
	const help = `add it to clientStatus, or sort by ${alternatives(['alpha', ...clientStatus])}`;
	return node.cursor.fail('sort-status', `sort by ${sort} requires ${sort} in clientStatus`, {help}, spanOf(node));
}

function importSegments(node: JsonNode, target: Target): Segment[] {
	const list = Array.isArray(node.value) ? items(node) : [node];
	const read: PlacedSegment[] = list.map(item => ({segment: importSegment(item, target), span: () => spanOf(item)}));
	checkLabels(read);
	return read.map(({segment}) => segment);
}

const segmentMembers = ['split', 'segmentLabel', 'limit'];

function importSegment(node: JsonNode, target: Target): Segment {
	const {field} = target;
	if (field.kind === 'flags') {
		const flags = flagsIn(field, node, ['segmentLabel']);
		return segmentJson(field, {model: {kind: 'flags', alternatives: [flags]}, label: labelIn(node, true)});
	}
	const isText = field.kind === 'text' || field.kind === 'levels';
	const kind: Kind<Model> = isText ? textFilter : kindOf(field);
	// Unlike filters, segments support regular expressions for levels.
	const asText: Target = {...target, field: {...field, supportsRegex: true}};
	const model = kind.fromJson(isText ? asText : target, node, isText ? segmentMembers : ['segmentLabel']);
	if (model.kind === 'number' && model.notNull)
		rejectJson(node, 'a segment needs a value, a range, or includeNull true');
	const label = labelIn(node, needsLabel(model));
	if (model.kind !== 'text' || isNullAlone(model)) return segmentJson(field, {model, label});
	return segmentJson(field, {model, label, ...splitIn(node, model)});
}

function labelIn(node: JsonNode, isRequired: boolean): string | undefined {
	const label = anyMembers(node).get('segmentLabel');
	if (!label && isRequired) rejectJson(node, 'segmentLabel is missing: this segment needs a label');
	return label && textIn(label);
}

/** Split segments have no label, joined ones need one. Without `split` the label decides which it is. */
function splitIn(node: JsonNode, {null: isNull}: TextModel): Pick<SegmentParts, 'split' | 'limit'> {
	const found = anyMembers(node);
	const [type, member, limit] = ['type', 'split', 'limit'].map(name => found.get(name));
	const isOne = type?.value === 'string';
	if (member && isOne) rejectJson(member, 'split works only with stringArray and regex');
	if (isOne && !isNull) return limit ? rejectJson(limit, limitHelp) : {};
	const isLabeled = found.has('segmentLabel');
	const split = member ? booleanIn(member) : !isLabeled;
	if (split && isLabeled) rejectJson(node, 'omit segmentLabel: if split is true, the labels come from the data');
	if (!split && !isLabeled) rejectJson(node, 'segmentLabel is required if split is false');
	return {split, ...(limit ? {limit: limitIn(limit, split)} : {})};
}

const limitHelp = 'limit requires split true';

function limitIn(node: JsonNode, split: boolean): number {
	if (!split) rejectJson(node, limitHelp);
	const limit = numberIn(node);
	if (!Number.isInteger(limit) || limit < 1 || limit >= 1e9) rejectJson(node, 'expected a positive whole number');
	return limit;
}
