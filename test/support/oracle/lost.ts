import {passes} from './filters.ts';
import {dayOf, type Installation, valueIn} from './model.ts';
import {itemsOf, keepMost, labelsOf} from './segments.ts';

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes, read as the text of the law reads it
type Wire = any;

/** Installations lost in the range: inactive for so many days, dated by last contact or by declaration. */
export function lostIn(request: Wire, installations: readonly Installation[], today: number): readonly Installation[] {
	const [start, stop] = [dayOf(request.startDate), dayOf(request.stopDate)];
	return installations.filter(one => {
		const declared = one.lastSeen + request.daysUntilDeclaredLost;
		const dated = request.dateReportedLost === 'dateDeclaredLost' ? declared : one.lastSeen;
		return declared <= today && dated >= start && dated <= stop && passes(request.globalFilters, one, 'lost');
	});
}

/** Number of a label: `11 - 15`, `≤ 0:50`, `2`, `≥ 39:01`; durations in minutes. */
function boundsOf(label: string): readonly [number, number] {
	const number = (text: string) => {
		const [hours, minutes] = text.split(':');
		return minutes === undefined ? Number(hours) : Number(hours) * 60 + Number(minutes);
	};
	if (label.startsWith('≤ ')) return [Number.NEGATIVE_INFINITY, number(label.slice(2))];
	if (label.startsWith('≥ ')) return [number(label.slice(2)), Number.POSITIVE_INFINITY];
	const [low = '', high = low] = label.split(' - ');
	return [number(low), number(high)];
}

/** Counts of values by the labels given; a value in none is an error of the labels. */
export function histogram(labels: readonly string[], values: readonly number[]): ReadonlyMap<string, number> {
	const bins = new Map(labels.map(label => [label, 0]));
	for (const value of values) {
		const label = labels.find(text => value >= boundsOf(text)[0] && value <= boundsOf(text)[1]);
		if (label === undefined) throw new Error(`no bin for ${value}`);
		bins.set(label, (bins.get(label) ?? 0) + 1);
	}
	return bins;
}

const part = (type: string, pattern: string | null, value: string | null) =>
	type === 'regex' ? value !== null && new RegExp(pattern ?? '', 'u').test(value) : value === pattern;

/** True when an event is the one referred to, or one of a combination. */
export const refersTo = (reference: Wire, event: {readonly category: string | null; readonly name: string}): boolean =>
	(reference.combiArray ?? [{categoryType: 'string', nameType: 'string', ...reference}]).some(
		(item: Wire) =>
			part(item.categoryType, item.category, event.category) && part(item.nameType, item.name, event.name),
	);

/** Lifetime uses of an event (or combination) by one installation. */
export const lifetimeUses = (reference: Wire, one: Installation): number =>
	one.lifetime.filter(event => refersTo(reference, event)).reduce((sum, event) => sum + event.count, 0);

export type LostEvent = {readonly count: number; readonly users: number; readonly never: number};

/** Event usage of lost installations by label (one label `''` unsegmented) and `category NUL name`; advanced events only. */
export function lostEventTable(
	request: Wire,
	lost: readonly Installation[],
	advanced: readonly {readonly category: string | null; readonly name: string}[],
): ReadonlyMap<string, ReadonlyMap<string, LostEvent>> {
	const groups = new Map<string, Installation[]>();
	const items = itemsOf(request.segments);
	const kept = keepMost(
		items,
		lost.map(one => valueIn('lost', one, request.segmentBy ?? '')),
	);
	for (const one of lost) {
		const labels = request.segmentBy
			? labelsOf(items, request.segmentBy, name => valueIn('lost', one, name), kept)
			: [''];
		for (const label of labels) groups.set(label, [...(groups.get(label) ?? []), one]);
	}
	return new Map(
		[...groups].map(([label, members]) => [
			label,
			new Map(
				advanced.map(event => {
					const uses = members.map(one => lifetimeUses(event, one)).filter(count => count > 0);
					const count = uses.reduce((sum, value) => sum + value, 0);
					return [`${event.category}\0${event.name}`, {count, users: uses.length, never: members.length - uses.length}];
				}),
			),
		]),
	);
}
