import type {BooleanFilter, FlagsFilter} from '../../contract/filter-schemas.ts';
import {contractName} from '../../contract/newer-names.ts';
import {nearNames} from '../../text/near-names.ts';
import {type Field, type Target, targetName} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {rejectSymbols, tokenSpan} from '../values/bare-text.ts';
import {nullHelp} from '../values/nulls.ts';
import {atQuote, readQuoted, shorten} from '../values/quoting.ts';
import {
	type Alternative,
	disjunction,
	type ExplainClash,
	filterOfAlternatives,
	type Operand,
	pickKeys,
	printAlternative,
	readGroup,
} from './alternatives.ts';
import type {Grammar} from './and-or-tree.ts';
import {foldClauses, type Kind} from './filter-kind.ts';
import {isEqual, isOperatorAhead, readOperator, rejectOperator} from './operators.ts';

/** Filters on yes/no properties and on groups of flags (docs/language.md#flags). */

export type BooleanModel = {readonly kind: 'boolean'; readonly value: boolean};

/** Yes/no properties. Reports take `{type, value}`, the key registry takes the plain value. */
export const booleanFilter: Kind<BooleanModel, BooleanFilter | boolean> = {
	read: (cursor, target, name) => ({kind: 'boolean', value: readSwitch(cursor, target, name)}),
	toJson: (_, {value}, catalog) => (catalog === 'keys' ? value : {type: 'boolean', value}),
	print: ({name}, json) => `${name}=${typeof json === 'boolean' ? json : json.includeNull ? 'null' : json.value}`,
	explain: ({title}, {value}) => `${title} is ${value ? 'yes' : 'no'}`,
	joinAnd: foldClauses(({name}, _, {span}) =>
		fail(span, 'contradiction', `${name} cannot be both true and false`, {help: 'remove one of the two'}),
	),
	joinOr: foldClauses(({name}, _, __, whole) =>
		fail(whole, 'boolean-two', `a filter on ${name} is either yes or no`, {
			help: 'omit it to match both',
		}),
	),
	finish: (_, model) => model,
};

const booleanWords: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['yes', true],
	['false', false],
	['no', false],
]);

export function readBoolean(cursor: Cursor): boolean {
	cursor.expects('boolean');
	const start = cursor.at;
	const expected = ['true', 'false'];
	if (cursor.atEnd) cursor.fail('bad-boolean', 'true or false is missing', {expected}, cursor.last);
	const text = atQuote(cursor) ? readQuoted(cursor) : cursor.readWord();
	const value = booleanWords.get(text.toLowerCase());
	if (value !== undefined) return value;
	const message = `'${shorten(text || cursor.char)}' is neither true nor false`;
	return cursor.fail('bad-boolean', message, {expected}, cursor.span(start, Math.max(cursor.at, start + 1)));
}

/** A name without a value means true. */
function readSwitch(cursor: Cursor, target: Target, name: Span): boolean {
	if (!isOperatorAhead(cursor)) {
		cursor.expects('operator', target);
		return true;
	}
	readEqual(cursor, target, {name, example: `${targetName(target)}=true or =false`});
	if (/^null$/i.test(cursor.word())) rejectNull(cursor, target, name);
	return readBoolean(cursor);
}

function readEqual(
	cursor: Cursor,
	target: Target,
	{name, example}: {readonly name: Span; readonly example: string},
): void {
	const found = readOperator(cursor, target);
	cursor.skipLines();
	if (found.operator === 'is') rejectNull(cursor, target, name);
	if (!isEqual(found.operator)) rejectOperator(cursor, found, {help: `write ${example}`});
}

function rejectNull(cursor: Cursor, target: Target, name: Span): never {
	cursor.match(/(?:not\s+)?null/iy);
	const message = `${targetName(target)} does not support null`;
	return cursor.fail('not-nullable', message, {help: nullHelp}, cursor.span(name.start));
}

