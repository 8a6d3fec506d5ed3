import type {z} from 'zod';
import {getProperty, isInReport, type PropertyKind, type ReportFamily} from '../properties.ts';
import {fullListProperties} from '../request-words.ts';
import {findSegmentErrors, isCohort, type RequestError, type SegmentItem} from './segment-rules.ts';

/** Rules across the members of a request, as refinements of its schema. Client and sandbox share the messages. */

const check =
	<T>(find: (value: T) => readonly RequestError[]) =>
	(value: T, context: z.core.$RefinementCtx): void => {
		for (const {path, message} of find(value)) context.addIssue({code: 'custom', path: [...path], message});
	};

const below = (errors: readonly RequestError[], ...at: readonly (string | number)[]): readonly RequestError[] =>
	errors.map(({path, message}) => ({path: [...at, ...path], message}));

const when = (isBroken: boolean, message: string, ...path: readonly (string | number)[]): readonly RequestError[] =>
	isBroken ? [{path, message}] : [];

type Segmented = {readonly segmentBy?: string | undefined; readonly segments?: readonly SegmentItem[] | undefined};

/** The rules for `segmentBy` and `segments`. `cohorts` allows segments by installation date (docs/service.md#churn-retention). */
export const segmentation = ({cohorts}: {readonly cohorts: boolean}) =>
	check(({segmentBy, segments}: Segmented) => {
		if (segmentBy === undefined) return when(segments !== undefined, 'segments require segmentBy');
		if (cohorts && isCohort(segmentBy)) return when(segments !== undefined, `${segmentBy} does not accept segments`);
		return findSegmentErrors(segmentBy, segments);
	});

type Levels = Readonly<
	Record<
		string,
		| {readonly property: string; readonly segments: readonly SegmentItem[]; readonly sort?: string | undefined}
		| undefined
	>
>;

export const levelRules = check((levels: Levels) =>
	Object.entries(levels).flatMap(([name, level]) =>
		level ? below(findSegmentErrors(level.property, level.segments), name) : [],
	),
);

/** Allows unknown properties, and those known ones that the report can be filtered by (docs/service.md#filter-sets). */
export const filterSet = (family: ReportFamily) =>
	check(({globalFilters = {}}: {readonly globalFilters?: object | undefined}) =>
		Object.entries(globalFilters).flatMap(([name, filter]) => {
			const property = filter === undefined ? undefined : getProperty(name);
			const isOutside = property !== undefined && !isInReport(property, family);
			return when(isOutside, `this report cannot be filtered by ${name}`, 'globalFilters', name);
		}),
	);

type Current = {
	readonly clientStatus: readonly string[];
	readonly daysUntilDeclaredLost?: number | undefined;
	readonly dateReportedLost?: string | undefined;
	readonly levels?: Levels | undefined;
	readonly dateSplit?: string | null | undefined;
};

/** See docs/service.md#current. */
export const currentRules = check((request: Current) => {
	const {clientStatus, daysUntilDeclaredLost: days, dateReportedLost: date, dateSplit} = request;
	const levels = Object.entries(request.levels ?? {}).filter(([, level]) => level !== undefined);
	const isRuleMissing = clientStatus.includes('lost') && (days === undefined || date === undefined);
	return [
		...when(new Set(clientStatus).size < clientStatus.length, 'clientStatus contains a status twice', 'clientStatus'),
		...when(isRuleMissing, 'status lost requires daysUntilDeclaredLost and dateReportedLost'),
		...when(Boolean(dateSplit) && levels.length > 1, 'a date split allows at most one level', 'levels'),
		...levels.flatMap(([name, level]) => {
			const {sort = 'alpha'} = level ?? {};
			const isMissing = sort !== 'alpha' && !clientStatus.includes(sort);
			return when(isMissing, `sort by ${sort} requires ${sort} in clientStatus`, 'levels', name, 'sort');
		}),
	];
});

/** Dividing usage counts by usage counts would always give 1 (docs/service.md#basic-timeline). */
export const divisorRules = check(
	({dataView, divisor}: {readonly dataView: string; readonly divisor?: string | null | undefined}) =>
		when(
			divisor === 'usageCounts' && dataView !== 'customValues',
			'divisor usageCounts cannot be combined with dataView usageCount',
		),
);

type Values = {
	readonly property: string;
	readonly granularity?: string | undefined;
	readonly filter?: object | undefined;
	readonly getFullList?: boolean | undefined;
};

const withValues: readonly PropertyKind[] = ['text', 'number', 'levels'];

/** See docs/service.md#property-values. */
export const valueRules = check(({property: name, granularity, filter, getFullList}: Values) => {
	const property = getProperty(name);
	if (!property) return [];
	const {kind, parts = []} = property;
	const isLevelMissing = kind === 'levels' && !parts.includes(granularity ?? '');
	return [
		...when(!withValues.includes(kind), `${name} has no list of values`, 'property'),
		...when(isLevelMissing, `${name} requires one of ${parts.join(', ')}`, 'granularity'),
		...when(kind !== 'levels' && granularity !== undefined, `${name} has no granularity levels`, 'granularity'),
		...when(name === 'geography' && filter !== undefined, 'the values of geography cannot be filtered', 'filter'),
		...when(
			Boolean(getFullList) && !fullListProperties.includes(name),
			`only ${fullListProperties.join(', ')} have a full list`,
			'getFullList',
		),
	];
});
