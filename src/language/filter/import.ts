import {isCalendarDay} from '../../contract/words.ts';
import type {Field} from '../properties/catalogue.ts';
import {checkReport, refuseUnknown} from '../properties/names.ts';
import type {Cursor} from '../source/cursor.ts';
import {
	anyMembers,
	booleanIn,
	items,
	type JsonNode,
	members,
	numberIn,
	rangeIn,
	readJson,
	refuseJson,
	regexIn,
	required,
	spanOf,
	textIn,
	wordIn,
} from '../source/json.ts';
import {readCode} from '../values/geo-codes.ts';
import {importCampaigns, importEventCount} from './import-events.ts';
import type {Part, Parts} from './join/combine.ts';
import type {Alternative, IntervalModel, Level, Model, TextModel} from './model.ts';

/** From the service's JSON to models (docs/language.md#import). */

/** Reads a whole source as `globalFilters`, or as `filters` of listKeys. */
export function importFilter(cursor: Cursor): Parts {
	const parts: Part[] = [];
	const whole = cursor.span(0, cursor.text.trimEnd().length);
	for (const [name, node] of anyMembers(readJson(cursor))) {
		const field = cursor.setting.catalogue.byName.get(name);
		if (!field) return refuseUnknown(cursor, name, spanOf(node));
		checkReport(cursor, {field}, whole);
		parts.push({field, model: importModel(field, node), span: whole});
	}
	return parts;
}

function importModel(field: Field, node: JsonNode): Model {
	switch (field.kind) {
		case 'text':
			return importText(field, node);
		case 'number':
		case 'date':
			return importInterval(field, field.kind, node);
		case 'boolean':
			return {kind: 'boolean', value: importSwitch(node)};
		case 'flags':
			return {kind: 'flags', alternatives: items(node).map(item => importFlags(field, item))};
		case 'levels':
			return {kind: 'levels', levels: importLevels(field, node)};
		case 'eventCount':
			return importEventCount(node);
		case 'campaigns':
			return {kind: 'campaigns', alternatives: items(node).map(importCampaigns)};
	}
}

/** `includeNull`, which only properties that may be null can ask for. */
export function nullIn(field: Field, node: JsonNode | undefined): boolean {
	if (node === undefined || !booleanIn(node)) return false;
	if (!field.nullable) refuseJson(node, `${field.name} does not support null`);
	return true;
}

function importText(field: Field, node: JsonNode): TextModel {
	const found = members(node, ['type', 'value', 'includeNull']);
	const [type, value] = [found.get('type'), found.get('value')];
	const isNull = nullIn(field, found.get('includeNull'));
	if (!type && !value && isNull) return {kind: 'text', values: [], null: true};
	if (!type || !value) return refuseJson(node, 'a text filter needs type and value, or includeNull true');
	const word = wordIn(type, field.regex ? ['string', 'stringArray', 'regex'] : ['string', 'stringArray']);
	if (word === 'stringArray') return {kind: 'text', values: items(value).map(textIn), null: isNull};
	if (word === 'string') return {kind: 'text', values: [textIn(value)], null: isNull};
	return {kind: 'text', values: [], regex: regexIn(value), null: isNull};
}

function importInterval(field: Field, kind: 'number' | 'date', node: JsonNode): IntervalModel {
	const found = members(node, ['type', 'value', 'min', 'max', 'includeNull']);
	const isNull = nullIn(field, found.get('includeNull'));
	checkShape(node, found, {kind, isNull});
	const read = kind === 'date' ? dayIn : field.integer ? integerIn : numberIn;
	const [value, min, max] = ['value', 'min', 'max'].map(name => {
		const member = found.get(name);
		return member && read(member);
	});
	return {kind, ...(value === undefined ? rangeIn(node, min, max) : {value}), null: isNull};
}

/** A value, or a range, or null alone; the type says which, and may be left out. */
function checkShape(
	node: JsonNode,
	found: ReadonlyMap<string, JsonNode>,
	{kind, isNull}: {readonly kind: 'number' | 'date'; readonly isNull: boolean},
): void {
	const isRange = found.has('min') || found.has('max');
	const type = found.get('type');
	const types = found.has('value') ? [kind] : isRange ? [`${kind}Range`] : [kind, `${kind}Range`];
	if (type) wordIn(type, types);
	if (found.has('value') && isRange) refuseJson(node, 'value cannot stand beside min and max');
	if (!found.has('value') && !isRange && (type || !isNull)) refuseJson(node, 'a range needs min, max or both');
}

const dayIn = (node: JsonNode) => {
	const day = textIn(node);
	return isCalendarDay(day) && day >= '0001' ? day : refuseJson(node, 'expected a day of the calendar, YYYY-MM-DD');
};
const integerIn = (node: JsonNode) => {
	const number = numberIn(node);
	return Number.isInteger(number) ? number : refuseJson(node, 'expected a whole number');
};

/** `{type, value}` of reports, with or without type, or the plain value of the key registry. */
function importSwitch(node: JsonNode): boolean {
	if (node.cursor.setting.catalogue.kind === 'keys') return booleanIn(node);
	const found = members(node, ['type', 'value']);
	const type = found.get('type');
	if (type) wordIn(type, ['boolean']);
	return booleanIn(required(node, found, 'value'));
}

/** One object of booleans. */
export function importFlags(field: Field, node: JsonNode): Alternative {
	const found = members(node, field.parts);
	if (found.size === 0) refuseJson(node, 'an alternative without flags matches everything');
	return new Map([...found].map(([flag, value]) => [flag, booleanIn(value)]));
}

function importLevels(field: Field, node: JsonNode): ReadonlyMap<string, Level> {
	const found = members(node, ['type', ...field.parts]);
	const type = found.get('type');
	const word = type && wordIn(type, ['string', 'stringArray']);
	const levels = field.parts.flatMap(part => {
		const member = found.get(part);
		return member ? [[part, importLevel(field, part, {node: member, word})] as const] : [];
	});
	if (levels.length === 0) refuseJson(node, 'no level is named', {expected: field.parts});
	return new Map(levels);
}

function importLevel(
	field: Field,
	part: string,
	{node, word}: {readonly node: JsonNode; readonly word: 'string' | 'stringArray' | undefined},
): Level {
	const values = (value: JsonNode) => valuesIn(value, word).map(item => codeIn(part, item));
	if (typeof node.value !== 'object' || Array.isArray(node.value)) return {values: values(node), null: false};
	const found = members(node, ['value', 'includeNull']);
	const isNull = nullIn(field, found.get('includeNull'));
	const value = found.get('value');
	if (!value && !isNull) refuseJson(node, 'give value, includeNull true, or both');
	return {values: value ? values(value) : [], null: isNull};
}

/** A text or an array of texts, as the type says. */
function valuesIn(node: JsonNode, word: 'string' | 'stringArray' | undefined): readonly JsonNode[] {
	const isArray = word === undefined ? Array.isArray(node.value) : word === 'stringArray';
	return isArray ? items(node) : [node];
}

/** A text; of a level of geography its code as the API wants it. */
export function codeIn(part: string | undefined, node: JsonNode): string {
	const reading = readCode(part, textIn(node), node.cursor.setting.context.anyCode);
	return 'code' in reading ? reading.code : refuseJson(node, reading.message, reading.advice);
}
