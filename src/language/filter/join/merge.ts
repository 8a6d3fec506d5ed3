import type {Field} from '../../properties/catalogue.ts';
import {fail} from '../../source/fault.ts';
import type {Span} from '../../source/source.ts';
import {everything} from '../../values/regex.ts';
import {explainCampaigns, explainFlags} from '../clauses/groups.ts';
import type {
	Alternative,
	CampaignsModel,
	EventCountModel,
	FlagsModel,
	IntervalModel,
	Level,
	LevelsModel,
	Model,
	TextModel,
	TextValue,
} from '../model.ts';
import {conjunction, disjunction} from './alternatives.ts';
import {mergeIntervals, uniteIntervals} from './intervals.ts';
import {fold, type Join, keepKnown, refuseBoth, type Term, type Terms} from './terms.ts';

/** What several clauses on one property say together: joined by and (`merge`), or by or (`unite`). */

type ModelOf<Kind> = Kind extends 'number' | 'date' ? IntervalModel : Extract<Model, {kind: Kind}>;
type Joins = {readonly [Kind in Model['kind']]: Join<ModelOf<Kind>>};

const mergeText = fold<TextModel>((field, sum, {model, span}) => {
	if (isNotNull(sum)) return keepKnown(field, model, span);
	if (isNotNull(model)) return keepKnown(field, sum, span);
	return refuseBoth(field, span, `for either value write a list: ${field.name}=a,b`);
});

const isNotNull = ({regex, null: isNull}: TextModel) => regex === everything && !isNull;

/** All values in the order written; a regular expression stands alone. */
function uniteText(field: Field, terms: readonly Term<TextModel>[]): TextModel {
	const isNull = terms.some(({model}) => model.null);
	if (terms.some(({model}) => model.regex === everything))
		return {kind: 'text', values: [], regex: everything, null: isNull};
	const values: TextValue[] = [];
	let regex: string | undefined;
	for (const {model, span} of terms) {
		if (model.regex !== undefined && regex !== undefined && model.regex !== regex)
			refuseTwoRegexes(field, [regex, model.regex], span);
		regex ??= model.regex;
		for (const value of model.values) values.push(value);
		if (regex !== undefined && values.length > 0) refuseMix(field, span);
	}
	return {kind: 'text', values, ...(regex === undefined ? {} : {regex}), null: isNull};
}

const refuseTwoRegexes = (field: Field, regexes: readonly string[], span: Span) =>
	fail(span, 'regex-mix', `two regular expressions for ${field.name}: the API holds one`, {
		help: `join them: ${field.name}~'${regexes.map(regex => regex.replaceAll("'", "''")).join('|')}'`,
	});
const refuseMix = (field: Field, span: Span) =>
	fail(span, 'regex-mix', `values and a regular expression cannot be mixed for ${field.name}`, {
		help: `write one regular expression, or use * in the values: ${field.name}=4.1,5.*`,
	});

const mergeLevels = fold<LevelsModel>((field, sum, {model, span}) => {
	const [part] = model.levels.keys();
	const [first] = sum.levels.keys();
	if (part !== undefined && part === first && sum.levels.size === 1) {
		return refuseBoth(
			{...field, name: `${field.name}.${part}`},
			span,
			`for either value write a list: ${field.name}.${part}=a,b`,
		);
	}
	const [one, two] = [first ?? field.parts[0], part ?? field.parts[1]];
	const help = [`write 'or' to match either: ${field.name}.${one}=... or ${field.name}.${two}=...`];
	if (field.name === 'os') help.push('a version includes all its editions, so the finer level alone is often enough');
	return fail(span, 'levels-and', `the API ORs the levels of ${field.name}; 'and' cannot be sent`, {help});
});

