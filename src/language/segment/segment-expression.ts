import {levelSorts, sortDirections} from '../../contract/request-words.ts';
import {labelsOf, nullLabel} from '../../contract/rules/segment-rules.ts';
import type {Level, Levels, Segment, Segmentation} from '../../contract/segment-schemas.ts';
import {type Target, targetName} from '../properties/catalog.ts';
import {Cursor, type Setting} from '../source/cursor.ts';
import {fail, type Remark} from '../source/expression-error.ts';
import type {Source, Span} from '../source/source-text.ts';
import {rejectToken} from '../values/bare-text.ts';
import {shorten} from '../values/quoting.ts';
import {matchAll} from '../values/regex.ts';
import type {PlacedSegment} from './read-segments.ts';
import {readSegments} from './read-segments.ts';
import {readGrouping} from './segment-property.ts';

/** `--segment-by`, `--segment` and `--level` (docs/language.md#segments). */

export function readSegmentation(
	{segmentBy, segments}: {readonly segmentBy: Source; readonly segments: readonly Source[]},
	setting: Setting,
): Segmentation {
	const cursor = openCursor(segmentBy, setting, 'the segment property');
	const grouping = readGrouping(cursor, 'segments');
	if ('cohort' in grouping) {
		requireEnd(cursor);
		for (const source of segments) rejectItems(source, setting, grouping.cohort);
		return {segmentBy: grouping.cohort};
	}
	const {target} = grouping;
	const read = readOwnItems(cursor, target);
	requireEnd(cursor);
	const more = segments.map(source => {
		const items = openCursor(source, setting, 'the segment');
		const own = readSegments(items, target);
		requireEnd(items);
		return own;
	});
	const all = [...read, ...more.flat()];
	if (all.length === 0 && target.field.kind === 'flags') rejectWithoutSegments(cursor, target, grouping.span);
	return all.length === 0
		? {segmentBy: targetName(target)}
		: {segmentBy: targetName(target), segments: checkSegments(all, setting)};
}

/** Without segments the service chooses the top values, which flags do not have. */
function rejectWithoutSegments(cursor: Cursor, {field: {name, parts}}: Target, span: Span): never {
	return cursor.fail('segments-needed', `${name} needs segments`, {help: `write ${name}: Active = ${parts[0]}`}, span);
}

function openCursor(source: Source, setting: Setting, what: string): Cursor {
	const cursor = new Cursor(source, setting);
	if (cursor.skipLines().atEnd) {
		cursor.expects('grouping');
		cursor.fail('empty', `${what} is empty`, {help: 'check for an unset shell variable'}, cursor.span(0, 1));
	}
	return cursor;
}

const rejectItems = (source: Source, setting: Setting, cohort: string) => {
	const cursor = new Cursor(source, setting);
	const span = cursor.span(0, source.text.length);
	cursor.fail(
		'segments-not-here',
		`${cohort} takes no segments`,
		{help: 'omit --segment: every month or week is a segment'},
		span,
	);
};

function checkSegments(read: readonly PlacedSegment[], {warnings}: Setting): Segment[] {
	checkLabels(read);
	warnOverlaps(read, warnings);
	return read.map(({segment}) => segment);
}

function readOwnItems(cursor: Cursor, target: Target): PlacedSegment[] {
	cursor.expects('colon');
	if (!cursor.skip().eat(':')) {
		if (cursor.char !== '=') return [];
		cursor.fail('expected-colon', "expected ':' after the segment property, not '='", {
			help: `write ${targetName(target)}: a, b`,
		});
	}
	cursor.skipLines();
	return readSegments(cursor, target);
}

function requireEnd(cursor: Cursor): void {
	if (cursor.skipLines().atEnd) return;
	if (cursor.word().toLowerCase() === 'sort') {
		cursor.fail(
			'sort-not-here',
			"'sort' works only in --level",
			{help: 'use the --sort flag of the report'},
			cursor.here(4),
		);
	}
	rejectToken(cursor, restAdvice);
}

const restAdvice = {help: "write the segments after ':', separated by commas"};

/** The most levels without and with a date split (docs/service.md#limits). */
const maxLevels = 3;
const maxSplitLevels = 1;

export function readLevels(sources: readonly Source[], setting: Setting): Levels {
	const most = setting.context.dateSplit ? maxSplitLevels : maxLevels;
	const levels: Level[] = [];
	for (const source of sources) addLevels(openCursor(source, setting, 'the level'), levels, most);
	return Object.fromEntries(levels.map((level, index) => [`level${index + 1}`, level]));
}

function addLevels(cursor: Cursor, levels: Level[], most: number): void {
	while (!cursor.atEnd) {
		if (levels.length === most) rejectLevel(cursor, most);
		const level = readLevel(cursor);
		levels.push(level);
		if (!cursor.skip().atEnd && !cursor.atNewline)
			rejectToken(cursor, level.sort && !level.sortDirection ? {expected: sortDirections} : restAdvice);
		cursor.skipLines();
	}
}

