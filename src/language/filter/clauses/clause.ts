import {type Target, targetName} from '../../properties/catalogue.ts';
import {checkReport, nameAt, nearProperties, refuseUnknown} from '../../properties/names.ts';
import type {Cursor} from '../../source/cursor.ts';
import type {Span} from '../../source/source.ts';
import {atQuote, readQuoted, shown} from '../../values/quoting.ts';
import {isCurly, refuseSymbols} from '../../values/text.ts';
import type {Alternative, Model} from '../model.ts';
import {explainCampaigns, explainFlags, readCampaign, readFlag, readGroup} from './groups.ts';
import {readEventCount, readInterval} from './interval-clause.ts';
import {nullHelp} from './nulls.ts';
import {isOperatorAhead, readOperator, requireCall} from './operators.ts';
import {readLevel, readText} from './text-clause.ts';

/** One clause of a filter: a property, and what is asked of it. */
export type Clause = {readonly target: Target; readonly model: Model};

/** Reads one clause. `after` is the connective before it, `earlier` whether clauses came before. */
export function readClause(
	cursor: Cursor,
	after: Span | undefined,
	earlier: string | undefined,
): {leaf: Clause; span: Span} {
	cursor.expects('property');
	const start = cursor.at;
	const {word, span, target} = nameAt(cursor);
	if (word === '') refuseStart(cursor, after, earlier);
	if (!target) return refuseWord(cursor, word, span, earlier);
	cursor.at = span.end;
	checkReport(cursor, target, span);
	const model = readers[target.field.kind](cursor, target, span);
	return {leaf: {target, model}, span: cursor.span(start)};
}

type Reader = (cursor: Cursor, target: Target, name: Span) => Model;

const readers: Readonly<Record<Model['kind'], Reader>> = {
	text: readText,
	number: readInterval,
	date: readInterval,
	levels: (cursor, target, name) => {
		if (target.part !== undefined) return readLevel(cursor, target, name);
		const expected = target.field.parts.map(part => `${target.field.name}.${part}`);
		return cursor.fail('expected-level', `${target.field.name} has levels: say which`, {expected}, name);
	},
	boolean: (cursor, target, name) => ({kind: 'boolean', value: readSwitch(cursor, target, name)}),
	flags: readFlags,
	eventCount: readEventCount,
	campaigns: (cursor, target, name) => {
		requireCall(cursor, target, name, 'a campaign', "auto/'Spring sale'");
		return {kind: 'campaigns', alternatives: readGroup(cursor, readCampaign, explainCampaigns)};
	},
};

const truths: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['yes', true],
	['false', false],
	['no', false],
]);

/** The value of yes or no here, or an explanation. */
export function readBoolean(cursor: Cursor): boolean {
	cursor.expects('boolean');
	const start = cursor.at;
	const expected = ['true', 'false'];
	if (cursor.atEnd) cursor.fail('bad-boolean', 'true or false is missing', {expected}, cursor.last);
	const quoted = atQuote(cursor);
	const text = quoted ? readQuoted(cursor) : cursor.word();
	if (!quoted) cursor.at += text.length;
	const value = truths.get(text.toLowerCase());
	if (value === undefined) {
		const message = `'${shown(text || cursor.char)}' is neither true nor false`;
		cursor.fail('bad-boolean', message, {expected}, cursor.span(start, Math.max(cursor.at, start + 1)));
	}
	return value;
}

/** `touchScreen`, `touchScreen=false`: true when nothing is asked. */
function readSwitch(cursor: Cursor, target: Target, name: Span): boolean {
	if (!isOperatorAhead(cursor)) {
		cursor.expects('operator', target);
		return true;
	}
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines();
	if (operator === 'is') refuseNull(cursor, target, name);
	if (operator !== '=' && operator !== 'in') {
		cursor.fail(
			'bad-operator',
			`'${operator}' is not an operator here`,
			{help: `write ${targetName(target)}=true or =false`},
			span,
		);
	}
	if (/^null$/i.test(cursor.word())) refuseNull(cursor, target, name);
	return readBoolean(cursor);
}

const refuseNull = (cursor: Cursor, target: Target, name: Span): never => {
	cursor.match(/(?:not\s+)?null/iy);
	return cursor.fail(
		'not-nullable',
		`${targetName(target)} does not support null`,
		{help: nullHelp},
		cursor.span(name.start),
	);
};

