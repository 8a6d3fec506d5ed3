import type {Check} from '../file/question-schema.ts';

type Rows = Pick<Check, 'rows'>;

/** Returns the column values of `rows`, without `new`, which is not a column. */
export const rowCondition = ({rows}: Rows): NonNullable<Check['where']> =>
	typeof rows === 'object' ? Object.fromEntries(Object.entries(rows).filter(([name]) => name !== 'new')) : {};

/** Returns true if a check counts new rows only, false for known rows only, undefined for both. */
export const getWantsNew = ({rows}: Rows): boolean | undefined =>
	typeof rows === 'object' && rows.new !== undefined ? rows.new !== false : undefined;

type Named = {readonly key: string; readonly at: readonly PropertyKey[]};

export function columnsOf({
	column,
	rows,
	where = {},
	each,
}: Partial<Pick<Check, 'column' | 'rows' | 'where' | 'each'>>): readonly Named[] {
	const members = (name: string, map: object) => Object.keys(map).map(key => ({key, at: [name, key]}));
	const named = (name: string, keys: string | readonly string[] = []) =>
		typeof keys === 'string' ? [{key: keys, at: [name]}] : keys.map((key, at) => ({key, at: [name, at]}));
	return [
		...named('column', column),
		...named('each', each),
		...members('where', where),
		...members('rows', rowCondition({rows})),
	];
}
