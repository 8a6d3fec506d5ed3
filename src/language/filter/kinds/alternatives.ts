import {firstName, laterMembers, laterNames} from '../../../contract/later-names.ts';
import {campaignChannels} from '../../../contract/service-words.ts';
import type {Field} from '../../properties/catalogue.ts';
import {booleanIn, items, type JsonNode, members, refuseJson, textIn} from '../../source/json-node.ts';
import {plain, type QuoteMark, shown} from '../../values/quoting.ts';
import {conjunction, disjunction, type Explain} from '../join/alternatives.ts';
import type {Alternative, AlternativesModel} from '../model.ts';
import type {Kind, Term} from './kind.ts';

/** Flags and campaigns: alternatives, each a set of what must and must not hold (docs/language.md#flags). */

/** What differs between flags and campaigns. */
type Leaves = {
	readonly kind: AlternativesModel['kind'];
	readonly fromJson: (field: Field, node: JsonNode) => Alternative;
	readonly toJson: (alternative: Alternative, field: Field) => object;
	readonly print: (key: string, mark: QuoteMark) => string;
	readonly explain: (field: Field, alternatives: readonly Alternative[]) => string;
	/** The message for what would have to hold and not to hold. */
	readonly clash: (field: Field) => Explain;
	/** The keys of an alternative in the order of the JSON. */
	readonly inOrder: (field: Field, alternative: Alternative) => Alternative;
};

const kindOfLeaves = ({kind, ...leaves}: Leaves): Kind<AlternativesModel> => ({
	fromJson: ({field}, node) => ({kind, alternatives: items(node).map(item => leaves.fromJson(field, item))}),
	toJson: (field, {alternatives}) => alternatives.map(item => leaves.toJson(item, field)),
	print(field, {alternatives}, {mark}) {
		const printed = alternatives.map(item =>
			printAlternative(leaves.inOrder(field, item), key => leaves.print(key, mark)),
		);
		return `${field.name}(${printed.join(', ')})`;
	},
	explain: (field, {alternatives}) => leaves.explain(field, alternatives),
	merge(field, terms) {
		const operands = terms.map(({model, span}) => ({alternatives: model.alternatives, span}));
		return {kind, alternatives: sorted(conjunction(operands, leaves.clash(field)), field.parts)};
	},
	unite: (_, terms: readonly Term<AlternativesModel>[]) => ({
		kind,
		alternatives: disjunction(terms.map(({model}) => model.alternatives)),
	}),
	finish: (field, {alternatives}) => ({
		kind,
		alternatives: disjunction([alternatives.map(item => leaves.inOrder(field, item))]),
	}),
});

const printAlternative = (alternative: Alternative, print: (key: string) => string = key => key): string =>
	[...alternative].map(([key, value]) => (value ? print(key) : `not ${print(key)}`)).join(' and ');

/** Several clauses may be given in any order, so what they make together has an order of its own. */
function sorted(alternatives: readonly Alternative[], keys: readonly string[]): readonly Alternative[] {
	const named = [...new Set(alternatives.flatMap(alternative => [...alternative.keys()]))];
	const order = keys.length > 0 ? keys : named.sort();
	return alternatives.map(item => pick(item, order)).sort((a, b) => compare(a, b, order));
}

/** What must hold comes before what must not, and that before what is left open. */
function compare(a: Alternative, b: Alternative, order: readonly string[]): number {
	const rank = (value: boolean | undefined) => (value === undefined ? 2 : value ? 0 : 1);
	const key = order.find(name => a.get(name) !== b.get(name));
	return key === undefined ? 0 : rank(a.get(key)) - rank(b.get(key));
}

/** The same with its keys in that order. */
const pick = (alternative: Alternative, order: readonly string[]): Alternative =>
	new Map(
		order.flatMap(key => {
			const value = alternative.get(key);
			return value === undefined ? [] : [[key, value] as const];
		}),
	);

/** Flags in API order. */
export const flagsJson = (alternative: Alternative, {parts}: Field): Record<string, boolean> =>
	Object.fromEntries(pick(alternative, parts));
export const printFlags = (alternative: Alternative, {parts}: Field): string =>
	printAlternative(pick(alternative, parts));
