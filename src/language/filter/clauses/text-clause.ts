import {type Target, targetName} from '../../properties/catalogue.ts';
import type {Cursor} from '../../source/cursor.ts';
import type {Span} from '../../source/source-text.ts';
import {refuseClause, wholeText} from '../../values/bare-text.ts';
import {readCode} from '../../values/geo-codes.ts';
import {quote, shown} from '../../values/quoting.ts';
import {everything, isEverything, readRegex} from '../../values/regex.ts';
import type {LevelsModel, TextModel, TextValue} from '../model.ts';
import {type Item, readItems, refuseValueStart} from './items.ts';
import {readIsNull, takeNull} from './nulls.ts';
import {readOperator} from './operators.ts';

/** Clauses on texts and on levels of os, geography and gpu. */

/** `prodVersion=4.1,4.*,null`, `prodVersion~regex,null`, `prodVersion is not null`. */
export function readText(cursor: Cursor, target: Target, name: Span): TextModel {
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines();
	if (operator === 'is') {
		const {null: isNull, known} = readIsNull(cursor, target, name);
		return {kind: 'text', values: [], ...(known ? {regex: everything} : {}), null: isNull};
	}
	if (operator === '~') return readRegexClause(cursor, target, span);
	if (operator !== '=' && operator !== 'in') return refuseComparison(cursor, target, span);
	const items = readItems(cursor, target);
	const isNull = items.some(({text}) => text === undefined);
	const values = items.flatMap(({text, pattern}): TextValue[] => {
		if (text === undefined) return [];
		return [pattern ? {pattern: text} : text];
	});
	return values.some(isEverything)
		? {kind: 'text', values: [], regex: everything, null: isNull}
		: {kind: 'text', values, null: isNull};
}

/** `os.version='Windows 10','Windows 11',null`, `country=US,DE`. */
export function readLevel(cursor: Cursor, target: Target, name: Span): LevelsModel {
	const {part = ''} = target;
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines();
	if (operator === 'is') {
		return {kind: 'levels', levels: new Map([[part, {values: [], ...readIsNull(cursor, target, name)}]])};
	}
	if (operator === '~') refuseRegex(cursor, target, span);
	if (operator !== '=' && operator !== 'in') return refuseComparison(cursor, target, span);
	const items = readItems(cursor, target);
	const isNull = items.some(({text}) => text === undefined);
	const values = items.filter(({text}) => text !== undefined).map(item => codeOf(cursor, target, item));
	return {kind: 'levels', levels: new Map([[part, {values, null: isNull}]])};
}

/** The text of a value, or the code of a level of geography as the service writes it. */
export function codeOf(cursor: Cursor, {part}: Target, {text = '', start, end}: Item): string {
	const reading = readCode(part, text, cursor.setting.context.anyCode);
	return 'code' in reading
		? reading.code
		: cursor.fail(reading.fault, reading.message, reading.advice, cursor.span(start, end));
}

const refuseComparison = (cursor: Cursor, target: Target, span: Span): never => {
	const name = targetName(target);
	if (target.field.name === 'osWordLength') {
		const message = 'osWordLength is sent as text: the API cannot compare it';
		const help = 'list the values as props values osWordLength gives them: osWordLength=64-bit';
		return cursor.fail('not-comparable', message, {help}, span);
	}
	const regex = target.field.regex ? `, use * (${name}=4.*) or a regular expression (${name}~'^(4|5)\\.')` : '';
	const message = `${name} is text: the API cannot compare text`;
	return cursor.fail('not-comparable', message, {help: `list the values (${name}=a,b)${regex}`}, span);
};

const refuseRegex = (cursor: Cursor, target: Target, span: Span): never => {
	const where = cursor.setting.catalogue.kind === 'keys' ? ' here' : '';
	const help = `list the values: ${targetName(target)}=a,b`;
	const message = `the API takes no regular expression for ${target.field.name}${where}`;
	return cursor.fail('regex-not-here', message, {help}, span);
};

function readRegexClause(cursor: Cursor, target: Target, operator: Span): TextModel {
	if (!target.field.regex) refuseRegex(cursor, target, operator);
	const start = cursor.at;
	const bare = !/['"/]/.test(cursor.char);
	const regex = readRegex(cursor);
	if (cursor.at === start) refuseValueStart(cursor, target);
	const next = cursor.afterBlanks();
	if (bare && !/^(?:$|and$|or$)/i.test(cursor.word(next))) {
		refuseClause(cursor, next);
		const help = `quote it: ${targetName(target)}~${quote(shown(wholeText(cursor.text, start)))}`;
		const message = 'a regular expression that contains blanks needs quotes';
		cursor.fail('regex-space', message, {help}, cursor.span(next, next + cursor.word(next).length));
	}
	const at = cursor.afterLines();
	if (!cursor.comma()) return {kind: 'text', values: [], regex, null: false};
	if (takeNull(cursor, target)) return {kind: 'text', values: [], regex, null: true};
	const help = `join them: ${targetName(target)}~${quote(`${shown(regex)}|...`)} ; if the comma belongs to the expression, quote it`;
	const message = 'a regular expression cannot be listed: the API holds one per property';
	return cursor.fail('regex-list', message, {help}, cursor.span(at, at + 1));
}