function readFlags(cursor: Cursor, target: Target, name: Span): Model {
	const {field, part} = target;
	if (part !== undefined) {
		return {kind: 'flags', alternatives: [new Map([[part, readSwitch(cursor, target, name)]])]};
	}
	cursor.skip().expects('operator', target);
	if (cursor.char === '(') {
		return {kind: 'flags', alternatives: readGroup(cursor, readFlag(field), explainFlags(field))};
	}
	if (!/^(?:=|in$|is$)/i.test(cursor.word() || cursor.char)) {
		const expected = [`${field.name}.${field.parts[0]}`, `${field.name}(${field.parts[0]} and not ${field.parts[1]})`];
		cursor.fail('expected-flag', `${field.name} is a group of flags: say which`, {expected}, name);
	}
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines();
	if (operator === 'is') refuseNull(cursor, target, name);
	if (operator !== '=' && operator !== 'in') {
		cursor.fail(
			'bad-operator',
			`'${operator}' is not an operator here`,
			{help: `write ${field.name}(${field.parts[0]})`},
			span,
		);
	}
	if (cursor.char === '(') {
		return {kind: 'flags', alternatives: readGroup(cursor, readFlag(field), explainFlags(field))};
	}
	return {kind: 'flags', alternatives: readFlagList(cursor, target)};
}

/** `licenseStatus=activated,not expired`: each is an alternative. */
function readFlagList(cursor: Cursor, {field}: Target): readonly Alternative[] {
	const found = new Map<string, Alternative>();
	do {
		const not = cursor.take('not') !== undefined;
		const {leaf} = readFlag(field)(not ? cursor.skipLines() : cursor);
		found.set(`${leaf} ${not}`, new Map([[leaf, !not]]));
	} while (cursor.comma());
	return [...found.values()];
}

/** Explains what stands where a clause should begin. */
function refuseStart(cursor: Cursor, after: Span | undefined, earlier: string | undefined): never {
	const {char} = cursor;
	const expected = ['a property, for example prodVersion=4.1'];
	if (cursor.atEnd && after) {
		cursor.fail(
			'expected-property',
			`nothing follows '${cursor.text.slice(after.start, after.end)}'`,
			{expected},
			after,
		);
	}
	if (cursor.atEnd) cursor.fail('expected-property', 'a property is missing', {expected}, cursor.last);
	if (atQuote(cursor)) {
		cursor.fail('quoted-property', 'a property name is not quoted', {
			help: "quote only the value: prodEdition='Pro Plus'",
		});
	}
	if (isCurly(char)) cursor.fail('curly-quote', `'${char}' is a typographic quote`, {help: 'use \' or "'});
	if (char === '{') {
		const help = 'give the JSON a --filter of its own: several are joined by and';
		cursor.fail('at-json', 'JSON cannot be mixed with an expression', {help});
	}
	refuseSymbols(cursor);
	const bounds = {help: 'each side of and/or is a whole clause: ram>=low and ram<=high, or ram=low..high'};
	const operator = /[<>=~]/.test(char) && earlier !== undefined;
	return cursor.fail(
		'expected-property',
		`a property is missing before '${shown(char)}'`,
		operator ? bounds : {expected},
	);
}

/** Explains a word that names no property. */
function refuseWord(cursor: Cursor, word: string, span: Span, earlier: string | undefined): never {
	if (/^(?:and|or)$/i.test(word)) {
		const expected = ['a property, for example prodVersion=4.1'];
		cursor.fail('expected-property', `'${word}' has nothing before it`, {expected}, span);
	}
	if (word.startsWith('@')) {
		const help = 'give the file a --filter of its own: --filter @file, or --filter-file file';
		cursor.fail('at-file', "'@' reads a file only when it starts the whole argument", {help}, span);
	}
	if (/^-(?![\d.])/.test(word)) {
		cursor.fail(
			'use-words',
			"'-' is not used here: write 'not'",
			{help: 'not touchScreen'},
			cursor.span(span.start, span.start + 1),
		);
	}
	const isValue = !/[=~<>!(:]/.test(cursor.text.charAt(cursor.afterBlanks(span.end)));
	if (earlier !== undefined && isValue && nearProperties(word, cursor.setting.catalogue).length === 0) {
		const help = `each side of and/or is a whole clause; for several values write ${earlier}=a,b`;
		cursor.fail('expected-property', `a property is missing before '${shown(word)}'`, {help}, span);
	}
	return refuseUnknown(cursor, word, span);
}

/** Refuses every filter for a report that takes none. */
export function checkTakesFilters(cursor: Cursor): void {
	const {report} = cursor.setting;
	if (!report || cursor.setting.catalogue.kind !== 'report' || report.family) return;
	const help = 'only reports with a globalFilters member can be filtered';
	cursor.fail('no-filters', `${report.path} takes no filters`, {help}, cursor.here(cursor.restOfLine.length));
}
