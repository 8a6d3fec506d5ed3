import {sortDirections} from '../../contract/request-words.ts';
import {Expected} from './flag.ts';

/** A key that the service sorts by. Without a direction it sorts in ascending order. */
export type Sort<Key extends string = string> = {
	readonly sort: Key;
	readonly sortDirection?: (typeof sortDirections)[number];
};

export type ColumnSort = {readonly column: string; readonly isDescending: boolean};

export const isColumnSort = (value: unknown): value is ColumnSort =>
	typeof value === 'object' && value !== null && 'column' in value && typeof value.column === 'string';

function splitSort(text: string) {
	if (text.includes(',')) throw new Expected('one column');
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

export const getServiceSort = <Key extends string>(sort: Sort<Key> | ColumnSort | undefined): Sort<Key> | undefined =>
	sort && 'sort' in sort ? sort : undefined;
