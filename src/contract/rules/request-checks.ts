import type {z} from 'zod';
import {getProperty, isInReport, type PropertyKind, type ReportFamily} from '../properties.ts';
import {fullListProperties} from '../request-words.ts';
import {type Fault, findSegmentFaults, isCohort, type SegmentItem} from './segment-faults.ts';

/** Rules between the members of a request, as checks of its schema: the words are those of client and sandbox alike. */

/** A check of a schema that reports faults. */
const check =
	<T>(find: (value: T) => readonly Fault[]) =>
	(value: T, context: z.core.$RefinementCtx): void => {
		for (const {path, message} of find(value)) context.addIssue({code: 'custom', path: [...path], message});
	};

const below = (faults: readonly Fault[], ...at: readonly (string | number)[]): readonly Fault[] =>
	faults.map(({path, message}) => ({path: [...at, ...path], message}));

/** A fault of the whole request, where it holds. */
const when = (isBroken: boolean, message: string, ...path: readonly (string | number)[]): readonly Fault[] =>
	isBroken ? [{path, message}] : [];

type Segmented = {readonly segmentBy?: string | undefined; readonly segments?: readonly SegmentItem[] | undefined};

/** `segmentBy` and `segments`; `cohorts`: the report takes those by date (docs/service.md#churn-retention). */
export const segmentation = ({cohorts}: {readonly cohorts: boolean}) =>
	check(({segmentBy, segments}: Segmented) => {
		if (segmentBy === undefined) return when(segments !== undefined, 'segments require segmentBy');
		if (cohorts && isCohort(segmentBy)) return when(segments !== undefined, `${segmentBy} takes no segments`);
		return findSegmentFaults(segmentBy, segments);
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
		level ? below(findSegmentFaults(level.property, level.segments), name) : [],
	),
);

/** Only what the report filters by, of the properties that are described (docs/service.md#filter-sets). */
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

/** The generic reports (docs/service.md#current). */
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

/** Uses per use are always 1 (docs/service.md#basic-timeline). */
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

/** Kinds of properties that have a list of values. */
const withValues: readonly PropertyKind[] = ['text', 'number', 'levels'];

/** Values of a property (docs/service.md#property-values). */
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
