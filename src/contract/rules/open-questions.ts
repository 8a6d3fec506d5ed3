import type {Members} from '../json-values.ts';
import {getProperty} from '../properties.ts';
import type {Find, SegmentItem} from './segment-faults.ts';

/**
 * A part of a request that a service may reject or answer: no description says. The client warns of it; the sandbox rejects it in the
 * same words as long as its assumption of that name is `refuse` (docs/service.md#assumptions).
 */
export type Doubt = {readonly question: 'null-unsupported' | 'group-by' | 'future-start'; readonly message: string};

/** True when a filter includes nulls, itself or in one of its parts. */
const asksForNull = (filter: unknown): boolean =>
	typeof filter === 'object' &&
	filter !== null &&
	((filter as {includeNull?: unknown}).includeNull === true || Object.values(filter).some(asksForNull));

type Named = readonly [name: string, value: unknown];

/** Filters and segments by the property that they are of. */
function listNamed({globalFilters = {}, segmentBy, segments = [], levels = {}}: Members): readonly Named[] {
	const groups = [{property: segmentBy, segments}, ...Object.values(levels as Members)] as readonly {
		readonly property?: string;
		readonly segments?: readonly SegmentItem[];
	}[];
	const ofSegments = groups.flatMap(group =>
		(group?.segments ?? []).map((segment): Named => [group.property?.split('.')[0] ?? '', segment]),
	);
	return [...ofSegments, ...Object.entries(globalFilters as Members)];
}

/** Lists the doubts about a request whose dates are days; `today` as `YYYY-MM-DD`. */
export function findDoubts(request: Members, today: string, find: Find = getProperty): readonly Doubt[] {
	const nulls = listNamed(request).filter(([name, value]) => find(name)?.nullable === false && asksForNull(value));
	const {groupBy, startDate, clientStatus} = request;
	const isGrouped = groupBy !== undefined && groupBy !== 'clientId';
	// The other reports end: what is to come is empty there.
	const isToCome = clientStatus !== undefined && typeof startDate === 'string' && startDate > today;
	return [
		...(isToCome ? [{question: 'future-start', message: `startDate ${startDate} is in the future`} as const] : []),
		...(isGrouped
			? [{question: 'group-by', message: `groupBy ${groupBy} is not supported; only clientId is`} as const]
			: []),
		...[...new Set(nulls.map(([name]) => name))].map(
			name => ({question: 'null-unsupported', message: `${name} does not support null`}) as const,
		),
	];
}
