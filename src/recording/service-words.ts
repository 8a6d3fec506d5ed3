import {z} from 'zod';
import {newerMembers, newerNames} from '../contract/newer-names.ts';
import {once} from '../contract/once.ts';
import {endpointRows} from '../contract/operations/endpoints.ts';
import {properties} from '../contract/properties.ts';

/**
 * Words of the service itself reveal nothing about a product: names of members and properties, and the values that requests
 * choose from.
 */

/** Members of responses keyed by labels, which have no schema (docs/service.md#current-layout and below). */
const members = `level1 level2 level3 totals new active lost engaged engagedPercent lostPercent
eventCategory eventName eventCount eventCountPerUser usersUsedAtLeastOnce percentUsedAtLeastOnce usersNeverUsed percentNeverUsed
categoryData segments segmentLabel categoryUsageSummary categoryCustomValuesSummary categoryEventsData eventUsage eventCustomValues
cumulativeUsageCount averageCountPerUser averageCountPerSession averageCountPerRuntimeHour cumulativeCustomValueCount
averageCustomValuePerEvent averageCustomValuePerUser averageCustomValuePerSession averageCustomValuePerRuntimeHour
category name value data eventCounts averageEventCountPerSessionUsedAtLeastOnce averageEventCountPerSessionAll
averageEventCountPerUserAtLeastOnce averageEventCountPerUserAll uniqueUsersUsedAtLeastOnce uniqueUsersNeverUsed usageFrequency
detailedReport combiLabel summary histograms usedAtLeastOnce neverUsed averageCountPerActiveDay averageCountPerActiveWeek
averageCountPerActiveMonth activeDays sessions runtime users timestamp resolution exception.class exception.method
exception.message exception.stackTrace event.category event.name event.data sessionCount runtimeMinutes
status reason user sessionId productId password useCookies supportsRegex supportsMeta supportsNull boolean`.split(
	/\s+/,
);

const texts = [
	'OK',
	'SYNTAX ERROR',
	'AUTH ERROR',
	'<NULL>',
	'.*',
	'null',
	'true',
	'false',
	'Y',
	'N',
	'string',
	'numeric',
	'standard',
	'currentData',
	'special',
];

type JsonSchema = {readonly [name: string]: unknown};
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

function* wordsOf(schema: unknown): Generator<string> {
	if (!isSchema(schema)) return;
	for (const [name, value] of Object.entries(schema)) {
		if (name === 'properties' && isSchema(value)) yield* Object.keys(value);
		if (name === 'const' || name === 'enum') yield* [value].flat().filter(each => typeof each === 'string');
		yield* wordsOf(value);
	}
}

const inJson = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, {unrepresentable: 'any', io});

export const getWords = once((): ReadonlySet<string> => {
	const schemas = endpointRows.flatMap(({request, response}) => [inJson(request, 'input'), inJson(response, 'output')]);
	const named = properties.flatMap(({name, friendlyName, parts = [], partNames = [], listed}) => [
		name,
		friendlyName,
		...parts.flatMap(part => [part, `${name}.${part}`]),
		...partNames,
		...(listed ? [listed.category, listed.units ?? ''] : []),
	]);
	const later = [...newerMembers(newerNames).values()].flatMap(name => [name, `licenseStatus.${name}`]);
	return new Set([...members, ...texts, ...named, ...later, ...schemas.flatMap(schema => [...wordsOf(schema)])]);
});
