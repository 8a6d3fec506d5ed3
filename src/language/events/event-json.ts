import type {EventReference} from '../../contract/event-reference.ts';
import {
	items,
	type JsonNode,
	type Members,
	members,
	regexIn,
	rejectJson,
	requireMember,
	textIn,
	wordIn,
} from '../source/json-node.ts';

/** Events in API JSON (docs/service.md#event-reference). */

/** Reads `{category, name}` or `{combiLabel?, combiArray}`. */
export function importEvent(node: JsonNode): EventReference {
	const found = members(node, ['category', 'name', 'combiArray', 'combiLabel']);
	const event = importEventMembers(node, found);
	const label = found.get('combiLabel');
	if (!label) return event;
	return 'combiArray' in event
		? {combiLabel: textIn(label), ...event}
		: rejectJson(label, 'only a sum can have a label');
}

export function importEventMembers(node: JsonNode, found: Members): EventReference {
	const combination = found.get('combiArray');
	const [category, name] = [found.get('category'), found.get('name')];
	if (combination && (category || name)) rejectJson(node, 'category and name cannot be combined with combiArray');
	if (combination) return {combiArray: combinationOf(combination)};
	if (!category || !name) return rejectJson(node, 'an event needs category and name, or combiArray');
	return {category: category.value === null ? null : textIn(category), name: textIn(name)};
}

function combinationOf(node: JsonNode) {
	const seen = new Set<string>();
	return items(node).map(item => {
		const event = combined(item);
		const key = JSON.stringify(event);
		if (seen.has(key)) rejectJson(item, 'this event is in the sum already');
		seen.add(key);
		return event;
	});
}

const types = ['string', 'regex'] as const;

function combined(node: JsonNode) {
	const found = members(node, ['categoryType', 'nameType', 'category', 'name']);
	const categoryType = wordIn(requireMember(node, found, 'categoryType'), types);
	const nameType = wordIn(requireMember(node, found, 'nameType'), types);
	const category = requireMember(node, found, 'category');
	if (category.value === null && categoryType === 'regex') rejectJson(category, 'a regular expression cannot be null');
	return {
		categoryType,
		nameType,
		category: category.value === null ? null : partIn(category, categoryType),
		name: partIn(requireMember(node, found, 'name'), nameType),
	};
}

const partIn = (node: JsonNode, type: (typeof types)[number]) => (type === 'regex' ? regexIn(node) : textIn(node));
