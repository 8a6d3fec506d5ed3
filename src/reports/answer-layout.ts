import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import type {Cell} from '../output/dataset.ts';

/** Thrown for a response with an unknown layout; `where` names the part that differs. */
export class UnknownLayout extends Error {
	override readonly name = 'UnknownLayout';
	constructor(where: string, expected: string) {
		super(`${where} is not ${expected}`);
	}
}

export const isList = (value: Labeled | undefined): value is readonly Labeled[] => Array.isArray(value);

const emptyMap: LabelMap = new Map();

/** Returns an object keyed by labels. The service may send an empty one as an empty list. */
export function toMap(value: Labeled | undefined, where: string): LabelMap {
	if (isMap(value)) return value;
	if (isList(value) && value.length === 0) return emptyMap;
	throw new UnknownLayout(where, 'an object');
}

/** Returns a list. The service may send an empty one as an empty object. */
export function toList(value: Labeled | undefined, where: string): readonly Labeled[] {
	if (isList(value)) return value;
	if (isMap(value) && value.size === 0) return [];
	throw new UnknownLayout(where, 'a list');
}

/** Returns a figure, or null if the response has none, which is not the same as zero. */
export function toFigure(value: Labeled | undefined, where: string): number | null {
	if (typeof value === 'number') return value;
	if (value === null || value === undefined) return null;
	throw new UnknownLayout(where, 'a number');
}

/** Returns a name; null, for example, for an event without a category. */
export function toName(value: Labeled | undefined, where: string): string | null {
	if (typeof value === 'string') return value;
	if (value === null || value === undefined) return null;
	throw new UnknownLayout(where, 'a text');
}

const isoDay = /^\d{4}-\d\d-\d\d$/;

export function toDate(label: string): string {
	if (isoDay.test(label)) return label;
	throw new UnknownLayout('a key of results', 'a date');
}

/** Returns the named figures in this order. Throws UnknownLayout if the object has none of them. */
export function toFigures(value: Labeled | undefined, names: readonly string[]): Cell[] {
	const map = toMap(value, 'the figures');
	if (!names.some(name => map.has(name))) throw new UnknownLayout('an object', `one with ${names.join(', ')}`);
	return names.map(name => toFigure(map.get(name), name));
}

/** Like `toFigures`, for an object that is empty if there is no data. */
export function toFiguresOrNone(value: Labeled | undefined, names: readonly string[]): Cell[] {
	const map = toMap(value, 'the figures');
	return map.size > 0 ? toFigures(map, names) : names.map(() => null);
}