export const flagClash =
	({name}: Field): Explain =>
	key =>
		`${name}.${key} would have to be true and false`;

/** One object of booleans. `besides`: members that belong to a segment. */
export function flagsIn({parts}: Field, node: JsonNode, besides: readonly string[] = []): Alternative {
	const later = parts.flatMap(part => laterMembers(laterNames).get(part) ?? []);
	const named = [...members(node, [...parts, ...later, ...besides])].filter(([name]) => !besides.includes(name));
	const found = new Map(named.map(([name, value]) => [firstName(name), value]));
	if (found.size < named.length) refuseJson(node, 'a flag is given under both of its names');
	if (found.size === 0) refuseJson(node, 'an alternative without flags matches everything');
	return new Map([...found].map(([flag, value]) => [flag, booleanIn(value)]));
}

export const flags = kindOfLeaves({
	kind: 'flags',
	fromJson: flagsIn,
	toJson: flagsJson,
	print: flag => flag,
	explain({title, name}, alternatives) {
		const words = alternatives.map(item => printAlternative(item)).join(', or ');
		if (name === 'licenseStatus') return `${title}: ${words}`;
		// docs/service.md#filter-kinds
		return `${title}: ${words.replaceAll('historical', 'ever').replaceAll('current', 'at the last contact')}`;
	},
	clash: flagClash,
	inOrder: ({parts}, alternative) => pick(alternative, parts),
});

/** Keys are `auto/ID` and `manual/ID`; true is delivered. */
const splitKey = (key: string) => {
	const [channel = ''] = key.split('/', 1);
	return {channel, id: key.slice(channel.length + 1)};
};

export const campaignClash: Explain = key => `campaign ${key} would have to be delivered and undelivered`;

export const campaigns = kindOfLeaves({
	kind: 'campaigns',
	fromJson: (_, node) => campaignsIn(node),
	toJson: campaignsJson,
	print(key, mark) {
		const {channel, id} = splitKey(key);
		return `${channel}/${plain(id, mark)}`;
	},
	explain(_, alternatives) {
		const say = ([key, delivered]: readonly [string, boolean]) =>
			`campaign ${shown(key)} was ${delivered ? '' : 'not '}delivered`;
		const text = alternatives.map(item => [...item].map(say).join(' and ')).join(', or ');
		return text.charAt(0).toUpperCase() + text.slice(1);
	},
	clash: () => campaignClash,
	/** By channel, delivered before undelivered. */
	inOrder(_, alternative) {
		const rank = ([key, delivered]: readonly [string, boolean]) =>
			(key.startsWith('auto/') ? 0 : 2) + (delivered ? 0 : 1);
		return new Map([...alternative].sort((a, b) => rank(a) - rank(b)));
	},
});

/** Both arrays of a channel are always sent. */
function campaignsJson(alternative: Alternative): object {
	const all = [...alternative].map(([key, delivered]) => ({...splitKey(key), delivered}));
	const named = campaignChannels.flatMap(channel => {
		const mine = all.filter(item => item.channel === channel);
		const ids = (wanted: boolean) => mine.filter(({delivered}) => delivered === wanted).map(({id}) => id);
		return mine.length === 0 ? [] : [[channel, {delivered: ids(true), undelivered: ids(false)}]];
	});
	return Object.fromEntries(named);
}

function campaignsIn(node: JsonNode): Alternative {
	const alternative = new Map<string, boolean>();
	for (const [channel, deliveries] of members(node, campaignChannels)) {
		for (const [name, list] of members(deliveries, ['delivered', 'undelivered'])) {
			for (const id of idsIn(list)) addCampaign(alternative, `${channel}/${textIn(id)}`, name === 'delivered', id);
		}
	}
	return alternative.size > 0 ? alternative : refuseJson(node, 'an alternative without campaigns matches everything');
}

/** Either array may be empty. */
const idsIn = (list: JsonNode) => (Array.isArray(list.value) && list.value.length === 0 ? [] : items(list));

function addCampaign(alternative: Map<string, boolean>, key: string, delivered: boolean, node: JsonNode): void {
	if (alternative.get(key) === !delivered) refuseJson(node, campaignClash(key));
	alternative.set(key, delivered);
}
