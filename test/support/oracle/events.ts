import {passes} from './filters.ts';
import {refersTo} from './lost.ts';
import {bucketOf, dayOf, type Installation, isoOf, type Values, valueIn} from './model.ts';
import {itemsOf, keepMost, labelsOf} from './segments.ts';

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes, read as the text of the law reads it
type Wire = any;

export type Usage = {count: number; valueSum: number; valueCount: number};
/** Who was there in a range: distinct active installations, sessions and runtime hours. */
export type Population = {users: number; sessions: number; hours: number};

const inRange = (day: number, [start, stop]: readonly [number, number]) => day >= start && day <= stop;
const rangeOf = (request: Wire) => [dayOf(request.startDate), dayOf(request.stopDate)] as const;

/** Distinct active installations, sessions and runtime of a range of days. */
export function populationIn(installations: readonly Installation[], range: readonly [number, number]): Population {
	const total = {users: 0, sessions: 0, hours: 0};
	for (const one of installations) {
		const days = [...one.activity].filter(([day]) => inRange(day, range));
		if (days.length > 0) total.users++;
		for (const [, {sessions, minutes}] of days) {
			total.sessions += sessions;
			total.hours += minutes / 60;
		}
	}
	return total;
}

/** Basic table: uses and custom values by `category NUL name` over a range, of all installations. */
export function basicTable(request: Wire, installations: readonly Installation[]): ReadonlyMap<string, Usage> {
	const result = new Map<string, Usage>();
	for (const event of installations.flatMap(one => one.events)) {
		if (!inRange(event.day, rangeOf(request))) continue;
		const key = `${event.category}\0${event.name}`;
		const usage = result.get(key) ?? {count: 0, valueSum: 0, valueCount: 0};
		usage.count += event.count;
		usage.valueSum += event.valueSum;
		usage.valueCount += event.valueCount;
		result.set(key, usage);
	}
	return result;
}

/** Timeline: bucket → `category NUL name` → value, countInTotal or countByPeriod by the population of the bucket within the range. */
export function timeline(
	request: Wire,
	installations: readonly Installation[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
	const range = rangeOf(request);
	const days = Array.from({length: range[1] - range[0] + 1}, (_, index) => range[0] + index);
	const buckets = new Map<number, [number, number]>();
	for (const day of days) {
		const bucket = bucketOf(day, request.dateSplit);
		buckets.set(bucket, [buckets.get(bucket)?.[0] ?? day, day]);
	}
	return new Map(
		[...buckets].map(([bucket, span]) => {
			const population = populationIn(installations, span);
			const row = request.events.map((event: Wire) => {
				const uses = installations.flatMap(one =>
					one.events.filter(
						use => inRange(use.day, span) && use.category === event.category && use.name === event.name,
					),
				);
				const count = uses.reduce((sum, use) => sum + use.count, 0);
				const amount = request.dataView === 'customValues' ? uses.reduce((sum, use) => sum + use.valueSum, 0) : count;
				const divisor =
					{users: population.users, sessions: population.sessions, runtime: population.hours, usageCounts: count}[
						request.divisor as string
					] ?? 1;
				return [`${event.category}\0${event.name}`, divisor === 0 ? Number.NaN : amount / divisor];
			});
			return [isoOf(bucket), new Map<string, number>(row)];
		}),
	);
}

export type Frequency = {
	readonly count: number;
	readonly users: number;
	readonly inScope: number;
	readonly perUser: readonly number[];
};

/**
 * Advanced report: label → one figure per requested event. In scope are installations active in the range that pass
 * the filters; standard properties are taken at the time of the event, the others now.
 */
export function advancedReport(
	request: Wire,
	installations: readonly Installation[],
): ReadonlyMap<string, readonly Frequency[]> {
	const range = rangeOf(request);
	const items = itemsOf(request.segments);
	/** Each installation counts once for each value that it had on a day of the range, with the filters passed. */
	const had = installations.flatMap(one => [
		...new Set(
			[...one.activity]
				.filter(([day, {at}]) => inRange(day, range) && passes(request.globalFilters, one, 'advanced', at))
				.map(([, {at}]) => valueIn('advanced', one, request.segmentBy ?? '', at)),
		),
	]);
	const kept = keepMost(items, request.segmentBy ? had : []);
	const labelsAt = (one: Installation, at: Values): readonly string[] => {
		if (!passes(request.globalFilters, one, 'advanced', at)) return [];
		if (!request.segmentBy) return [''];
		return labelsOf(items, request.segmentBy, name => valueIn('advanced', one, name, at), kept);
	};
	const result = new Map<string, {uses: Map<string, number>[]}>();
	const cell = (label: string) => {
		const found = result.get(label) ?? {uses: request.events.map(() => new Map<string, number>())};
		result.set(label, found);
		return found;
	};
	const scopes = new Map<string, Set<string>>();
	for (const one of installations) {
		for (const [day, {at}] of one.activity) {
			if (!inRange(day, range)) continue;
			for (const label of labelsAt(one, at)) scopes.set(label, (scopes.get(label) ?? new Set()).add(one.id));
		}
		for (const use of one.events) {
			if (!inRange(use.day, range)) continue;
			const labels = labelsAt(one, use.at);
			request.events.forEach((reference: Wire, index: number) => {
				if (!refersTo(reference, use)) return;
				for (const label of labels) {
					const uses = cell(label).uses[index] as Map<string, number>;
					uses.set(one.id, (uses.get(one.id) ?? 0) + use.count);
				}
			});
		}
	}
	for (const label of scopes.keys()) cell(label);
	return new Map(
		[...result].map(([label, {uses}]) => [
			label,
			uses.map(byUser => ({
				count: [...byUser.values()].reduce((sum, value) => sum + value, 0),
				users: byUser.size,
				inScope: scopes.get(label)?.size ?? 0,
				perUser: [...byUser.values()],
			})),
		]),
	);
}
