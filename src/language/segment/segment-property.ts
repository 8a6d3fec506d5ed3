import {cohortSegments} from '../../contract/request-words.ts';
import {type Target, targetName} from '../properties/catalog.ts';
import {checkReport, nameAt, rejectUnknown, rejectWithoutLevel} from '../properties/property-names.ts';
import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {shorten} from '../values/quoting.ts';

/** Properties, levels and cohorts that segments can be made by (docs/service.md#segments). */

type Cohort = (typeof cohortSegments)[number];

export type Grouping = {readonly target: Target; readonly span: Span} | {readonly cohort: Cohort; readonly span: Span};

export function readGrouping(cursor: Cursor, use: 'segments' | 'levels'): Grouping {
	cursor.expects('grouping');
	const {word, span, target} = nameAt(cursor);
	if (word === '') rejectStart(cursor, use);
	checkGrouping(cursor, use, span);
	cursor.at = span.end;
	const cohort = cohortSegments.find(name => name.toLowerCase() === word.toLowerCase());
	if (cohort) return readCohort(cursor, cohort, span);
	const isEventUse =
		target?.field.kind === 'eventCount' || word.toLowerCase() === 'event' || (!target && word.includes('/'));
	if (isEventUse) rejectEventUse(cursor, span);
	if (!target) return rejectUnknown(cursor, word, span);
	checkSegmentable(cursor, target, span);
	return {target, span};
}

function rejectStart(cursor: Cursor, use: 'segments' | 'levels'): never {
	const expected = [use === 'levels' ? 'a level, for example os.platform' : 'a property, for example prodVersion'];
	return cursor.fail('expected-property', `'${cursor.char}' is not a property`, {expected});
}

function checkGrouping(cursor: Cursor, use: 'segments' | 'levels', span: Span): void {
	const {report} = cursor.setting.context;
	if (!report || report.grouping === use) return;
	const {grouping} = report;
	const help = {
		segments: 'use --segment-by',
		levels: 'use --level',
		none: `omit --${use === 'levels' ? 'level' : 'segment-by'}`,
	};
	cursor.fail('no-segments', `${report.command} takes no ${use}`, {help: help[grouping ?? 'none']}, span);
}

function readCohort(cursor: Cursor, cohort: Cohort, span: Span): Grouping {
	const {report} = cursor.setting.context;
	if (report && report.path !== 'engagement/churnAndEngagement') {
		const help = `use report churn retention --segment-by ${cohort}`;
		cursor.fail('not-in-report', `${cohort} works only in report churn retention`, {help}, span);
	}
	cursor.skip();
	if (cursor.char === ':') {
		const help = 'write it alone: every month or week is a segment';
		cursor.fail('segments-not-here', `${cohort} takes no segments`, {help}, cursor.here(cursor.restOfLine.length));
	}
	return {cohort, span};
}

function rejectEventUse(cursor: Cursor, span: Span): never {
	const [event = 'Category/Name'] = /[^\s()'"]+\/[^\s()'":]+/.exec(cursor.text.slice(span.start)) ?? [];
	const help = `run the report twice: --filter 'lifetimeEventUsage(${shorten(event)})>=1' and --filter 'lifetimeEventUsage(${shorten(event)})=0'`;
	return cursor.fail('not-a-segment', 'segments cannot be made by the use of an event', {help}, span);
}

function checkSegmentable(cursor: Cursor, target: Target, span: Span): void {
	const {field, part} = target;
	if (field.kind === 'levels' && part === undefined) {
		rejectWithoutLevel(cursor, field, span);
	}
	if (field.kind === 'flags' && part !== undefined && field.property?.segmentable) {
		const help = `write ${field.name}: ${part}, not ${part}`;
		cursor.fail('not-a-segment', `segment by ${field.name}, not by one of its flags`, {help}, span);
	}
	if (!field.property?.segmentable) {
		const help = 'report churn retention has segments by installationMonth and installationWeek';
		cursor.fail(
			'not-a-segment',
			`${shorten(targetName(target))} can be used in filters, but not in segments`,
			{help: field.kind === 'date' ? help : 'run the report once per value, with --filter'},
			span,
		);
	}
	checkReport(cursor, target, span);
}
