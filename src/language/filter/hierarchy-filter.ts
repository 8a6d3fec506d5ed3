import type {LevelsFilter} from '../../contract/filter-schemas.ts';
import {isObject} from '../../contract/json-values.ts';
import {type Field, type Target, targetTitle} from '../properties/catalog.ts';
import {rejectWithoutLevel} from '../properties/property-names.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {readIsNull} from '../values/nulls.ts';
import {readItems} from '../values/text-list.ts';
import {foldClauses, type Kind, rejectBoth, type Term} from './filter-kind.ts';
import {readOperator} from './operators.ts';
import {
	printNull,
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

type LevelText = string | readonly string[];
type LevelObject = {readonly value?: LevelText; readonly includeNull?: boolean};

export const levelFilter: Kind<LevelsModel, LevelsFilter> = {
	read: readLevel,
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
	print({name, parts}, json, alone) {
		const clauses = parts.flatMap(part => {
			const level = json[part];
			if (level === undefined) return [];
			const {value, includeNull = false} = isObject(level) ? (level as LevelObject) : {value: level as LevelText};
			const full = `${name}.${part}`;
			return [value === undefined ? printNull(full, includeNull) : printValues(full, [value].flat(), includeNull)];
		});
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