export const flagsJson = (alternative: Alternative, {parts}: Field): Record<string, boolean> =>
	Object.fromEntries(pickKeys(alternative, parts));
export const printFlags = (alternative: Alternative, {parts}: Field): string =>
	printAlternative(pickKeys(alternative, parts));
export const flagClash =
	({name}: Field): ExplainClash =>
	key =>
		`${name}.${key} cannot be both true and false`;

export const flagFilter = filterOfAlternatives({
	kind: 'flags',
	read: readFlags,
	toJson: flagsJson,
	printOne: (flags: FlagsFilter[number]) => printAlternative(Object.entries(flags)),
	explain({title, name}, alternatives) {
		const words = alternatives.map(item => printAlternative(item)).join(', or ');
		if (name === 'licenseStatus') return `${title}: ${words}`;
		// The meanings of optOut and backOff (docs/service.md#filter-kinds).
		return `${title}: ${words.replaceAll('historical', 'at any time').replaceAll('current', 'at the last contact')}`;
	},
	clash: flagClash,
	inOrder: ({parts}, alternative) => pickKeys(alternative, parts),
});

/** Reads `licenseStatus.activated`, `licenseStatus(activated and not expired)` or `licenseStatus=activated,not expired`. */
function readFlags(cursor: Cursor, target: Target, name: Span): readonly Alternative[] {
	const {field, part} = target;
	if (part !== undefined) return [new Map([[part, readSwitch(cursor, target, name)]])];
	const [first, second] = field.parts;
	cursor.skip().expects('operator', target);
	if (cursor.char === '(') return readFlagGroup(cursor, field);
	if (!/^(?:=|in$|is$)/i.test(cursor.word() || cursor.char)) {
		const expected = [`${field.name}.${first}`, `${field.name}(${first} and not ${second})`];
		cursor.fail('expected-flag', `${field.name} needs a flag`, {expected}, name);
	}
	readEqual(cursor, target, {name, example: `${field.name}(${first})`});
	if (cursor.char === '(') return readFlagGroup(cursor, field);
	const items = [readFlagItem(cursor, field)];
	while (cursor.comma()) items.push(readFlagItem(cursor, field));
	return disjunction(items.map(({alternatives}) => alternatives));
}

const readFlagGroup = (cursor: Cursor, field: Field): readonly Alternative[] =>
	readGroup(cursor, readFlag(field), flagClash(field));

export function readFlagItem(cursor: Cursor, field: Field): Operand {
	const start = cursor.at;
	const not = cursor.take('not') !== undefined;
	const {leaf} = readFlag(field)(not ? cursor.skipLines() : cursor);
	return {alternatives: [new Map([[leaf, !not]])], span: cursor.span(start)};
}

const readFlag =
	(field: Field): Grammar<string>['readLeaf'] =>
	(cursor, after) => {
		cursor.expects('flag', {field});
		const start = cursor.at;
		const word = cursor.word();
		if (word === '') rejectMissing(cursor, field, after);
		const flag = field.parts.find(name => name.toLowerCase() === contractName(word.toLowerCase()));
		if (flag === undefined) {
			const suggest = nearNames(word, field.parts);
			const advice = suggest.length > 0 ? {suggest} : {expected: field.parts};
			const message = `${field.name} has no flag '${shorten(word)}'`;
			return cursor.fail('unknown-flag', message, advice, tokenSpan(cursor));
		}
		cursor.at += word.length;
		return {leaf: flag, span: cursor.span(start)};
	};

function rejectMissing(cursor: Cursor, field: Field, after?: Span): never {
	rejectSymbols(cursor);
	const where = after ? `nothing follows '${cursor.text.slice(after.start, after.end)}'` : 'a flag is missing';
	const place = after ?? (cursor.atEnd ? cursor.last : cursor.here(1));
	return cursor.fail('expected-flag', where, {expected: field.parts}, place);
}