function rejectLevel(cursor: Cursor, most: number): never {
	const what = most === maxLevels ? 'a report has at most 3 levels' : 'a report with a date split has at most 1 level';
	return cursor.fail('too-many-levels', what, {help: 'remove the last --level'}, cursor.here(cursor.restOfLine.length));
}

function readLevel(cursor: Cursor): Level {
	const grouping = readGrouping(cursor, 'levels');
	if ('cohort' in grouping) {
		const help = `use report churn retention --segment-by ${grouping.cohort}`;
		return cursor.fail(
			'not-in-report',
			`${grouping.cohort} works only in report churn retention`,
			{help},
			grouping.span,
		);
	}
	const {target, span} = grouping;
	const read = readOwnItems(cursor, target);
	const segments = read.length > 0 ? checkSegments(read, cursor.setting) : defaultSegments(target);
	if (!segments) {
		const name = targetName(target);
		const example = target.field.kind === 'number' ? '0..<4GB, 4GB..<8GB, 8GB..' : 'activated, expired';
		const numbers = target.field.unit === 'MB' ? example : example.replaceAll('GB', '');
		return cursor.fail('segments-needed', `${name} needs segments`, {help: `for example ${name}: ${numbers}`}, span);
	}
	return {property: targetName(target), segments, ...readSort(cursor)};
}

/** Returns a segment for each value, and one for none: a level without segments means these. */
function defaultSegments({field}: Target): Segment[] | undefined {
	const none: readonly Segment[] = field.nullable ? [{includeNull: true, segmentLabel: nullLabel}] : [];
	if (field.kind === 'text' || field.kind === 'levels') return [{type: 'regex', value: matchAll, split: true}, ...none];
	if (field.kind !== 'boolean') return undefined;
	return [...[true, false].map(value => ({type: 'boolean', value, segmentLabel: String(value)}) as const), ...none];
}

function readSort(cursor: Cursor): Pick<Level, 'sort' | 'sortDirection'> {
	cursor.skip().expects('after-level');
	if (!cursor.take('sort')) return {};
	cursor.skip().expects('sort');
	const start = cursor.at;
	const word = cursor.word();
	const sort = cursor.take(...levelSorts);
	if (!sort) {
		const place = word === '' ? cursor.last : cursor.here(word.length);
		const message = word === '' ? "a sort key is missing after 'sort'" : `'${shorten(word)}' is not a sort key`;
		return cursor.fail('bad-sort', message, {expected: levelSorts}, place);
	}
	const {clientStatus} = cursor.setting.context;
	if (sort !== 'alpha' && clientStatus && !clientStatus.includes(sort)) {
		const message = `cannot sort by '${sort}': the report does not include ${sort} installations`;
		cursor.fail('sort-status', message, {help: `add ${sort} to --status`}, cursor.span(start));
	}
	cursor.skip().expects('direction');
	const sortDirection = cursor.take(...sortDirections);
	return {sort, ...(sortDirection ? {sortDirection} : {})};
}

/** Rules across the segments of one property (docs/service.md#segments). */

function checkLabels(read: readonly PlacedSegment[]): void {
	const seen = new Set<string>();
	for (const {segment, span} of read) {
		for (const label of labelsOf(segment)) {
			if (seen.has(label))
				fail(span(), 'label-twice', `the label '${shorten(label)}' is used twice`, {
					help: 'give every segment its own label',
				});
			seen.add(label);
		}
	}
}

type Extent = {readonly min: number; readonly max: number; readonly label: string; readonly read: PlacedSegment};

function extentOf(read: PlacedSegment): Extent[] {
	const {segment} = read;
	const [label = ''] = labelsOf(segment);
	if (!('type' in segment)) return [];
	if (segment.type === 'number') return [{min: segment.value, max: segment.value, label, read}];
	if (segment.type !== 'numberRange') return [];
	const {min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY} = segment;
	return [{min, max, label, read}];
}

const maxWarnings = 5;

/** Warns about ranges that share a value, because the service does not document which of the segments counts it. */
function warnOverlaps(read: readonly PlacedSegment[], warnings: Remark[]): void {
	const sorted = read.flatMap(extentOf).sort((a, b) => a.min - b.min);
	let [widest] = sorted;
	let found = 0;
	for (const next of sorted.slice(1)) {
		if (widest && next.min <= widest.max && found++ < maxWarnings) {
			const message = `the segments '${widest.label}' and '${next.label}' overlap at ${findSharedValue(widest, next)}: ranges include both ends; write ..< to exclude the upper end`;
			warnings.push({code: 'overlap', message, span: next.read.span()});
		}
		if (!widest || next.max > widest.max) widest = next;
	}
}

const findSharedValue = (a: Extent, b: Extent) => (Number.isFinite(b.min) ? b.min : Math.min(a.max, b.max));
