import {z} from 'zod';
import {eventReference} from '../event-reference.ts';
import {globalFilters} from '../filter-schemas.ts';
import {isObject, type Members} from '../json-values.ts';
import {contractName, renameMembers} from '../newer-names.ts';
import type {Endpoint} from '../operations/endpoint.ts';
import {keyFilters} from '../operations/license-keys.ts';
import {type DescribedIssue, listIssues} from '../schema-issues.ts';
import {levels, segmentMembers} from '../segment-schemas.ts';
import {readRequest, withoutNulls} from './read-request.ts';
import {segmentation} from './request-checks.ts';
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
export type PartKind = 'filter' | 'key' | 'segment' | 'level' | 'event';

type Part = {
	/** The member of the request. Absent if the part consists of several. */
	readonly member?: string;
	readonly schema: z.ZodObject;
};

const parts: Readonly<Record<PartKind, () => Part>> = {
	filter: () => ({member: 'globalFilters', schema: z.strictObject({globalFilters: globalFilters().optional()})}),
	key: () => ({member: 'filters', schema: z.strictObject({filters: keyFilters().optional()})}),
	level: () => ({member: 'levels', schema: z.strictObject({levels: levels().optional()})}),
	event: () => ({member: 'event', schema: z.strictObject({event: eventReference()})}),
	segment: () => ({
		schema: z.strictObject({...segmentMembers(), segmentBy: z.string()}).superRefine(segmentation({cohorts: true})),
	}),
};

/** Called for each issue, also for those of the alternatives of a union. */
export type IssueListener = (issue: z.core.$ZodRawIssue) => undefined;

/** Returns the part with the contract's names, or its errors. */
export function validatePart(
	kind: PartKind,
	members: Members,
	listener?: IssueListener,
): {readonly json: Members} | {readonly errors: readonly DescribedIssue[]} {
	const {member, schema} = parts[kind]();
	const named = withContractNames(members);
	const json = kind === 'segment' && isObject(named.segments) ? {...named, segments: [named.segments]} : named;
	const whole = withoutNulls(schema, member === undefined ? json : {[member]: json});
	const {error} = schema.safeParse(whole, {jitless: true, ...(listener ? {error: listener} : {})});
	if (!error) return {json: member === undefined ? whole : (whole[member] as Members)};
	const skipped = member === undefined ? 0 : 1;
	return {errors: listIssues(error.issues, whole).map(({path, message}) => ({path: path.slice(skipped), message}))};
}
