import {type Field, type Target, targetTitle} from '../properties/catalog.ts';
import {rejectWithoutLevel} from '../properties/property-names.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import {items, type JsonNode, members, nullIn, rejectJson, wordIn} from '../source/json-node.ts';
import type {Span} from '../source/source-text.ts';
import {readIsNull} from '../values/nulls.ts';
import {readItems} from '../values/text-list.ts';
import {foldClauses, type Kind, rejectBoth, type Term} from './filter-kind.ts';
import {readOperator} from './operators.ts';
import {
	codeIn,
	printValues,
	rejectComparison,
	rejectRegex,
	textClause,
	toServiceCode,
	warnTwice,
} from './text-filter.ts';

/** Filters on parts of os, geography and gpu, which the service joins with `or` (docs/language.md#levels-of-a-property). */

export type Level = {readonly values: readonly string[]; readonly null: boolean; readonly notNull?: boolean};
export type LevelsModel = {readonly kind: 'levels'; readonly levels: ReadonlyMap<string, Level>};

export const levelFilter: Kind<LevelsModel> = {
	read: readLevel,
	fromJson({field}, node) {
		const found = members(node, ['type', ...field.parts]);
		const type = found.get('type');
		const word = type && wordIn(type, ['string', 'stringArray']);
		const named = field.parts.flatMap(part => {
			const member = found.get(part);
			return member ? [[part, levelIn({field, part}, member, word)] as const] : [];
		});
		if (named.length === 0) rejectJson(node, 'a part is missing', {expected: field.parts});
		return {kind: 'levels', levels: new Map(named)};
	},
	toJson(_, model) {
		const all = [...model.levels];
		const isArray = all.some(([, {values}]) => values.length > 1);
		const named = all.map(([part, {values, null: isNull}]) => {
			const value = isArray ? values : values[0];
			if (values.length > 0 && !isNull) return [part, value];
			return [part, {...(values.length > 0 ? {value} : {}), includeNull: isNull}];
		});
		return {type: isArray ? 'stringArray' : 'string', ...Object.fromEntries(named)};
	},
	print({name}, model, {mark, alone}) {
		const clauses = [...model.levels].map(([part, {values, null: isNull, notNull}]) =>
			notNull ? `${name}.${part} is not null` : printValues(`${name}.${part}`, values, isNull, mark),
		);
		const text = clauses.join(' or ');
		return clauses.length > 1 && !alone ? `(${text})` : text;
	},
	explain: (field, model) =>
		[...model.levels]
			.map(([part, level]) => `${targetTitle({field, part})} ${level.notNull ? 'is known' : textClause(level)}`)
			.join(', or '),
	joinAnd: foldClauses(({name, parts}, sum, {model, span}) => {
		const [part] = model.levels.keys();
		const [first] = sum.levels.keys();
		if (part !== undefined && part === first && sum.levels.size === 1) {
			const [one, other] = [sum.levels.get(part), model.levels.get(part)];
			if (one?.notNull && !other?.null) return model;
			if (other?.notNull && !one?.null) return sum;
			return rejectBoth(`${name}.${part}`, span, `to match either value, write a list: ${name}.${part}=a,b`);
		}
		const [one, two] = [first ?? parts[0], part ?? parts[1]];
		const help = [`write 'or' to match either: ${name}.${one}=... or ${name}.${two}=...`];
		if (name === 'os')
			help.push(
				'a version belongs to one platform, and an edition to one version: the narrower part alone may be enough',
			);
		return fail(span, 'levels-and', `parts of ${name} can only be joined by 'or'`, {help});
	}),
	joinOr,
	finish(field, model, warn) {
		const distinct = [...model.levels].map(([part, level]) => {
			const values = [...new Set(level.values)];
			if (values.length < level.values.length) warnTwice(`${field.name}.${part}`, warn);
			return [part, {...level, values}] as const;
		});
		if (field.name === 'gpu' && distinct.length > 1) {
			warn('gpu', 'the service does not document how gpu vendor and model combine; they are sent as alternatives');
		}
		return {kind: 'levels', levels: new Map(distinct)};
	},
};

/** Reads `os.version='Windows 10','Windows 11',null` or `country=US,DE`. */
function readLevel(cursor: Cursor, target: Target, name: Span): LevelsModel {
	const {field, part} = target;
	if (part === undefined) return rejectWithoutLevel(cursor, field, name);
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines();
	if (operator === 'is') {
		return {kind: 'levels', levels: new Map([[part, {values: [], ...readIsNull(cursor, target, name)}]])};
	}
	if (operator === '~') rejectRegex(cursor, target, span);
	if (operator !== '=' && operator !== 'in') return rejectComparison(cursor, target, span);
	const items = readItems(cursor, target);
	const isNull = items.some(({text}) => text === undefined);
	const values = items.filter(({text}) => text !== undefined).map(item => toServiceCode(cursor, target, item));
	return {kind: 'levels', levels: new Map([[part, {values, null: isNull}]])};
}

/** Reads a level: a string or an array, as `type` says, or an object with `value` and `includeNull`. */
function levelIn(
	{field, part}: {readonly field: Field; readonly part: string},
	node: JsonNode,
	type: 'string' | 'stringArray' | undefined,
): Level {
	const texts = (value: JsonNode) => {
		const isArray = type === undefined ? Array.isArray(value.value) : type === 'stringArray';
		return (isArray ? items(value) : [value]).map(item => codeIn(part, item));
	};
	if (typeof node.value !== 'object' || Array.isArray(node.value)) return {values: texts(node), null: false};
	const found = members(node, ['value', 'includeNull']);
	const isNull = nullIn(field, found.get('includeNull'));
	const value = found.get('value');
	if (!value && !found.has('includeNull')) rejectJson(node, 'give value, includeNull, or both');
	return value ? {values: texts(value), null: isNull} : {values: [], null: isNull, ...(isNull ? {} : {notNull: true})};
}

/** API JSON has no form for `known or not`. */
const rejectAll = (name: string, span: Span) =>
	fail(span, 'contradiction', `this matches every installation, whether ${name} is known or not`, {
		help: 'remove it to match everything',
	});

function joinOr({name, parts}: Field, terms: readonly Term<LevelsModel>[], whole: Span): LevelsModel {
	const united = parts.flatMap(part => {
		const same = terms.flatMap(({model}) => model.levels.get(part) ?? []);
		const isNull = same.some(item => item.null);
		const notNull = same.some(item => item.notNull);
		if (isNull && notNull) rejectAll(`${name}.${part}`, whole);
		const values = notNull ? [] : same.flatMap(item => item.values);
		return same.length > 0 ? [[part, {values, null: isNull, ...(notNull ? {notNull} : {})}] as const] : [];
	});
	return {kind: 'levels', levels: new Map(united)};
}
