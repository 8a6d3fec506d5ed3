import type {EventReference} from '../../contract/event-reference.ts';
import {enumeration} from '../../text/wording.ts';
import {printLabel, type QuoteMark, quote, quoteIfNeeded, shorten} from '../values/quoting.ts';
import {matchAll} from '../values/regex.ts';

type Item = {
	readonly categoryType?: 'string' | 'regex';
	readonly nameType?: 'string' | 'regex';
	readonly category: string | null;
	readonly name: string;
};

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
		type === 'regex' ? `~${quote(text, mark)}` : quoteIfNeeded(text, mark);
	return `${category === null ? 'null' : part(category, categoryType)}/${part(name, nameType)}`;
}

const maxExplained = 8;

/** Returns `the event 'PDF' (category 'Export')` or `the sum of …`. */
export function explainEvent(event: EventReference): string {
	if (!('combiArray' in event)) return `the event ${explainPair(event)}`;
	const pairs = event.combiArray.slice(0, maxExplained).map(explainPair);
	const more = event.combiArray.length - pairs.length;
	const label = event.combiLabel === undefined ? '' : `, labeled '${shorten(event.combiLabel)}'`;
	return `the sum of ${enumeration(more > 0 ? [...pairs, `${more} more`] : pairs)}${label}`;
}

function explainPair({categoryType, nameType, category, name}: Item): string {
	const part = (text: string, type: Item['nameType']) =>
		type === 'regex' ? `matching '${shorten(text)}'` : `'${shorten(text)}'`;
	const matched = name === matchAll ? 'all events' : `all events ${part(name, nameType)}`;
	const events = nameType === 'regex' ? matched : part(name, nameType);
	return `${events} (${category === null ? 'without a category' : `category ${part(category, categoryType)}`})`;
}
