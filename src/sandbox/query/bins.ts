import {raw, type Sql} from './sql-template.ts';

/** See docs/service.md#bins. */
export type Bin = {readonly label: string; readonly max: number};

type Edges = {
	/** The smallest value of the first bin. Absent if it has no lower bound. */
	readonly from?: number;
	/** The largest value of each bin except the last, which has no upper bound. */
	readonly maxima: readonly number[];
	readonly text?: (value: number) => string;
};

export function createBins({from, maxima, text = String}: Edges): readonly Bin[] {
	const closed = maxima.map((max, index) => {
		const min = index === 0 ? from : (maxima[index - 1] ?? 0) + 1;
		if (min === undefined) return {label: `≤ ${text(max)}`, max};
		return {label: min === max ? text(min) : `${text(min)} - ${text(max)}`, max};
	});
	return [...closed, {label: `≥ ${text((maxima.at(-1) ?? 0) + 1)}`, max: Number.POSITIVE_INFINITY}];
}

const steps = (first: number, step: number, count: number) =>
	Array.from({length: count}, (_, index) => first + index * step);

export const eventBins = createBins({
	from: 1,
	maxima: [10, ...steps(15, 5, 8), ...steps(60, 10, 10), ...steps(175, 25, 10)],
});

export const countBins = createBins({maxima: [1, 2, 3, 5, 8, 12, 20, 30, 50, 75, 100]});

const hours = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** In minutes, labeled as hours:minutes. */
export const runtimeBins = createBins({
	maxima: [50, 60, ...steps(75, 15, 8), ...steps(210, 30, 18), ...steps(780, 60, 6), ...steps(1260, 180, 7)],
	text: hours,
});

export function binOf(value: string, bins: readonly Bin[]): Sql {
	const closed = bins.slice(0, -1).map(({max}, index) => `WHEN ${value} <= ${max} THEN ${index}`);
	return raw(`CASE ${closed.join(' ')} ELSE ${bins.length - 1} END`);
}

export function histogram(rows: readonly {readonly bin: number; readonly n: number}[], bins: readonly Bin[]) {
	const counts = new Map(rows.map(({bin, n}) => [bin, n]));
	return new Map(bins.map(({label}, index) => [label, counts.get(index) ?? 0]));
}
