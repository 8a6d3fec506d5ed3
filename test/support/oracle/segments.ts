/** Segment items as the specification words them: which labels a value falls under. */

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes, read as the text of the law reads it
type Wire = any;
type Value = string | number | boolean | null;

/** Geography's nulls are relative to the level above; `get` reads the other levels. */
function isNullAt(property: string, get: (name: string) => Value): boolean {
	if (get(property) !== null) return false;
	if (property === 'geography.country') return get('geography.continent') !== null;
	if (property === 'geography.usState') return get('geography.continent') !== null && get('geography.country') === 'US';
	return true;
}

function valueMatches(item: Wire, value: Value): boolean {
	if (value === null) return false;
	if (item.type === 'string') return value === item.value;
	if (item.type === 'stringArray') return item.value.includes(value);
	if (item.type === 'regex') return new RegExp(item.value, 'u').test(String(value));
	if (item.type === 'number') return value === item.value;
	if (item.type === 'boolean') return value === item.value;
	if (item.type === 'numberRange')
		return (
			(item.min === undefined || Number(value) >= item.min) && (item.max === undefined || Number(value) <= item.max)
		);
	return false;
}

const flagNames = ['activated', 'blacklisted', 'expired', 'whitelisted'];
const hasFlags = (item: Wire) => flagNames.some(name => name in item);
const splits = (item: Wire) => (item.type === 'stringArray' || item.type === 'regex') && item.split !== false;

/**
 * Labels of an installation under a list of items. `kept` says which values an item with a `limit` keeps
 * (a decision of the sandbox: the service does not say which).
 */
export function labelsOf(
	items: readonly Wire[],
	property: string,
	get: (name: string) => Value,
	kept: (item: Wire) => ReadonlySet<string> | undefined,
): readonly string[] {
	const labels = new Set<string>();
	const value = get(property);
	for (const item of items) {
		if (hasFlags(item)) {
			if (flagNames.every(name => !(name in item) || get(`${property}.${name}`) === item[name]))
				labels.add(item.segmentLabel);
			continue;
		}
		if (item.includeNull && isNullAt(property, get)) labels.add(item.segmentLabel ?? '<NULL>');
		if (!valueMatches(item, value)) continue;
		const label = splits(item) ? String(value) : (item.segmentLabel ?? String(value));
		if (item.limit === undefined || kept(item)?.has(label)) labels.add(label);
	}
	return [...labels];
}

/** "When omitted, the report is segmented by the top values of the property, null excluded": the sandbox takes ten. */
export const itemsOf = (segments: readonly Wire[] | undefined): readonly Wire[] =>
	segments ?? [{type: 'regex', value: '', split: true, limit: 10}];

/** The `limit` values with most installations, ties by label, as the sandbox decides. */
export function keepMost(
	items: readonly Wire[],
	values: readonly Value[],
): (item: Wire) => ReadonlySet<string> | undefined {
	const kept = new Map<Wire, ReadonlySet<string>>();
	for (const item of items) {
		if (item.limit === undefined) continue;
		const counts = new Map<string, number>();
		for (const value of values)
			if (valueMatches(item, value)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
		const order = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
		kept.set(item, new Set(order.slice(0, item.limit).map(([label]) => label)));
	}
	return item => kept.get(item);
}
