import type {EventReference} from '../../contract/event-reference.ts';
import {plain, printLabel, type QuoteMark, quote, shown} from '../values/quoting.ts';

type Item = {
	readonly categoryType?: 'string' | 'regex';
	readonly nameType?: 'string' | 'regex';
	readonly category: string | null;
	readonly name: string;
};

/** The canonical text of an event reference. */
export function printEvent(event: EventReference, mark: QuoteMark = "'"): string {
	if (!('combiArray' in event)) return printPair(event, mark);
	const pairs = event.combiArray.map(item => printPair(item, mark)).join(' + ');
	const [first] = event.combiArray;
	const isForced = event.combiArray.length === 1 && first?.categoryType === 'string' && first.nameType === 'string';
	const sum = isForced ? `combi(${pairs})` : pairs;
	return event.combiLabel === undefined ? sum : `${printLabel(event.combiLabel, mark)} = ${sum}`;
}

function printPair({categoryType, nameType, category, name}: Item, mark: QuoteMark): string {
	const part = (text: string, type: Item['nameType']) =>
		type === 'regex' ? `~${quote(text, mark)}` : plain(text, mark);
	return `${category === null ? 'null' : part(category, categoryType)}/${part(name, nameType)}`;
}

/** A few of many; the JSON holds them all. */
const most = 8;

/** `the event PDF (category Export)`, or several added up. */
export function explainEvent(event: EventReference): string {
	if (!('combiArray' in event)) return `the event ${explainPair(event)}`;
	const pairs = event.combiArray.slice(0, most).map(explainPair).join(', ');
	const label = event.combiLabel === undefined ? '' : `, called '${shown(event.combiLabel)}'`;
	return `these events, added up${label}: ${pairs}`;
}

function explainPair({categoryType, nameType, category, name}: Item): string {
	const part = (text: string, type: Item['nameType']) =>
		type === 'regex' ? `matching ${shown(text)}` : `'${shown(text)}'`;
	return `${part(name, nameType)} (${category === null ? 'without a category' : `category ${part(category, categoryType)}`})`;
}
