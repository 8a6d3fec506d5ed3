import {isMap, type LabelMap} from '../contract/json-values.ts';
import type {Labelled} from '../contract/value-schemas.ts';
import type {Cell} from '../output/dataset.ts';

/** The layout of the answer is unknown; `where` names the part that differs. */
export class UnknownLayout extends Error {
	override readonly name = 'UnknownLayout';
	constructor(where: string, expected: string) {
		super(`${where} is not ${expected}`);
	}
}

export const isList = (value: Labelled | undefined): value is readonly Labelled[] => Array.isArray(value);

const emptyMap: LabelMap = new Map();

/** An object keyed by labels. An empty one may come as an empty list. */
export function toMap(value: Labelled | undefined, where: string): LabelMap {
	if (isMap(value)) return value;
	if (isList(value) && value.length === 0) return emptyMap;
	throw new UnknownLayout(where, 'an object');
}

/** A list. An empty one may come as an empty object. */
export function toList(value: Labelled | undefined, where: string): readonly Labelled[] {
	if (isList(value)) return value;
	if (isMap(value) && value.size === 0) return [];
	throw new UnknownLayout(where, 'a list');
}

/** A figure, or null if the answer has none, which is not the same as zero. */
export function toFigure(value: Labelled | undefined, where: string): number | null {
	if (typeof value === 'number') return value;
	if (value === null || value === undefined) return null;
	throw new UnknownLayout(where, 'a number');
}

/** A name, or null: an event may have no category. */
export function toName(value: Labelled | undefined, where: string): string | null {
	if (typeof value === 'string') return value;
	if (value === null || value === undefined) return null;
	throw new UnknownLayout(where, 'a text');
}

const isoDay = /^\d{4}-\d\d-\d\d$/;

/** A day that labels a part of the answer. */
export function toDate(label: string): string {
	if (isoDay.test(label)) return label;
	throw new UnknownLayout('a key of results', 'a date');
}

/** The named figures of an object, in that order. Throws UnknownLayout if it has none of them. */
export function toFigures(value: Labelled | undefined, names: readonly string[]): Cell[] {
	const map = toMap(value, 'the figures');
	if (!names.some(name => map.has(name))) throw new UnknownLayout('an object', `one with ${names.join(', ')}`);
	return names.map(name => toFigure(map.get(name), name));
}

/** The same for an object that is empty if there is no data. */
export function toFiguresOrNone(value: Labelled | undefined, names: readonly string[]): Cell[] {
	const map = toMap(value, 'the figures');
	return map.size > 0 ? toFigures(map, names) : names.map(() => null);
}
