import {type Target, targetName} from '../../properties/catalogue.ts';
import type {Cursor} from '../../source/cursor.ts';
import type {Span} from '../../source/source-text.ts';
import {atQuote, readQuoted, shown} from '../../values/quoting.ts';
import {disjunction} from '../join/alternatives.ts';
import type {AlternativesModel} from '../model.ts';
import {readFlagGroup, readFlagItem} from './groups.ts';
import {nullHelp} from './nulls.ts';
import {isEqual, isOperatorAhead, readOperator, refuseOperator} from './operators.ts';

/** Clauses on yes/no properties and on flags. */

const truths: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['yes', true],
	['false', false],
	['no', false],
]);

/** Reads `true`, `yes`, `false` or `no`. */
export function readBoolean(cursor: Cursor): boolean {
	cursor.expects('boolean');
	const start = cursor.at;
	const expected = ['true', 'false'];
	if (cursor.atEnd) cursor.fail('bad-boolean', 'true or false is missing', {expected}, cursor.last);
	const text = atQuote(cursor) ? readQuoted(cursor) : cursor.readWord();
	const value = truths.get(text.toLowerCase());
	if (value !== undefined) return value;
	const message = `'${shown(text || cursor.char)}' is neither true nor false`;
	return cursor.fail('bad-boolean', message, {expected}, cursor.span(start, Math.max(cursor.at, start + 1)));
}

/** Reads what follows a yes/no property or a flag: `=false`, or nothing, which means true. */
export function readSwitch(cursor: Cursor, target: Target, name: Span): boolean {
	if (!isOperatorAhead(cursor)) {
		cursor.expects('operator', target);
		return true;
	}
	readEqual(cursor, target, {name, example: `${targetName(target)}=true or =false`});
	if (/^null$/i.test(cursor.word())) refuseNull(cursor, target, name);
	return readBoolean(cursor);
}

/** Reads `=` or `in`. */
function readEqual(
	cursor: Cursor,
	target: Target,
	{name, example}: {readonly name: Span; readonly example: string},
): void {
	const found = readOperator(cursor, target);
	cursor.skipLines();
	if (found.operator === 'is') refuseNull(cursor, target, name);
	if (!isEqual(found.operator)) refuseOperator(cursor, found, {help: `write ${example}`});
}

function refuseNull(cursor: Cursor, target: Target, name: Span): never {
	cursor.match(/(?:not\s+)?null/iy);
	const message = `${targetName(target)} does not support null`;
	return cursor.fail('not-nullable', message, {help: nullHelp}, cursor.span(name.start));
}

/** Reads `licenseStatus.activated`, `licenseStatus(activated and not expired)` or `licenseStatus=activated,not expired`. */
export function readFlags(cursor: Cursor, target: Target, name: Span): AlternativesModel {
	const {field, part} = target;
	if (part !== undefined) return {kind: 'flags', alternatives: [new Map([[part, readSwitch(cursor, target, name)]])]};
	const [first, second] = field.parts;
	cursor.skip().expects('operator', target);
	if (cursor.char === '(') return {kind: 'flags', alternatives: readFlagGroup(cursor, field)};
	if (!/^(?:=|in$|is$)/i.test(cursor.word() || cursor.char)) {
		const expected = [`${field.name}.${first}`, `${field.name}(${first} and not ${second})`];
		cursor.fail('expected-flag', `${field.name} is a group of flags: say which`, {expected}, name);
	}
	readEqual(cursor, target, {name, example: `${field.name}(${first})`});
	if (cursor.char === '(') return {kind: 'flags', alternatives: readFlagGroup(cursor, field)};
	const items = [readFlagItem(cursor, field)];
	while (cursor.comma()) items.push(readFlagItem(cursor, field));
	return {kind: 'flags', alternatives: disjunction(items.map(({alternatives}) => alternatives))};
}
