import {firstName} from '../../contract/later-names.ts';
import {targetName} from '../properties/catalogue.ts';
import {checkReport, refuseUnknown} from '../properties/property-names.ts';
import {Cursor, type Setting} from '../source/cursor.ts';
import {anyMembers, readJson, spanOf} from '../source/json-node.ts';
import type {Source} from '../source/source-text.ts';
import {refuseClause, refuseCurly, refuseSymbols, refuseToken} from '../values/bare-text.ts';
import {atQuote} from '../values/quoting.ts';
import {type Clause, checkTakesFilters, readClause} from './clauses/clause.ts';
import {combine, type Parts} from './join/combine.ts';
import {type Grammar, readTree} from './join/tree.ts';
import {kindOf} from './kinds/table.ts';

/** Reads the lines of one source, which are joined by and. */
export function readFilter(source: Source, setting: Setting): Parts[] {
	const cursor = new Cursor(source, setting);
	cursor.skipLines();
	if (cursor.atEnd) {
		cursor.expects('property');
		const help = 'is a shell variable unset? leave --filter out to match everything';
		cursor.fail('empty', 'the filter is empty', {help}, cursor.span(0, 1));
	}
	checkTakesFilters(cursor);
	// No clause begins with a brace, so this is JSON.
	if (cursor.char === '{') return [importFilter(cursor)];
	const lines: Parts[] = [];
	while (!cursor.atEnd) {
		lines.push(combine(readTree(cursor, grammarOf())));
		if (!cursor.skip().atEnd && !cursor.atNewline) refuseAfterClause(cursor);
		cursor.skipLines();
	}
	return lines;
}

/** Reads the service's own JSON (docs/language.md#import). */
function importFilter(cursor: Cursor): Parts {
	const span = cursor.span(0, cursor.text.trimEnd().length);
	return Array.from(anyMembers(readJson(cursor)), ([name, node]) => {
		const field = cursor.setting.catalogue.byName.get(firstName(name));
		if (!field) return refuseUnknown(cursor, name, spanOf(node));
		checkReport(cursor, {field}, span);
		return {field, model: kindOf(field).fromJson({field}, node), span};
	});
}

/** The grammar of one line. It remembers the last property for its messages. */
function grammarOf(): Grammar<Clause> {
	let earlier: string | undefined;
	return {
		readLeaf: (cursor, after) => {
			const clause = readClause(cursor, after, earlier);
			earlier = targetName(clause.leaf.target);
			cursor.expects('connective', clause.leaf.target);
			return clause;
		},
		refuse: refuseAfterClause,
	};
}

/** Refuses what is not a connective or the end. */
function refuseAfterClause(cursor: Cursor): never {
	cursor.skip();
	refuseSymbols(cursor);
	refuseClause(cursor, cursor.at);
	const expected = ["'and'", "'or'", 'the end'];
	if (cursor.char === ')') {
		cursor.fail('unbalanced', "')' closes nothing", {help: 'a value that contains parentheses needs quotes'});
	}
	refuseCurly(cursor);
	if (atQuote(cursor)) cursor.fail('unexpected', 'quoted text cannot stand here', {expected});
	return refuseToken(cursor, {expected});
}
