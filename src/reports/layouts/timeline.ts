import type {Labelled} from '../../contract/values.ts';
import type {Row} from '../../output/dataset.ts';
import {isMap, toDate, toFigure, toList, toMap, toName, UnknownLayout} from './labelled.ts';

function toRow(date: string, item: Labelled): Row {
	if (!isMap(item) || !item.has('name')) {
		throw new UnknownLayout('an event', 'an object with category, name and value');
	}
	const value = toFigure(item.get('value'), 'the value of an event');
	return [date, toName(item.get('category'), 'category'), toName(item.get('name'), 'name'), value];
}

/**
 * Reads `results` of the event timeline, which may be several answers with some of the events each: their dates are merged in
 * order. A date that is missing is not filled in. Rows: date, category, name, value. Throws UnknownLayout
 * (docs/service.md#basic-timeline).
 */
export function* readTimeline(answers: readonly Labelled[]): Generator<Row, void> {
	const byDate = new Map<string, Row[]>();
	for (const answer of answers) {
		for (const [date, list] of toMap(answer, 'results')) {
			const day = toDate(date);
			const rows = toList(list, 'a date').map(item => toRow(day, item));
			byDate.set(day, [...(byDate.get(day) ?? []), ...rows]);
		}
	}
	const dates = [...byDate.keys()];
	if (answers.length > 1) dates.sort();
	for (const date of dates) yield* byDate.get(date) ?? [];
}
