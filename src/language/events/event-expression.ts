import type {Combination, EventReference} from '../../contract/event-reference.ts';
import {Cursor, type Setting} from '../source/cursor.ts';
import type {Source} from '../source/source-text.ts';
import {readLabel} from '../values/quoting.ts';
import {readEvent, rejectAfterEvent} from './read-event.ts';

/** `--event`: `[label =] category/name [+ category/name …]` (docs/language.md#events). */

export function readEventExpression(source: Source, setting: Setting): EventReference {
	const cursor = new Cursor(source, setting);
	cursor.skipLines();
	if (cursor.atEnd) {
		cursor.expects('category');
		const help = 'check for an unset shell variable';
		cursor.fail('empty', 'the event is empty', {expected: ['category/name'], help}, cursor.span(0, 1));
	}
	const start = cursor.at;
	const label = readLabel(cursor);
	const event = readEvent(cursor);
	if (!cursor.skipLines().atEnd) rejectAfterEvent(cursor);
	checkReport(cursor, event, start);
	if (label === undefined) return event;
	if (!('combiArray' in event)) {
		const help = 'remove the label, or write a sum of one event: combi(category/name)';
		return cursor.fail('event-label', 'only a sum can have a label', {help}, label.span);
	}
	cursor.warn('combi-label', 'combiLabel is undocumented; it names the sum in the response', label.span);
	return {combiLabel: label.text, combiArray: event.combiArray} satisfies Combination;
}

function checkReport(cursor: Cursor, event: EventReference, start: number): void {
	const {report} = cursor.setting.context;
	const events = report?.events;
	const end = cursor.text.trimEnd().length;
	if (report && !events) {
		cursor.fail('no-events', `${report.command} takes no events`, {help: 'omit --event'}, cursor.span(start, end));
	}
	if (events !== 'single' || !('combiArray' in event)) return;
	const message = 'this report takes single events only, not sums or patterns';
	cursor.fail('event-no-combi', message, {help: 'repeat --event for each event'}, cursor.span(start, end));
}
