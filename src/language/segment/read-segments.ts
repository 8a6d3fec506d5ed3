import {nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Segment} from '../../contract/segment-schemas.ts';
import type {Model} from '../filter/filter-model.ts';
import {flagsJson} from '../filter/flag-filter.ts';
import {hasEnds, type IntervalModel} from '../filter/interval-filter.ts';
import type {TextModel} from '../filter/text-filter.ts';
import {type Field, type Target, targetName} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {rejectSymbols, rejectToken} from '../values/bare-text.ts';
import {nullJson} from '../values/nulls.ts';
import {type Label, quote, readLabel, shorten} from '../values/quoting.ts';
import {omitUndefinedEnds} from '../values/range-ends.ts';
import {readMatcher} from './segment-matchers.ts';

type SegmentParts = {
	readonly model: Model;
	readonly label?: string | undefined;
	/** For lists and regular expressions: true for one segment per value. Absent for a plain value. */
	readonly split?: boolean | undefined;
	readonly limit?: number | undefined;
};

const isNullAlone = (model: Model): boolean =>
	(model.kind === 'text' && model.null && model.values.length === 0 && model.regex === undefined) ||
	(model.kind === 'number' && model.null && !hasEnds(model));

/** Checks if the service requires a label (docs/service.md#segments). */
const needsLabel = (model: Model): boolean =>
	!isNullAlone(model) &&
	(model.kind === 'boolean' || model.kind === 'flags' || (model.kind === 'number' && model.value === undefined));

/** Null alone gets the service's own label unless it has one. */
function segmentJson(field: Field, item: SegmentParts): Segment {
	const {model, label = ''} = item;
	if (isNullAlone(model)) return {includeNull: true, segmentLabel: item.label ?? nullLabel};
	if (model.kind === 'flags') return {segmentLabel: label, ...flagsJson(model.alternatives[0] ?? new Map(), field)};
	if (model.kind === 'boolean') return {type: 'boolean', value: model.value, segmentLabel: label};
	return model.kind === 'text' ? textJson(model, item) : numberJson(model as IntervalModel, item);
}

const labelJson = ({label}: SegmentParts) => (label === undefined ? {} : {segmentLabel: label});

function numberJson({value, min, max, null: isNull}: IntervalModel, item: SegmentParts): Segment {
	if (typeof value === 'number') return {type: 'number', value, ...nullJson(isNull), ...labelJson(item)};
	const {label: segmentLabel = ''} = item;
	return {type: 'numberRange', ...omitUndefinedEnds(min as number, max as number), ...nullJson(isNull), segmentLabel};
}

function textJson({values, regex, null: isNull}: TextModel, item: SegmentParts): Segment {
	const texts = values as readonly string[];
	const {split, limit} = item;
	if (split === undefined) return {type: 'string', value: texts[0] ?? '', ...labelJson(item)};
	const rest = {...nullJson(isNull), split, ...labelJson(item), ...(limit === undefined ? {} : {limit})};
	return regex === undefined
		? {type: 'stringArray', value: [...new Set(texts)], ...rest}
		: {type: 'regex', value: regex, ...rest};
}

/** Segments as text: `[label =] matcher [limit n]`, separated by commas (docs/language.md#segments). */

export type PlacedSegment = {readonly segment: Segment; readonly span: () => Span};

/** Reads segments up to `sort` or the end of the line. */
export function readSegments(cursor: Cursor, target: Target): PlacedSegment[] {
	const read: PlacedSegment[] = [];
	do read.push(readSegment(cursor, target));
	while (cursor.comma());
	return read;
}

function readSegment(cursor: Cursor, target: Target): PlacedSegment {
	cursor.expects('segment', target);
	const start = cursor.at;
	const label = readLabel(cursor);
	if (cursor.atEnd || cursor.atNewline || cursor.char === ',')
		cursor.failMissing('a segment', {expected: ['a segment']});
	warnLabel(cursor, label);
	const body = cursor.at;
	const {model, isMany = false, isEach = false} = readMatcher(cursor, target);
	const text = cursor.text.slice(body, cursor.at).replace(/\s+/g, ' ');
	if (label && isEach) {
		const message = "a segment with 'each' takes its labels from the data";
		cursor.fail('each-label', message, {help: "remove 'each' to join the values into one segment"}, label.span);
	}
	const limit = readLimit(cursor, {splits: isMany && !label, isLabeled: label !== undefined});
	const end = cursor.at;
	rejectAfterSegment(cursor, target, text);
	// If the service requires a label, the text of the segment becomes the label.
	const item = {model, label: label?.text ?? (needsLabel(model) ? text : undefined), limit};
	const segment = segmentJson(target.field, isMany ? {...item, split: !label} : item);
	return {segment, span: () => cursor.span(start, end)};
}

function warnLabel(cursor: Cursor, label: Label | undefined): void {
	if (!label || !cursor.setting.catalog.targets.has(label.text.toLowerCase())) return;
	cursor.warn('label', `'${label.text}' is read as a label, not as a property`, label.span);
}

function readLimit(cursor: Cursor, {splits, isLabeled}: Record<'splits' | 'isLabeled', boolean>): number | undefined {
	const next = cursor.afterBlanks();
	if (cursor.word(next).toLowerCase() !== 'limit') return undefined;
	const word = cursor.span(next, next + 5);
	if (!splits) {
		const message = "'limit' works only if every value is its own segment";
		const help = isLabeled ? 'remove the label' : 'write each (a,b) limit 10';
		cursor.fail('limit-joined', message, {help}, word);
	}
	cursor.at = word.end;
	const digits = cursor.skip().word();
	const limit = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
	if (limit < 1) {
		const span = digits === '' ? word : cursor.here(digits.length);
		const message =
			digits === '' ? "a number is missing after 'limit'" : `'${shorten(digits)}' is not a positive whole number`;
		cursor.fail('bad-limit', message, {help: 'write limit 10'}, span);
	}
	cursor.at += digits.length;
	return limit;
}

function rejectAfterSegment(cursor: Cursor, target: Target, text: string): void {
	cursor.expects('after-segment', target);
	if (cursor.skip().atEnd || cursor.atNewline || cursor.char === ',') return;
	const word = cursor.word();
	const low = word.toLowerCase();
	if (low === 'sort') return;
	if (low === 'as') rejectAs(cursor, text);
	if (low === 'or' && target.field.kind === 'flags') {
		cursor.fail(
			'or-in-segment',
			"flags in a segment can only be joined by 'and'",
			{help: 'write two segments'},
			cursor.here(2),
		);
	}
	if (target.field.kind === 'flags') rejectSymbols(cursor);
	if (cursor.char === '=') {
		rejectToken(cursor, {help: `a label that contains / : or # needs quotes: ${quote(shorten(text))} = …`});
	}
	const help = `separate segments with commas: ${targetName(target)}: a, b; quote text with other characters`;
	rejectToken(cursor, {help});
}

function rejectAs(cursor: Cursor, text: string): never {
	const label = /^[^,\r\n]*/.exec(cursor.text.slice(cursor.at + 2, cursor.at + 100))?.[0].trim() ?? '';
	const help = `write ${shorten(label || 'Label')} = ${shorten(text)}`;
	return cursor.fail('label-first', "a label goes before its segment, followed by '='", {help}, cursor.here(2));
}
