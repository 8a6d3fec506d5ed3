import {alternatives} from '../../../text/wording.ts';
import {distinctBy} from '../../distinct.ts';
import type {Field, Target} from '../../properties/catalogue.ts';
import {fail} from '../../source/expression-error.ts';
import {items, type JsonNode, members, nullIn, refuseJson, regexIn, textIn, wordIn} from '../../source/json-node.ts';
import type {Span} from '../../source/source-text.ts';
import {readCode} from '../../values/geo-codes.ts';
import {printList, type QuoteMark, quote, shown} from '../../values/quoting.ts';
import {everything, regexFault, regexOf} from '../../values/regex.ts';
import type {TextModel, TextValue} from '../model.ts';
import {andNull, fold, type Kind, keepKnown, nullJson, orUnknown, refuseBoth, type Term, type Warn} from './kind.ts';

/** Texts: values, or one regular expression; and null (docs/language.md#text). */
export const text: Kind<TextModel> = {
	fromJson,
	toJson,
	print({name, nullable}, {values, regex, null: isNull}, {mark}) {
		if (regex === everything && nullable && !isNull) return `${name} is not null`;
		if (regex !== undefined) return `${name}~${quote(regex, mark)}${andNull(isNull)}`;
		return printValues(name, values as readonly string[], isNull, mark);
	},
	explain: ({title}, model) => `${title} ${textClause(model)}`,
	merge: fold((field, sum, {model, span}) => {
		if (isNotNull(sum)) return keepKnown(field, model, span);
		if (isNotNull(model)) return keepKnown(field, sum, span);
		return refuseBoth(field.name, span, `for either value write a list: ${field.name}=a,b`);
	}),
	unite,
	finish,
};

function fromJson({field, part}: Target, node: JsonNode, besides: readonly string[] = []): TextModel {
	const found = members(node, ['type', 'value', 'includeNull', ...besides]);
	const [type, value] = [found.get('type'), found.get('value')];
	const isNull = nullIn(field, found.get('includeNull'));
	// In a segment `includeNull: false` alone says nothing.
	if (!type && !value && (isNull || (found.has('includeNull') && besides.length === 0)))
		return {kind: 'text', values: [], null: isNull, ...(isNull ? {} : {regex: everything})};
	if (!type || !value) return refuseJson(node, 'a text needs type and value, or includeNull');
	const word = wordIn(type, field.regex ? ['string', 'stringArray', 'regex'] : ['string', 'stringArray']);
	if (word === 'regex') return {kind: 'text', values: [], regex: regexIn(value), null: isNull};
	const values = word === 'string' ? [value] : items(value);
	return {kind: 'text', values: values.map(item => codeIn(part, item)), null: isNull};
}

/** A text; of a level of geography its code as the API wants it. */
export function codeIn(part: string | undefined, node: JsonNode): string {
	const reading = readCode(part, textIn(node), node.cursor.setting.context.anyCode);
	return 'code' in reading ? reading.code : refuseJson(node, reading.message, reading.advice);
}

function toJson({nullable}: Field, {values, regex, null: isNull}: TextModel): object {
	// To include all values but null, a regular expression that matches everything goes with includeNull = false.
	if (regex === everything && nullable) return {type: 'regex', value: regex, includeNull: isNull};
	if (regex !== undefined) return {type: 'regex', value: regex, ...nullJson(isNull)};
	if (values.length === 0) return nullJson(isNull);
	const [type, value] = values.length === 1 ? ['string', values[0]] : ['stringArray', values];
	return {type, value, ...nullJson(isNull)};
}

/** `name=a,b,null` or `name is null`; for a level too. */
export const printValues = (name: string, values: readonly string[], isNull: boolean, mark: QuoteMark): string =>
	values.length === 0 ? `${name} is null` : `${name}=${printList(values, mark)}${andNull(isNull)}`;

/** A few of many; the JSON holds them all. */
const most = 8;
const list = (values: readonly string[]) => {
	const some = values.slice(0, most).map(value => (value === '' ? 'the empty text' : `'${shown(value)}'`));
	return values.length > most ? `${some.join(', ')} or one of ${values.length - most} more` : alternatives(some);
};

/** `is 4.1 or 4.2, or is not known`. */
export function textClause({values, regex, null: isNull}: Omit<TextModel, 'kind'>): string {
	if (regex === everything) return isNull ? 'is anything, known or not' : 'is known';
	if (regex !== undefined) return `matches the regular expression '${shown(regex)}'${orUnknown(isNull)}`;
	if (values.length === 0) return 'is not known';
	return `is ${list(values as readonly string[])}${orUnknown(isNull)}`;
}

const isNotNull = ({regex, null: isNull}: TextModel) => regex === everything && !isNull;

/** All values in the order written; a regular expression stands alone. */
function unite({name}: Field, terms: readonly Term<TextModel>[]): TextModel {
	const isNull = terms.some(({model}) => model.null);
	if (terms.some(({model}) => model.regex === everything))
		return {kind: 'text', values: [], regex: everything, null: isNull};
	const values: TextValue[] = [];
	let regex: string | undefined;
	for (const {model, span} of terms) {
		if (model.regex !== undefined && regex !== undefined && model.regex !== regex)
			refuseTwoRegexes(name, [regex, model.regex], span);
		regex ??= model.regex;
		for (const value of model.values) values.push(value);
		if (regex !== undefined && values.length > 0) refuseMix(name, span);
	}
	return {kind: 'text', values, ...(regex === undefined ? {} : {regex}), null: isNull};
}

const refuseTwoRegexes = (name: string, regexes: readonly string[], span: Span) =>
	fail(span, 'regex-mix', `two regular expressions for ${name}: the API holds one`, {
		help: `join them: ${name}~${quote(regexes.join('|'))}`,
	});
const refuseMix = (name: string, span: Span) =>
	fail(span, 'regex-mix', `values and a regular expression cannot be mixed for ${name}`, {
		help: `write one regular expression, or use * in the values: ${name}=4.1,5.*`,
	});

function finish(field: Field, model: TextModel, warn: Warn): TextModel {
	const values = distinctBy(model.values, value => (typeof value === 'string' ? value : `*${value.pattern}`));
	if (values.length < model.values.length) warnTwice(field.name, warn);
	if (values.some(value => typeof value !== 'string')) {
		return {kind: 'text', values: [], regex: regexOf(values), null: model.null};
	}
	warnNeverMatches(field, values as readonly string[], warn);
	if (model.regex !== undefined) warnRegex(model.regex, warn);
	return {...model, values};
}

export const warnTwice = (name: string, warn: Warn): void => warn('twice', `${name} lists a value twice`);

/** Empty texts and `<NULL>` are stored as null (docs/service.md#null). */
function warnNeverMatches({name, nullable}: Field, values: readonly string[], warn: Warn): void {
	const never = nullable ? values.find(value => value === '' || value === '<NULL>') : undefined;
	if (never === undefined) return;
	const what = never === '' ? 'the empty text' : "the text '<NULL>'";
	warn('never', `${what} is stored as null and never matches; write ${name} is null`);
}

/** Sent as written all the same: the dialect is the server's. */
export function warnRegex(regex: string, warn: Warn): void {
	const fault = regexFault(regex);
	if (fault) warn('regex', `the regular expression '${regex.slice(0, 60)}' looks broken (${fault})`);
}