function uniteLevels(field: Field, terms: readonly Term<LevelsModel>[]): LevelsModel {
	const levels = new Map<string, Level & {readonly values: string[]}>();
	for (const {model} of terms) {
		for (const [part, {values, null: isNull}] of model.levels) {
			const known = levels.get(part);
			const all = known?.values ?? [];
			for (const value of values) all.push(value);
			levels.set(part, {values: all, null: isNull || (known?.null ?? false)});
		}
	}
	const ordered = field.parts.flatMap(part => {
		const level = levels.get(part);
		return level ? [[part, level] as const] : [];
	});
	return {kind: 'levels', levels: new Map(ordered)};
}

const refuseSecondUsage = (_: Field, __: EventCountModel, {span}: Term<EventCountModel>): never =>
	fail(span, 'usage-one', 'a second lifetimeEventUsage cannot be sent', {
		help: 'the API holds one lifetimeEventUsage per request; counts of several events can be added up: lifetimeEventUsage(A/x + B/y)>=5',
	});

const operands = (terms: readonly Term<FlagsModel | CampaignsModel>[]) =>
	terms.map(({model, span}) => ({alternatives: model.alternatives, span}));

/** Several clauses may be given in any order, so what they make together has an order of its own. */
function inOrder(alternatives: readonly Alternative[], keys?: readonly string[]): readonly Alternative[] {
	const order = keys ?? [...new Set(alternatives.flatMap(alternative => [...alternative.keys()]))].sort();
	const places = new Map(order.map((key, index) => [key, index]));
	const placeOf = ([key]: readonly [string, boolean]) => places.get(key) ?? 0;
	const sorted = alternatives.map(item => new Map([...item].sort((a, b) => placeOf(a) - placeOf(b))));
	return sorted.sort((a, b) => compare(a, b, order));
}

/** What must hold comes before what must not, and that before what is left open. */
function compare(a: Alternative, b: Alternative, order: readonly string[]): number {
	const rank = (value: boolean | undefined) => (value === undefined ? 2 : value ? 0 : 1);
	const key = order.find(name => a.get(name) !== b.get(name));
	return key === undefined ? 0 : rank(a.get(key)) - rank(b.get(key));
}

const refuseYesAndNo = (field: Field, span: Span) =>
	fail(span, 'contradiction', `${field.name} would have to be true and false`, {help: 'leave one of the two out'});
const refuseYesOrNo = (field: Field, whole: Span) =>
	fail(whole, 'boolean-two', `${field.name} is yes or no: one of the two can be asked for`, {
		help: 'leave it out to match both',
	});

const merges: Joins = {
	text: mergeText,
	number: mergeIntervals,
	date: mergeIntervals,
	boolean: fold((field, _, {span}) => refuseYesAndNo(field, span)),
	levels: mergeLevels,
	flags: (field, terms) => ({
		kind: 'flags',
		alternatives: inOrder(conjunction(operands(terms), explainFlags(field)), field.parts),
	}),
	campaigns: (_, terms) => ({kind: 'campaigns', alternatives: inOrder(conjunction(operands(terms), explainCampaigns))}),
	eventCount: fold(refuseSecondUsage),
};
const unites: Joins = {
	text: uniteText,
	number: uniteIntervals,
	date: uniteIntervals,
	boolean: fold((field, _, __, whole) => refuseYesOrNo(field, whole)),
	levels: uniteLevels,
	flags: (_, terms) => ({kind: 'flags', alternatives: disjunction(terms.map(({model}) => model.alternatives))}),
	campaigns: (_, terms) => ({kind: 'campaigns', alternatives: disjunction(terms.map(({model}) => model.alternatives))}),
	eventCount: fold(refuseSecondUsage),
};

const join =
	(table: Joins) =>
	(field: Field, terms: Terms, whole: Span): Model =>
		// The kind of a field is the kind of its models, which TypeScript cannot see in a table.
		(table[field.kind] as Join<Model>)(field, terms, whole);

/** All of the clauses hold. */
export const merge = join(merges);
/** Any of the clauses holds. */
export const unite = join(unites);
