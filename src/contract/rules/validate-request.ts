import {z} from 'zod';
import {globalFilters} from '../filter-schemas.ts';
import {isObject, type Members} from '../json-values.ts';
import {contractName, renameMembers} from '../newer-names.ts';
import type {Endpoint} from '../operations/endpoint.ts';
import {keyFilters} from '../operations/license-keys.ts';
import type {Report} from '../reports.ts';
import {describeIssues, firstPath} from '../schema-issues.ts';
import {levels, segmentMembers} from '../segment-schemas.ts';
import {readRequest, withoutNulls} from './read-request.ts';
import {filterSet, segmentation} from './request-checks.ts';
import {findDateErrors, withDays} from './request-dates.ts';
import {findUndocumented} from './undocumented-parts.ts';

/** Validates requests for the client, with the messages of the sandbox. */

export type ValidatedRequest = {
	readonly errors: readonly string[];
	/** Parts that a service may accept or reject, because the documentation does not say. */
	readonly undocumented: readonly string[];
	/** Members that the service ignores. */
	readonly unknown: readonly string[];
};

const withContractNames = (members: Members) => renameMembers(members, contractName) as Members;

/** Validates the members of a request other than session and product. `today` is `YYYY-MM-DD`. */
export function validateRequest(endpoint: Endpoint, members: Members, today: string): ValidatedRequest {
	const {input, errors, unknown} = readRequest(endpoint, withContractNames(members));
	if (errors.length > 0) return {errors, undocumented: [], unknown};
	const dated = withDays(input, today);
	const dates = findDateErrors(dated).map(({message}) => message);
	if (dates.length > 0) return {errors: dates, undocumented: [], unknown};
	return {errors: [], undocumented: findUndocumented(dated, today).map(({message}) => message), unknown};
}

/** The parts of a request that flags accept as JSON. */
export type PartKind = 'filter' | 'key' | 'segment' | 'level';

type Part = {
	/** The member of the request. Absent if the part consists of several. */
	readonly member?: string;
	readonly schema: z.ZodObject;
};

function partOf(kind: PartKind, report: Report | undefined): Part {
	if (kind === 'key') return {member: 'filters', schema: z.strictObject({filters: keyFilters().optional()})};
	if (kind === 'level') return {member: 'levels', schema: z.strictObject({levels: levels().optional()})};
	if (kind === 'segment') {
		const cohorts = report === undefined || report.family === 'engagement';
		return {schema: z.strictObject(segmentMembers()).superRefine(segmentation({cohorts}))};
	}
	const schema = z.strictObject({globalFilters: globalFilters().optional()});
	return {member: 'globalFilters', schema: report?.family ? schema.superRefine(filterSet(report.family)) : schema};
}

/** The path is that of the first error. */
export type ValidatedPart = {
	readonly json: Members;
	readonly errors: readonly string[];
	readonly path: readonly (string | number)[];
};

export function validatePart(kind: PartKind, members: Members, report?: Report): ValidatedPart {
	const {member, schema} = partOf(kind, report);
	const named = withContractNames(members);
	const json = kind === 'segment' && isObject(named.segments) ? {...named, segments: [named.segments]} : named;
	const whole = withoutNulls(schema, member === undefined ? json : {[member]: json});
	const {error} = schema.safeParse(whole, {jitless: true});
	if (!error) return {json: member === undefined ? whole : (whole[member] as Members), errors: [], path: []};
	const fullPath = firstPath(error.issues, whole).filter(step => typeof step !== 'symbol');
	const path = fullPath.slice(member === undefined ? 0 : 1);
	return {json, errors: describeIssues(error.issues, whole), path};
}
