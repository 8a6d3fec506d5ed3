import {targetName} from '../properties/catalog.ts';
import {checkReport, nameAt, nearProperties, rejectUnknown} from '../properties/property-names.ts';
import {Cursor, type Setting} from '../source/cursor.ts';
import {readGivenJson, readPrinted, spanIn} from '../source/given-json.ts';
import type {Source, Span} from '../source/source-text.ts';
import {rejectClause, rejectCurly, rejectSymbols, rejectToken} from '../values/bare-text.ts';
import {atQuote, shorten} from '../values/quoting.ts';
import {type Grammar, readTree} from './and-or-tree.ts';
import {type Alternatives, type Clause, combine, type JoinOr, joinWithOr, type Parts} from './combine-clauses.ts';
import {kindOf} from './filter-model.ts';

export const readFilter = (source: Source, setting: Setting): Parts[] => readLines(source, setting, joinWithOr).flat();

/** Reads the lines of a filter, which are joined by `and`. */
export function readLines(source: Source, setting: Setting, joinOr: JoinOr): Alternatives[] {
	const cursor = new Cursor(source, setting);
	cursor.skipLines();
	if (cursor.atEnd) {
		cursor.expects('property');
		const help = 'check for an unset shell variable; omit --filter to match everything';
		cursor.fail('empty', 'the filter is empty', {help}, cursor.span(0, 1));
	}
	checkTakesFilters(cursor);
	// No clause begins with a brace, so this is JSON.
	if (cursor.char === '{') return [[readJsonFilter(cursor)]];
	const lines: Alternatives[] = [];
	while (!cursor.atEnd) {
		lines.push(combine(readTree(cursor, grammarOf()), joinOr));
		if (!cursor.skip().atEnd && !cursor.atNewline) rejectAfterClause(cursor);
		cursor.skipLines();
	}
	return lines;
}

/** Reads API JSON (docs/language.md#import). */
function readJsonFilter(cursor: Cursor): Parts {
	const {source, setting, text} = cursor;
	const {byName, kind} = setting.catalog;
	const whole = cursor.span(0, text.trimEnd().length);
	return Object.entries(readGivenJson(source, kind === 'keys' ? 'key' : 'filter')).map(([name, given]) => {
		const span = () => spanIn(source, [name]);
		const field = byName.get(name) ?? rejectUnknown(cursor, name, span());
		const printed = {text: kindOf(field).print(field, given, true), span, name};
		const [[part] = []] = readPrinted(printed, setting, own => readFilter(own, setting)) ?? [];
		return {field, model: part?.model, span: whole, given};
	});
}

/** Creates the grammar of one line. It stores the last property, because messages mention it. */
function grammarOf(): Grammar<Clause> {
	let earlier: string | undefined;
	return {
		readLeaf: (cursor, after) => {
			const clause = readClause(cursor, after, earlier);
			earlier = targetName(clause.leaf.target);
			cursor.expects('connective', clause.leaf.target);
			return clause;
		},
		reject: rejectAfterClause,
	};
}

function rejectAfterClause(cursor: Cursor): never {
	cursor.skip();
	rejectSymbols(cursor);
	rejectClause(cursor, cursor.at);
	const expected = ["'and'", "'or'", 'the end'];
	if (cursor.char === ')') {
		const help = 'remove it, or quote the value if the parenthesis belongs to it';
		cursor.fail('unbalanced', "')' has no matching '('", {help});
	}
	rejectCurly(cursor);
	if (atQuote(cursor)) cursor.fail('unexpected', 'unexpected quoted text', {expected});
	return rejectToken(cursor, {expected});
}

/** Reads one clause. `after` is the connective before it, `earlier` the property of the previous clause. */
function readClause(cursor: Cursor, after: Span | undefined, earlier: string | undefined): {leaf: Clause; span: Span} {
	cursor.expects('property');
	const start = cursor.at;
	const {word, span, target} = nameAt(cursor);
	if (word === '') rejectStart(cursor, after, earlier);
	if (!target) return rejectWord(cursor, word, span, earlier);
	cursor.at = span.end;
	checkReport(cursor, target, span);
	const model = kindOf(target.field).read(cursor, target, span);
	return {leaf: {target, model}, span: cursor.span(start)};
}

function clauseHint(cursor: Cursor, property: string): string {
	const kind = cursor.setting.catalog.targets.get(property.toLowerCase())?.field.kind;
	return kind === 'number' || kind === 'date'
		? `write a whole clause on each side: ${property}>=low and ${property}<=high, or ${property}=low..high`
		: `write a whole clause on each side; for several values write ${property}=a,b`;
}

function rejectStart(cursor: Cursor, after: Span | undefined, earlier: string | undefined): never {
	const {char} = cursor;
	const expected = ['a property, for example prodVersion=4.1'];
	if (cursor.atEnd && after) {
		const word = cursor.text.slice(after.start, after.end);
		cursor.fail('expected-property', `nothing follows '${word}'`, {expected}, after);
	}
	if (cursor.atEnd) cursor.fail('expected-property', 'a property is missing', {expected}, cursor.last);
	if (atQuote(cursor)) {
		cursor.fail('quoted-property', 'this quoted text is not a property name', {
			help: [
				"quote only the value: prodEdition='Pro Plus'",
				"run usagectl props list to load the product's own property names",
			],
		});
	}
	rejectCurly(cursor);
	if (char === '{') {
		const help = "pass the JSON in a separate --filter; several are joined by 'and'";
		cursor.fail('at-json', 'JSON cannot be mixed with an expression', {help});
	}
	rejectSymbols(cursor);
	const advice = /[<>=~]/.test(char) && earlier !== undefined ? {help: clauseHint(cursor, earlier)} : {expected};
	return cursor.fail('expected-property', `a property is missing before '${shorten(char)}'`, advice);
}

function rejectWord(cursor: Cursor, word: string, span: Span, earlier: string | undefined): never {
	if (/^(?:and|or)$/i.test(word)) {
		const expected = ['a property, for example prodVersion=4.1'];
		cursor.fail('expected-property', `nothing precedes '${word}'`, {expected}, span);
	}
	if (word.startsWith('@')) {
		const help = 'pass the file in a separate flag: --filter @file';
		cursor.fail('at-file', "'@' reads a file only at the start of the argument", {help}, span);
	}
	if (/^-(?![\d.])/.test(word)) {
		cursor.fail(
			'use-words',
			"'-' is not used here: write 'not'",
			{help: 'for example, not touchScreen'},
			cursor.here(1),
		);
	}
	const isValue = !/[=~<>!(:]/.test(cursor.text.charAt(cursor.afterBlanks(span.end)));
	if (earlier !== undefined && isValue && nearProperties(word, cursor.setting.catalog).length === 0) {
		const help = clauseHint(cursor, earlier);
		cursor.fail('expected-property', `a property is missing before '${shorten(word)}'`, {help}, span);
	}
	return rejectUnknown(cursor, word, span);
}

function checkTakesFilters(cursor: Cursor): void {
	const {report} = cursor.setting.context;
	if (!report || cursor.setting.catalog.kind !== 'report' || report.family) return;
	const help = 'omit --filter';
	cursor.fail('no-filters', `${report.command} takes no filters`, {help}, cursor.here(cursor.restOfLine.length));
}
