import type {ColumnSort, Sort} from '../../contract/reports.ts';
import {sortDirections} from '../../contract/request-words.ts';
import {Expected} from './flag.ts';

function splitSort(text: string) {
	if (text.includes(',')) throw new Expected('one column');
	if (/^-[^:]+$/.test(text)) return {word: text.slice(1), sortDirection: 'desc'} as const;
	const [word = '', direction, ...rest] = text.split(':');
	const sortDirection = sortDirections.find(each => each === direction);
	if (direction !== undefined && (sortDirection === undefined || rest.length > 0)) {
		throw new Expected(`:asc or :desc after ${word}`, [`${word}:asc`, `${word}:desc`]);
	}
	return {word, ...(sortDirection ? {sortDirection} : {})};
}

/** Accepts a key and direction for the service, or any column, by which the client sorts. */
export const parseAnySort =
	<const Key extends string>(keys: readonly Key[]) =>
	(text: string): Sort<Key> | ColumnSort => {
		const {word, ...direction} = splitSort(text);
		const key = keys.find(each => each.toLowerCase() === word.toLowerCase());
		if (key !== undefined) return {sort: key, ...direction};
		return {column: word, isDescending: direction.sortDirection === 'desc'};
	};
