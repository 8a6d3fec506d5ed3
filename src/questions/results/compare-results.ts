import {type Cell, type Column, isFigure, type Row} from '../../output/dataset.ts';
import {findDifference, findNamePlaces, keyOf, labelOf, type Result} from './result.ts';
import {areLossesKnown, findDoubt, isEngaged, isLoss, rangeOf, timeOf} from './result-periods.ts';

/**
 * The kinds of differences between two results of a question. `restated`: a final figure changed. `expected`: a final number of losses
 * shrank, because lost installations returned (docs/service.md#help-lost). `new`: the period or its losses were not
 * final in the earlier result. `changed`, `gone`: a row of a list, or of a range that runs until now. `not comparable`: a reason why the
 * other differences may be meaningless.
 */
export const kinds = ['not comparable', 'restated', 'expected', 'new', 'changed', 'gone'] as const;
type Kind = (typeof kinds)[number];
export type Difference = {
	readonly kind: Kind;
	readonly row: string;
	readonly figure: string | null;
	readonly before: Cell;
	readonly now: Cell;
};

type Side = {readonly result: Result; readonly rows: ReadonlyMap<string, Row>; readonly places: readonly number[]};

const note = (row: string): Difference => ({kind: 'not comparable', row, figure: null, before: null, now: null});

function createSide(result: Result): Side {
	const places = findNamePlaces(result.columns);
	return {result, places, rows: new Map(result.rows.map(row => [keyOf(row, places), row]))};
}

const withoutFigures = (caveat: string) => caveat.replace(/\d[\d.,:-]*/g, '…');

function compareCaveats(older: Result, newer: Result): readonly Difference[] {
	const only = (one: Result, other: Result, when: string) => {
		const known = new Set(other.caveats.map(withoutFigures));
		return one.caveats.filter(text => !known.has(withoutFigures(text))).map(text => note(`caveat ${when}: ${text}`));
	};
	return [...only(newer, older, 'only in the later result'), ...only(older, newer, 'only in the earlier result')];
}

/** True if both results have the same range, whose figures were already final in the earlier one. */
function isSettled(key: string, older: Result, newer: Result): boolean {
	const [one, other] = [rangeOf(older), rangeOf(newer)];
	const isSame = one?.first === other?.first && one?.last === other?.last;
	return one !== undefined && isSame && one.last < older.day && areLossesKnown(key, one, older.day);
}

/** Tests figures of a row whose losses shrank. In a cohort, these installations are engaged again. */
function createIsReturn(
	columns: readonly Column[],
	before: Row | undefined,
	now: Row | undefined,
): (key: string) => boolean {
	const lossAt = columns.findIndex(({key}) => isLoss(key));
	const [was, is] = [before?.[lossAt], now?.[lossAt]];
	const haveReturned = typeof was === 'number' && typeof is === 'number' && is < was;
	return key => haveReturned && (isLoss(key) || isEngaged(key));
}

type Pair = {
	readonly before: Row | undefined;
	readonly now: Row | undefined;
	readonly older: Result;
	readonly newer: Result;
};

function isOutside(row: Row, {older, newer}: Pair): boolean {
	const {dateAt} = timeOf(newer.columns);
	const firsts = [older, newer].map(each => rangeOf(each)?.first ?? '');
	return dateAt >= 0 && firsts.some(first => String(row[dateAt]) < first);
}

/** Returns the kind of a difference in a row of a period; undefined if it only exists because the range moved. */
function kindOfPeriod(key: string, pair: Pair): Kind | undefined {
	const {before, now, older, newer} = pair;
	const range = rangeOf(older);
	const row = before ?? now;
	if (!range || !row || isOutside(row, pair)) return undefined;
	// Without dates, a period counts all installations added in the range.
	if (timeOf(newer.columns).dateAt < 0 && range.last !== rangeOf(newer)?.last) return 'changed';
	return findDoubt(row, key, older) === undefined ? 'restated' : 'new';
}

function kindOfRow(column: Column, sides: Pair): Kind | undefined {
	const {before, now, older, newer} = sides;
	const {dateAt, periodAt} = timeOf(newer.columns);
	if (rangeOf(newer) && (dateAt >= 0 || periodAt >= 0)) return kindOfPeriod(column.key, sides);
	if (isSettled(column.key, older, newer)) return 'restated';
	if (now && before) return 'changed';
	return now ? 'new' : 'gone';
}

export function compareResults(older: Result, newer: Result): readonly Difference[] {
	const difference = findDifference(older, newer);
	if (difference !== undefined) return [note(difference)];
	const keys = ({columns}: Result) => columns.map(({key}) => key).join(', ');
	if (keys(older) !== keys(newer)) return [note(`different columns: ${keys(older)} before`)];
	const [then, later] = [createSide(older), createSide(newer)];
	const figures = newer.columns.flatMap((column, place) => (isFigure(column) ? [{column, place}] : []));
	const rowKeys = [...new Set([...then.rows.keys(), ...later.rows.keys()])];
	const found = rowKeys.flatMap(key => {
		const [before, now] = [then.rows.get(key), later.rows.get(key)];
		const label = labelOf(now ?? before ?? [], newer.columns, later.places) || 'all';
		const isReturn = createIsReturn(newer.columns, before, now);
		return figures.flatMap(({column, place}): readonly Difference[] => {
			const [was, is] = [before?.[place] ?? null, now?.[place] ?? null];
			const found = was === is ? undefined : kindOfRow(column, {before, now, older, newer});
			const kind = found === 'restated' && isReturn(column.key) ? 'expected' : found;
			return kind ? [{kind, row: label, figure: column.title, before: was, now: is}] : [];
		});
	});
	return [...compareCaveats(older, newer), ...found].sort(
		(one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
	);
}
