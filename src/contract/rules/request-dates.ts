import {addDays} from '../../calendar.ts';
import type {Fault} from './segment-faults.ts';

/** The dates of a request (docs/service.md#relative-dates). */

type Members = Readonly<Record<string, unknown>>;

/** The day of `NOW` or `NOW-<days>`; a plain day stays as it is. */
function resolveDay(text: string, today: string): string {
	if (!text.startsWith('NOW')) return text;
	const ago = text === 'NOW' ? 0 : Number(text.slice('NOW-'.length));
	return addDays(today, -ago);
}

/** A request with plain days in the place of relative ones. */
export function withDays<Input extends Members>(input: Input, today: string): Input {
	const days = ['startDate', 'stopDate'].flatMap(name => {
		const value = input[name];
		return typeof value === 'string' ? [[name, resolveDay(value, today)]] : [];
	});
	return {...input, ...Object.fromEntries(days)};
}

/** A range of plain days that ends before it begins. */
export function findDateFaults({startDate, stopDate}: Members): readonly Fault[] {
	if (typeof startDate !== 'string' || typeof stopDate !== 'string' || startDate <= stopDate) return [];
	return [{path: [], message: `stopDate ${stopDate} is before startDate ${startDate}`}];
}
