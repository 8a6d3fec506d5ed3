import type {Target} from '../../properties/catalogue.ts';
import {
	checkReport,
	nameAt,
	nearProperties,
	refuseUnknown,
	refuseWithoutLevel,
} from '../../properties/property-names.ts';
import type {Cursor} from '../../source/cursor.ts';
import type {Span} from '../../source/source-text.ts';
import {refuseCurly, refuseSymbols} from '../../values/bare-text.ts';
import {atQuote, shown} from '../../values/quoting.ts';
import type {Model} from '../model.ts';
import {readFlags, readSwitch} from './flag-clause.ts';
import {readCampaignGroup} from './groups.ts';
import {readEventCount, readInterval} from './interval-clause.ts';
import {requireCall} from './operators.ts';
import {readLevel, readText} from './text-clause.ts';

/** One clause of a filter: a property, and what is asked of it. */
export type Clause = {readonly target: Target; readonly model: Model};

/** Reads one clause. `after` is the connective before it, `earlier` the property of the last clause. */
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
		return refuseWithoutLevel(cursor, target.field, name);
	},
	boolean: (cursor, target, name) => ({kind: 'boolean', value: readSwitch(cursor, target, name)}),
	flags: readFlags,
	eventCount: readEventCount,
	campaigns: (cursor, target, name) => {
		requireCall(cursor, target, name, 'a campaign', "auto/'Spring sale'");
		return {kind: 'campaigns', alternatives: readCampaignGroup(cursor)};
	},
};

/** Refuses what cannot begin a clause. */
function refuseStart(cursor: Cursor, after: Span | undefined, earlier: string | undefined): never {
	const {char} = cursor;
	const expected = ['a property, for example prodVersion=4.1'];
	if (cursor.atEnd && after) {
		const word = cursor.text.slice(after.start, after.end);
		cursor.fail('expected-property', `nothing follows '${word}'`, {expected}, after);
	}
	if (cursor.atEnd) cursor.fail('expected-property', 'a property is missing', {expected}, cursor.last);
	if (atQuote(cursor)) {
		cursor.fail('quoted-property', 'a property name is not quoted', {
			help: [
				"quote only the value: prodEdition='Pro Plus'",
				'what the product itself calls a property is learned by usagectl props list',
			],
		});
	}
	refuseCurly(cursor);
	if (char === '{') {
		const help = 'give the JSON a --filter of its own: several are joined by and';
		cursor.fail('at-json', 'JSON cannot be mixed with an expression', {help});
	}
	refuseSymbols(cursor);
	const help = 'each side of and/or is a whole clause: ram>=low and ram<=high, or ram=low..high';
	const advice = /[<>=~]/.test(char) && earlier !== undefined ? {help} : {expected};
	return cursor.fail('expected-property', `a property is missing before '${shown(char)}'`, advice);
}

/** Refuses a word that is not the name of a property. */
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
		cursor.fail('use-words', "'-' is not used here: write 'not'", {help: 'not touchScreen'}, cursor.here(1));
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
