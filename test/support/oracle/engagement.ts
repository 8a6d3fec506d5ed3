import {passes} from './filters.ts';
import {bucketOf, dayOf, type Installation, isoOf, valueIn} from './model.ts';
import {itemsOf, keepMost, labelsOf} from './segments.ts';

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes, read as the text of the law reads it
type Wire = any;

/** Whole units from the period of one day to the period of another. */
function periodsBetween(from: number, to: number, split: 'day' | 'week' | 'month'): number {
	const [a, b] = [bucketOf(from, split), bucketOf(to, split)];
	if (split !== 'month') return (b - a) / (split === 'week' ? 7 : 1);
	const [x, y] = [isoOf(a), isoOf(b)].map(iso => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)));
	return (y as number) - (x as number);
}

export type Cohort = {readonly engaged: number; readonly lost: number};

/**
 * Churn and engagement: label → period → engaged and lost. Period 0 is the period of installation, with nobody lost;
 * the last period is the one of stopDate; an installation counts in the periods it is old enough for (docs/service.md#churn-retention).
 */
export function engagementReport(
	request: Wire,
	installations: readonly Installation[],
	today: number,
): ReadonlyMap<string, readonly Cohort[]> {
	const [start, stop] = [dayOf(request.startDate), dayOf(request.stopDate)];
	const base = installations.filter(
		one => one.installed >= start && one.installed <= stop && passes(request.globalFilters, one, 'engagement'),
	);
	const get = (one: Installation) => (name: string) => valueIn('engagement', one, name);
	const items = itemsOf(request.segments);
	const kept = keepMost(
		items,
		base.map(one => get(one)(request.segmentBy ?? '')),
	);
	const labels = (one: Installation): readonly string[] => {
		if (!request.segmentBy) return [''];
		if (request.segmentBy === 'installationMonth') return [isoOf(bucketOf(one.installed, 'month'))];
		if (request.segmentBy === 'installationWeek') return [isoOf(bucketOf(one.installed, 'week'))];
		return labelsOf(items, request.segmentBy, get(one), kept);
	};
	const result = new Map<string, {engaged: number; lost: number}[]>();
	for (const one of base) {
		const isLost = one.lastSeen + request.daysUntilDeclaredLost <= today;
		const lostAt = isLost ? periodsBetween(one.installed, one.lastSeen, request.dateSplit) : Number.POSITIVE_INFINITY;
		for (const label of labels(one)) {
			const row = result.get(label) ?? [];
			result.set(label, row);
			for (let period = 0; period <= periodsBetween(one.installed, stop, request.dateSplit); period++) {
				const cell = row[period] ?? {engaged: 0, lost: 0};
				row[period] = cell;
				if (period > 0 && lostAt < period) cell.lost++;
				else cell.engaged++;
			}
		}
	}
	return result;
}
