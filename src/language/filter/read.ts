import {targetName} from '../properties/catalogue.ts';
import {Cursor, type Setting} from '../source/cursor.ts';
import type {Source} from '../source/source.ts';
import {atQuote, shown} from '../values/quoting.ts';
import {isCurly, refuseClause, refuseSymbols, tokenSpan} from '../values/text.ts';
import {type Clause, checkTakesFilters, readClause} from './clauses/clause.ts';
import {importFilter} from './import.ts';
import {combine, type Parts} from './join/combine.ts';
import {type Grammar, readTree} from './join/tree.ts';

/** Reads the lines of one source; they are joined by and, loosest of all. */
export function readFilter(source: Source, setting: Setting): Parts[] {
	const cursor = new Cursor(source, setting);
	cursor.skipLines();
	if (cursor.atEnd) {
		cursor.expects('property');
		const help = 'is a shell variable unset? leave --filter out to match everything';
		cursor.fail('empty', 'the filter is empty', {help}, cursor.span(0, 1));
	}
	checkTakesFilters(cursor);
	// The API's own JSON: text that begins with a brace, which no clause does.
	if (cursor.char === '{') return [importFilter(cursor)];
	const lines: Parts[] = [];
	while (!cursor.atEnd) {
		lines.push(combine(readTree(cursor, grammarOf())));
		if (!cursor.skip().atEnd && !cursor.atNewline) refuseAfterClause(cursor);
		cursor.skipLines();
	}
	return lines;
}

/** The grammar of one line remembers its last property, which advice speaks of. */
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

/** Explains what stands where and, or, or the end should be. */
function refuseAfterClause(cursor: Cursor): never {
	cursor.skip();
	refuseSymbols(cursor);
	refuseClause(cursor, cursor.at);
	const {char} = cursor;
	const expected = ["'and'", "'or'", 'the end'];
	if (char === ')') {
		cursor.fail('unbalanced', "')' closes nothing", {help: 'a value that contains parentheses needs quotes'});
	}
	if (isCurly(char)) cursor.fail('curly-quote', `'${char}' is a typographic quote`, {help: 'use \' or "'});
	if (atQuote(cursor)) cursor.fail('unexpected', 'quoted text cannot stand here', {expected});
	const span = tokenSpan(cursor);
	return cursor.fail(
		'unexpected',
		`'${shown(cursor.text.slice(span.start, span.end))}' cannot stand here`,
		{expected},
		span,
	);
}
