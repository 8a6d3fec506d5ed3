/** A count in one range, and the number of installations of which it is a part; null for a count of its own, such as new installations. */
export type Counts = {readonly count: number; readonly base: number | null};

export type Sides = {readonly before: Counts; readonly now: Counts};

/** `none` has no value of the property, `small` joins small groups, `rest` is what the groups leave of the total. */
type GroupKind = 'value' | 'none' | 'small' | 'rest';

export type Group = Sides & {
	readonly kind: GroupKind;
	/** The value, or the number of small groups; empty for the other kinds. */
	readonly value: string;
};

/** The groups of the installations by one property. */
export type Breakdown = {readonly property: string; readonly groups: readonly Group[]};

const combine = (one: Counts, other: Counts, sign: 1 | -1): Counts => ({
	count: one.count + sign * other.count,
	base: one.base === null || other.base === null ? null : one.base + sign * other.base,
});

export const addCounts = (one: Counts, other: Counts): Counts => combine(one, other, 1);

const combineSides = (one: Sides, other: Sides, sign: 1 | -1): Sides => ({
	before: combine(one.before, other.before, sign),
	now: combine(one.now, other.now, sign),
});

export const addSides = (one: Sides, other: Sides): Sides => combineSides(one, other, 1);
export const subtractSides = (one: Sides, other: Sides): Sides => combineSides(one, other, -1);

/** Below this count in both ranges together, no change is beyond noise after a correction for many candidates. */
const minCount = 10;

/** The count that a group would have at the rate of the total; the group's own count if counts have no base. */
const getExpected = (own: Counts, all: Counts): number =>
	own.base === null || !all.base ? own.count : (own.base * all.count) / all.base;

/** A group that lost everything has few counts, but should have many, so it is not small. */
const isSmall = ({kind, before, now}: Group, total: Sides) =>
	kind === 'value' &&
	before.count + now.count < minCount &&
	getExpected(before, total.before) + getExpected(now, total.now) < minCount;
const hasCounts = ({before, now}: Sides) => [before, now].some(({count, base}) => count !== 0 || (base ?? 0) !== 0);

/** Joins small groups to one, and adds what the groups leave of the total, so that the groups always add up to it. */
export function completeGroups(groups: readonly Group[], total: Sides): readonly Group[] {
	const small = groups.filter(each => isSmall(each, total));
	const [first, ...others] = small;
	const joined: Group[] = first
		? [{kind: 'small', value: String(small.length), ...others.reduce<Sides>(addSides, first)}]
		: [];
	const shown = small.length > 1 ? [...groups.filter(each => !isSmall(each, total)), ...joined] : groups;
	const rest = groups.reduce<Sides>(subtractSides, total);
	return [...shown, ...(hasCounts(rest) ? [{...rest, kind: 'rest' as const, value: ''}] : [])].map(
		({kind, value, before, now}) => ({kind, value, before, now}),
	);
}
