import type {Check} from '../file/question-schema.ts';

type Rows = Pick<Check, 'rows'>;

/** The values of the rows that a check counts, without `new`, which is no column: it says that a row was not there before. */
export const rowCondition = ({rows}: Rows): NonNullable<Check['where']> =>
	typeof rows === 'object' ? Object.fromEntries(Object.entries(rows).filter(([name]) => name !== 'new')) : {};

/** True if a check is about new rows, false if about rows that were there before, undefined if it does not say. */
export const getWantsNew = ({rows}: Rows): boolean | undefined =>
	typeof rows === 'object' && rows.new !== undefined ? rows.new !== false : undefined;

type Named = {readonly key: string; readonly at: readonly PropertyKey[]};

/** The columns that a check or a headline names, and where in it. */
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
