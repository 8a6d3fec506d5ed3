import type {EventReference} from '../../contract/event-reference.ts';
import {
	items,
	type JsonNode,
	members,
	numberIn,
	rangeIn,
	refuseJson,
	regexIn,
	required,
	textIn,
	wordIn,
} from '../source/json.ts';
import type {Alternative, EventCountModel} from './model.ts';

/** Events and campaigns in the API's JSON. */

/** `lifetimeEventUsage`. */
export function importEventCount(node: JsonNode): EventCountModel {
	const found = members(node, ['category', 'name', 'combiArray', 'min', 'max']);
	const [low, high] = [found.get('min'), found.get('max')];
	const range = rangeIn(node, low && numberIn(low), high && numberIn(high));
	return {kind: 'eventCount', event: eventOf(node, found), ...range};
}

/** An event reference: `{category, name}` or `{combiLabel?, combiArray}`. */
export function importEvent(node: JsonNode): EventReference {
	const found = members(node, ['category', 'name', 'combiArray', 'combiLabel']);
	const event = eventOf(node, found);
	const label = found.get('combiLabel');
	if (!label) return event;
	return 'combiArray' in event
		? {combiLabel: textIn(label), ...event}
		: refuseJson(label, 'only a combination has a label');
}

function eventOf(node: JsonNode, found: ReadonlyMap<string, JsonNode>): EventReference {
	const combination = found.get('combiArray');
	const [category, name] = [found.get('category'), found.get('name')];
	if (combination && (category || name)) refuseJson(node, 'category and name cannot stand beside combiArray');
	if (combination) return {combiArray: combinationOf(combination)};
	if (!category || !name) return refuseJson(node, 'an event needs category and name, or combiArray');
	return {category: category.value === null ? null : textIn(category), name: textIn(name)};
}

function combinationOf(node: JsonNode) {
	const seen = new Set<string>();
	return items(node).map(item => {
		const event = combined(item);
		const key = JSON.stringify(event);
		if (seen.has(key)) refuseJson(item, 'this event is in the sum already');
		seen.add(key);
		return event;
	});
}

const types = ['string', 'regex'] as const;

function combined(node: JsonNode) {
	const found = members(node, ['categoryType', 'nameType', 'category', 'name']);
	const categoryType = wordIn(required(node, found, 'categoryType'), types);
	const nameType = wordIn(required(node, found, 'nameType'), types);
	const category = required(node, found, 'category');
	if (category.value === null && categoryType === 'regex') refuseJson(category, 'a regular expression cannot be null');
	return {
		categoryType,
		nameType,
		category: category.value === null ? null : partIn(category, categoryType),
		name: partIn(required(node, found, 'name'), nameType),
	};
}

const partIn = (node: JsonNode, type: (typeof types)[number]) => (type === 'regex' ? regexIn(node) : textIn(node));

/** One alternative of `outreachDeliveries`. */
export function importCampaigns(node: JsonNode): Alternative {
	const alternative = new Map<string, boolean>();
	for (const [channel, deliveries] of members(node, ['auto', 'manual'])) {
		for (const [name, list] of members(deliveries, ['delivered', 'undelivered'])) {
			for (const id of idsIn(list)) addCampaign(alternative, `${channel}/${textIn(id)}`, name === 'delivered', id);
		}
	}
	return alternative.size > 0 ? alternative : refuseJson(node, 'an alternative without campaigns matches everything');
}

/** Either array may be empty. */
const idsIn = (list: JsonNode) => (Array.isArray(list.value) && list.value.length === 0 ? [] : items(list));

function addCampaign(alternative: Map<string, boolean>, key: string, delivered: boolean, node: JsonNode): void {
	if (alternative.get(key) === !delivered) {
		refuseJson(node, `campaign ${key} would have to be delivered and undelivered`);
	}
	alternative.set(key, delivered);
}
