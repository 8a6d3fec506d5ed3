import {sortDirections} from '../contract/words.ts';
import {Expected} from './flag.ts';

/** What rows are sorted by; without a direction the service's default holds (ascending). */
export type Sort<Key extends string = string> = {
	readonly sort: Key;
	readonly sortDirection?: (typeof sortDirections)[number];
};

/** Reads `KEY`, `KEY:asc` or `KEY:desc`. */
export const parseSort =
	<const Key extends string>(keys: readonly Key[]) =>
	(text: string): Sort<Key> => {
		const [word = '', direction, ...rest] = text.split(':');
		const key = keys.find(each => each === word);
		if (key === undefined) throw new Expected(`one of ${keys.join(', ')}, with :asc or :desc behind it`, keys);
		if (direction === undefined) return {sort: key};
		const sortDirection = sortDirections.find(each => each === direction);
		if (sortDirection === undefined || rest.length > 0) {
			throw new Expected(`:asc or :desc behind ${key}`, [`${key}:asc`, `${key}:desc`]);
		}
		return {sort: key, sortDirection};
	};
