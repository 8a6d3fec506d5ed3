import type {Labeled} from './value-schemas.ts';

export type Members = Readonly<Record<string, unknown>>;

/** True for an object of JSON: neither null nor a list. */
export const isObject = (value: unknown): value is Members =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';

export type LabelMap = ReadonlyMap<string, Labeled>;

export const isMap = (value: Labeled | undefined): value is LabelMap => isObject(value);
