import {passes} from './filters.ts';
import {bucketOf, dayOf, type Installation, isoOf, valueIn} from './model.ts';
import {keepMost, labelsOf} from './segments.ts';

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes, read as the text of the law reads it
type Wire = any;
type Counts = Record<string, number>;

/** The moment each status of an installation is dated at, within the period; a status it does not have is absent. */
function momentsOf(request: Wire, installation: Installation, start: number, today: number) {
	const moments: Record<string, readonly number[]> = {};
	if (installation.installed >= start && installation.installed <= today) moments.new = [installation.installed];
	const active = [...installation.activity.keys()].filter(day => day >= start && day <= today);
	if (active.length > 0) moments.active = active;
	const declared = installation.lastSeen + (request.daysUntilDeclaredLost ?? 0);
	const dated = request.dateReportedLost === 'dateDeclaredLost' ? declared : installation.lastSeen;
	if (request.clientStatus.includes('lost') && declared <= today && dated >= start && dated <= today)
		moments.lost = [dated];
	return Object.fromEntries(Object.entries(moments).filter(([status]) => request.clientStatus.includes(status)));
}

/**
 * Generic current report: counts by the path of labels (and the bucket's day in front when split), keys joined by NUL.
 * The whole is the empty path.
 */
export function currentReport(
	request: Wire,
	installations: readonly Installation[],
	today: number,
): ReadonlyMap<string, Counts> {
	const start = dayOf(request.startDate);
	const base = installations.filter(one => passes(request.globalFilters, one, 'current'));
	const levels: Wire[] = ['level1', 'level2', 'level3'].map(name => request.levels?.[name]).filter(Boolean);
	const counted = base.filter(one => Object.keys(momentsOf(request, one, start, today)).length > 0);
	const get = (one: Installation) => (name: string) => valueIn('current', one, name);
	const keeps = levels.map(level =>
		keepMost(
			level.segments,
			counted.map(one => get(one)(level.property)),
		),
	);
	const result = new Map<string, Counts>();
	const add = (path: readonly string[], status: string) => {
		const counts = result.get(path.join('\0')) ?? {};
		counts[status] = (counts[status] ?? 0) + 1;
		result.set(path.join('\0'), counts);
	};
	for (const one of base) {
		const labels = levels.map((level, index) =>
			labelsOf(level.segments, level.property, get(one), keeps[index] as never),
		);
		const paths: string[][] = [[]];
		for (let depth = 0, front: string[][] = [[]]; depth < levels.length; depth++) {
			front = front.flatMap(path => (labels[depth] as string[]).map(label => [...path, label]));
			paths.push(...front);
		}
		for (const [status, days] of Object.entries(momentsOf(request, one, start, today))) {
			const buckets = request.dateSplit
				? [...new Set(days.map(day => isoOf(bucketOf(day, request.dateSplit))))]
				: [undefined];
			for (const bucket of buckets)
				for (const path of paths) add(bucket === undefined ? path : [bucket, ...path], status);
		}
	}
	return result;
}
