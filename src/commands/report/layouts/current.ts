import type {Labelled} from '../../../contract/values.ts';
import type {Cell, Row} from '../../../output/dataset.ts';
import {addFigures, Gathering, isDate, isMap, type LabelMap, toMap, UnknownLayout} from './shapes.ts';

/** What was asked, as far as the layout of the answer hangs on it. */
export type CurrentAsked = {
	readonly statuses: readonly string[];
	/** Column names of the levels, outermost first. */
	readonly levels: readonly string[];
	readonly isSplit: boolean;
	/** Rows for the outer levels too, and a column that says which level a row is of. */
	readonly totals: boolean;
};

type Blocks = Generator<readonly Row[], void>;

/** Counts stand bare, or inside `totals`. */
const addCounts = (row: Cell[], value: Labelled, {statuses}: CurrentAsked): Row =>
	addFigures(row, (isMap(value) ? value.get('totals') : undefined) ?? value, {names: statuses});

function* readUnsegmented(results: LabelMap, asked: CurrentAsked): Blocks {
	if (results.size > 0) yield [addCounts([], results, asked)];
}

/** Walks the nested levels; an outer segment stands before what is inside it. */
class LevelWalk {
	private readonly asked: CurrentAsked;
	private readonly rows = new Gathering();
	/** Depths at which some segment holds the next level, and at which one that counts somebody does not. */
	private readonly nested = new Set<number>();
	private readonly bare = new Set<number>();

	constructor(asked: CurrentAsked) {
		this.asked = asked;
	}

	*read(results: LabelMap): Blocks {
		const level1 = results.get('level1');
		if (level1 === undefined && results.size > 0) throw new UnknownLayout('results', 'an object with level1');
		const segments = toMap(level1 ?? [], 'level1');
		yield* this.level(segments, []);
		yield this.rows.take();
		// Some segment may have nothing inside; where none has, another question was answered.
		for (const depth of this.bare)
			if (!this.nested.has(depth)) throw new UnknownLayout('results', `an object with level${depth + 1}`);
	}

	private *level(segments: LabelMap, outer: readonly string[]): Blocks {
		const depth = outer.length + 1;
		const isInnermost = depth === this.asked.levels.length;
		for (const [label, segment] of segments) {
			if (!isMap(segment)) throw new UnknownLayout('a segment', 'an object with totals');
			if (isInnermost || this.asked.totals) this.rows.add(this.row(outer, label, segment));
			if (!isInnermost) yield* this.level(this.inside(segment, depth), [...outer, label]);
			if (this.rows.isFull) yield this.rows.take();
		}
	}

	/** The segments of the next level. */
	private inside(segment: LabelMap, depth: number): LabelMap {
		const next = segment.get(`level${depth + 1}`);
		if (next !== undefined) this.nested.add(depth);
		else if (addFigures([], segment.get('totals'), {names: this.asked.statuses}).some(Boolean)) this.bare.add(depth);
		return toMap(next ?? [], `level${depth + 1}`);
	}

	/** Made in its full length at once: an array that grows takes three times the memory. */
	private row(outer: readonly string[], label: string, segment: LabelMap): Row {
		const {levels, statuses, totals} = this.asked;
		const from = levels.length + (totals ? 1 : 0);
		const row = new Array<Cell>(from + statuses.length);
		for (let place = 0; place < levels.length; place++) row[place] = outer[place] ?? null;
		row[outer.length] = label;
		if (totals) row[levels.length] = levels[outer.length] ?? null;
		return addFigures(row, segment.get('totals'), {names: statuses, from});
	}
}

function toDate(label: string): string {
	if (isDate(label)) return label;
	throw new UnknownLayout('a key of results', 'a date');
}

function* readDates(results: LabelMap, asked: CurrentAsked): Blocks {
	const rows = new Gathering();
	for (const [date, counts] of results) {
		rows.add(addCounts([toDate(date)], counts, asked));
		if (rows.isFull) yield rows.take();
	}
	yield rows.take();
}

/** Each segment holds its dates (wire-facts 1.15, candidate A). */
function* readDatesInSegments(level1: LabelMap, asked: CurrentAsked): Blocks {
	const rows = new Gathering();
	for (const [label, dates] of level1)
		for (const [date, counts] of toMap(dates, 'a segment')) {
			rows.add(addCounts([toDate(date), label], counts, asked));
			if (rows.isFull) yield rows.take();
		}
	yield rows.take();
}

/** Each date holds its segments (candidate B). */
function* readSegmentsInDates(results: LabelMap, asked: CurrentAsked): Blocks {
	const rows = new Gathering();
	for (const [date, inside] of results) {
		const day = toMap(inside, 'a date');
		const level1 = day.get('level1');
		if (level1 === undefined && day.size > 0) throw new UnknownLayout('a date', 'an object with level1');
		for (const [label, segment] of toMap(level1 ?? [], 'level1')) {
			rows.add(addCounts([toDate(date), label], segment, asked));
			if (rows.isFull) yield rows.take();
		}
	}
	yield rows.take();
}

/**
 * Reads `results` of the current report in each layout of wire-facts 1.15: bare counts, nested levels, dates, and both
 * forms of dates with one level. Rows: date when split, a label for each level, `level` with totals, the statuses asked
 * for. Throws UnknownLayout for anything else.
 */
export function* readCurrent(value: Labelled, asked: CurrentAsked): Blocks {
	const results = toMap(value, 'results');
	if (asked.isSplit) {
		const level1 = results.get('level1');
		if (asked.levels.length === 0) yield* readDates(results, asked);
		else if (level1 === undefined) yield* readSegmentsInDates(results, asked);
		else yield* readDatesInSegments(toMap(level1, 'level1'), asked);
	} else if (asked.levels.length === 0) yield* readUnsegmented(results, asked);
	else yield* new LevelWalk(asked).read(results);
}
