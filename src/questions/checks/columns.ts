import type {Check} from '../file/schema.ts';

type Named = {readonly key: string; readonly at: readonly PropertyKey[]};

/** The columns that a check or a headline names, and where in it. */
export function columnsOf({
	column,
	rows,
	where,
	each,
}: Partial<Pick<Check, 'column' | 'rows' | 'where' | 'each'>>): readonly Named[] {
	const members = (name: string, map: object) => Object.keys(map).map(key => ({key, at: [name, key]}));
	const named = (name: string, keys: string | readonly string[] = []) =>
		typeof keys === 'string' ? [{key: keys, at: [name]}] : keys.map((key, at) => ({key, at: [name, at]}));
	return [
		...named('column', column),
		...named('each', each),
		...members('where', where ?? {}),
		// `new` is no column: it says that the row was not there before.
		...members('rows', typeof rows === 'object' ? rows : {}).filter(({key}) => key !== 'new'),
	];
}
