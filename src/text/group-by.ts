/** Keys and items keep their order. */
export function groupBy<Item, Key>(
	items: Iterable<Item>,
	keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
	const groups = new Map<Key, [Item, ...Item[]]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group) group.push(item);
		else groups.set(key, [item]);
	}
	return groups;
}

/** Keeps the first item of each key. */
export const distinctBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] =>
	Array.from(groupBy(items, keyOf).values(), ([first]) => first);
