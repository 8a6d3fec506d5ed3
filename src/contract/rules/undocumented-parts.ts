import type {Members} from '../json-values.ts';
import {getProperty} from '../properties.ts';
import type {Find, SegmentItem} from './segment-rules.ts';

/**
 * A part of a request that a service may accept or reject, because the documentation does not say. The client warns
 * about it; the sandbox rejects it with the same message while its option of that name is `refuse`
 * (docs/service.md#options).
 */
export type UndocumentedPart = {
	readonly option: 'null-unsupported' | 'group-by' | 'future-start';
	readonly message: string;
};

const includesNull = (filter: unknown): boolean =>
	typeof filter === 'object' &&
	filter !== null &&
	((filter as {includeNull?: unknown}).includeNull === true || Object.values(filter).some(includesNull));

type Named = readonly [name: string, value: unknown];

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

/** Relative dates must be resolved first. `today` is `YYYY-MM-DD`. */
export function findUndocumented(
	request: Members,
	today: string,
	find: Find = getProperty,
): readonly UndocumentedPart[] {
	const nulls = listNamed(request).filter(([name, value]) => find(name)?.nullable === false && includesNull(value));
	const {groupBy, startDate, clientStatus} = request;
	const isGrouped = groupBy !== undefined && groupBy !== 'clientId';
	// Only reports without a stopDate can start in the future.
	const startsInFuture = clientStatus !== undefined && typeof startDate === 'string' && startDate > today;
	return [
		...(startsInFuture ? [{option: 'future-start', message: `startDate ${startDate} is in the future`} as const] : []),
		...(isGrouped ? [{option: 'group-by', message: `groupBy ${groupBy} is not supported`} as const] : []),
		...[...new Set(nulls.map(([name]) => name))].map(
			name => ({option: 'null-unsupported', message: `${name} does not support null`}) as const,
		),
	];
}
