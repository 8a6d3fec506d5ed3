import type {Labelled} from '../contract/values.ts';

const isMap = (value: Labelled | undefined): value is ReadonlyMap<string, Labelled> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an answer that is keyed by labels, in the service's order, at a path of labels; empty where there are none. */
export function members(value: Labelled, ...path: readonly string[]): ReadonlyMap<string, Labelled> {
	let found: Labelled | undefined = value;
	for (const label of path) found = isMap(found) ? found.get(label) : undefined;
	return isMap(found) ? found : new Map();
}
