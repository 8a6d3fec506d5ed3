import type {EventReference} from '../../contract/event-reference.ts';
import {plain, printLabel, printQuoted, type QuoteMark} from './print-text.ts';

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
		type === 'regex' ? `~${printQuoted(text, mark)}` : plain(text, mark);
	return `${category === null ? 'null' : part(category, categoryType)}/${part(name, nameType)}`;
}
