import type {Labelled} from '../../../contract/values.ts';
import type {Row} from '../../../output/dataset.ts';
import {isDate, isMap, toFigure, toList, toMap, toName, UnknownLayout} from './shapes.ts';

function rowOf(date: string, item: Labelled): Row {
	if (!isMap(item) || !item.has('name')) throw new UnknownLayout('an event', 'an object with category, name and value');
	const figure = toFigure(item.get('value'), 'the value of an event');
	return [date, toName(item.get('category'), 'category'), toName(item.get('name'), 'name'), figure];
}

/** Rows by date, in the order of the answer. */
function datesOf(results: Labelled): [string, readonly Row[]][] {
	return Array.from(toMap(results, 'results'), ([date, list]) => {
		if (!isDate(date)) throw new UnknownLayout('a key of results', 'a date');
		return [date, toList(list, 'a date').map(item => rowOf(date, item))];
	});
}

/**
 * Reads `results` of the event timeline (wire-facts 1.18), which came in one answer for every few events: the dates of
 * several answers are united in order, and on each date the events stand as they were asked for. A date that is missing
 * is not filled in. Rows: date, category, name, value. Throws UnknownLayout for anything else.
 */
export function* readTimeline(answers: readonly Labelled[]): Generator<readonly Row[], void> {
	const byDate = new Map<string, Row[]>();
	for (const answer of answers)
		for (const [date, rows] of datesOf(answer)) byDate.set(date, [...(byDate.get(date) ?? []), ...rows]);
	const dates = [...byDate.keys()];
	if (answers.length > 1) dates.sort();
	yield dates.flatMap(date => byDate.get(date) ?? []);
}
