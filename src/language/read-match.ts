import {type Target, targetName} from './properties/catalog.ts';
import {resolveTarget} from './properties/property-names.ts';
import {Cursor, type Setting} from './source/cursor.ts';
import type {Source} from './source/source-text.ts';
import {quotedToken} from './values/bare-text.ts';
import {readRegex, regexOf} from './values/regex.ts';
import {readItem, rejectValueStart} from './values/text-list.ts';

/** The `filter` of propertyValues, from `props values PROPERTY --match M` (docs/service.md#property-values). */
export type MatchFilter = {readonly type: 'regex' | 'string'; readonly value: string};

/** Reads `~regex`, a pattern with `*`, or an exact text. The service cannot match values of geography. */
export function readMatch(source: Source, property: string, setting: Setting): MatchFilter {
	const target = resolveTarget(property, setting);
	const cursor = new Cursor(source, setting);
	cursor.skipLines();
	if (target.field.name === 'geography') {
		const help = 'omit --match: the list of codes is short';
		cursor.fail(
			'bad-match',
			'the API cannot filter the values of geography',
			{help},
			cursor.span(0, source.text.length),
		);
	}
	const match = readMatchFilter(cursor, target);
	if (!cursor.skipLines().atEnd) {
		const help = 'write one value, one pattern with *, or ~regex; quote text that contains a comma';
		cursor.fail('unexpected', `unexpected ${quotedToken(cursor.char)}`, {help});
	}
	return match;
}

function readMatchFilter(cursor: Cursor, target: Target): MatchFilter {
	if (cursor.eat('~')) {
		cursor.skip();
		if (cursor.atEnd) rejectValueStart(cursor, target);
		return {type: 'regex', value: readRegex(cursor)};
	}
	// Unlike their filter, levels support patterns here.
	const asText: Target = {...target, field: {...target.field, supportsRegex: true, nullable: true}};
	const start = cursor.at;
	const item = readItem(cursor, asText);
	if (item.text === undefined) {
		const help = `null is not a value; to filter by it, write ${targetName(target)} is null`;
		cursor.fail('bad-match', 'null cannot be looked up', {help}, cursor.span(start));
	}
	if (!item.pattern) return {type: 'string', value: item.text};
	return {type: 'regex', value: regexOf([{pattern: item.text}])};
}
