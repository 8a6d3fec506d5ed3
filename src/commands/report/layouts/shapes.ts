import type {Labelled} from '../../../contract/values.ts';
import type {Cell, Row} from '../../../output/dataset.ts';

/** An object of the answer: a Map in the service's order. */
export type LabelMap = ReadonlyMap<string, Labelled>;

/** The answer has none of the layouts that are known for its report; `where` names the part that differs. */
export class UnknownLayout extends Error {
	override readonly name = 'UnknownLayout';
	constructor(where: string, expected: string) {
		super(`${where} is not ${expected}`);
	}
}

export const isMap = (value: Labelled | undefined): value is LabelMap =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: Labelled | undefined): value is readonly Labelled[] => Array.isArray(value);

const nothing: LabelMap = new Map();

/** An object keyed by labels. An empty one may come as an empty list (wire-facts part 6, 15). */
export function toMap(value: Labelled | undefined, where: string): LabelMap {
	if (isMap(value)) return value;
	if (isList(value) && value.length === 0) return nothing;
	throw new UnknownLayout(where, 'an object');
}

/** A list. An empty one may come as an empty object. */
export function toList(value: Labelled | undefined, where: string): readonly Labelled[] {
	if (isList(value)) return value;
	if (isMap(value) && value.size === 0) return [];
	throw new UnknownLayout(where, 'a list');
}

/** A figure: whole, fractional, or null; one that is absent is null, which is not zero (wire-facts part 6, 18 and 25). */
export function toFigure(value: Labelled | undefined, where: string): number | null {
	if (typeof value === 'number') return value;
	if (value === null || value === undefined) return null;
	throw new UnknownLayout(where, 'a number');
}

/** A name, or null: an event without a category (wire-facts part 6, 26). */
export function toName(value: Labelled | undefined, where: string): string | null {
	if (typeof value === 'string') return value;
	if (value === null || value === undefined) return null;
	throw new UnknownLayout(where, 'a text');
}

/**
 * Puts the named figures of an object into a row, in that order, from a place on. An object that holds something, but none
 * of them, is some other object.
 */
export function addFigures(
	row: Cell[],
	value: Labelled | undefined,
	{names, from = row.length}: {readonly names: readonly string[]; readonly from?: number},
): Cell[] {
	const map = toMap(value, 'the figures');
	let isKnown = false;
	for (let index = 0; index < names.length; index++) {
		const name = names[index] as string;
		const figure = map.get(name);
		if (figure !== undefined) isKnown = true;
		row[from + index] = typeof figure === 'number' ? figure : toFigure(figure, name);
	}
	if (!isKnown && map.size > 0) throw new UnknownLayout('an object', `one with ${names.join(', ')}`);
	return row;
}

const isoDay = /^\d{4}-\d\d-\d\d$/;
export const isDate = (label: string) => isoDay.test(label);

/** Rows leave in blocks: large enough that nothing is done a row at a time, small enough to hold. */
const blockRows = 2048;

/** Gathers rows until they make a block. */
export class Gathering {
	private rows: Row[] = [];

	add(row: Row): void {
		this.rows.push(row);
	}

	get isFull(): boolean {
		return this.rows.length >= blockRows;
	}

	take(): readonly Row[] {
		const {rows} = this;
		this.rows = [];
		return rows;
	}
}
