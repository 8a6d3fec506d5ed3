import {addDays} from '../../calendar.ts';
import type {RequestError} from './segment-rules.ts';

type Members = Readonly<Record<string, unknown>>;

/** Resolves `NOW` and `NOW-<days>`. Returns other days unchanged. */
function resolveDay(text: string, today: string): string {
	if (!text.startsWith('NOW')) return text;
	const ago = text === 'NOW' ? 0 : Number(text.slice('NOW-'.length));
	return addDays(today, -ago);
}

export function withDays<Input extends Members>(input: Input, today: string): Input {
	const days = ['startDate', 'stopDate'].flatMap(name => {
		const value = input[name];
		return typeof value === 'string' ? [[name, resolveDay(value, today)]] : [];
	});
	return {...input, ...Object.fromEntries(days)};
}

/** Relative dates must be resolved first. */
export function findDateErrors({startDate, stopDate}: Members): readonly RequestError[] {
	if (typeof startDate !== 'string' || typeof stopDate !== 'string' || startDate <= stopDate) return [];
	return [{path: [], message: `stopDate ${stopDate} is before startDate ${startDate}`}];
}
