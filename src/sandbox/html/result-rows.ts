/** A row of a result: an innermost group of figures with the labels that lead to it. */
export type ResultRow = {
	readonly labels: readonly string[];
	/** Figures by member name, or by label where the result has only labels and figures. */
	readonly figures: ReadonlyMap<string, Figure>;
};
type Figure = string | number | boolean | null;

/** Members that give structure and are not labels. */
const structure = new Set([
	'totals',
	'level1',
	'level2',
	'level3',
	'data',
	'detailedReport',
	'categoryEventsData',
	'eventUsage',
]);
/** Members that repeat in another form what a table shows. */
const omitted = new Set(['usageFrequency', 'categoryUsageSummary', 'categoryCustomValuesSummary', 'eventCustomValues']);
/** Members that name an item of a list, outermost first. */
const naming = ['category', 'eventCategory', 'name', 'eventName', 'combiLabel'];

const isFigure = (value: unknown): value is Figure =>
	value === null || ['string', 'number', 'boolean'].includes(typeof value);
const getEntries = (node: object): readonly (readonly [string, unknown])[] =>
	node instanceof Map ? [...(node as Map<string, unknown>)] : Object.entries(node);

/** The names of an item of a list; an event without category has a null there. */
function getNames(members: ReadonlyMap<string, unknown>): readonly string[] {
	return naming.filter(name => members.has(name)).map(name => String(members.get(name) ?? 'no category'));
}

function* walkItem(item: object, labels: readonly string[]): Generator<ResultRow> {
	const members = new Map(getEntries(item));
	const rest = [...members].filter(([name]) => !naming.includes(name));
	yield* walk(new Map(rest), [...labels, ...getNames(members)]);
}

function* walk(node: object, labels: readonly string[]): Generator<ResultRow> {
	if (Array.isArray(node)) {
		for (const item of node) yield* walkItem(item as object, labels);
		return;
	}
	const entries = getEntries(node).filter(([name]) => !omitted.has(name));
	const figures = new Map(entries.filter((entry): entry is [string, Figure] => isFigure(entry[1])));
	if (figures.size > 0) yield {labels, figures};
	for (const [name, child] of entries)
		if (!isFigure(child)) yield* walk(child as object, structure.has(name) ? labels : [...labels, name]);
}

/** The rows of a report's `results`, in the order of the answer. */
export const readRows = (results: object): readonly ResultRow[] => [...walk(results, [])];
