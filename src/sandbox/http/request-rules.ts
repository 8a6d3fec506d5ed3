import {isObject, type Members} from '../../contract/json-values.ts';
import {maxKeysPerPage} from '../../contract/request-words.ts';
import {findDateErrors, withDays} from '../../contract/rules/request-dates.ts';
import {findUndocumented} from '../../contract/rules/undocumented-parts.ts';
import type {Caller} from '../handler.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {findProperty} from '../query/more-properties.ts';
import {reject, rejectPermission} from '../rejection.ts';

export type DateRules = {
	readonly today: string;
	/** The earliest start date that the plan allows (docs/service.md#oldest-date). */
	readonly oldest: string;
	readonly method: string;
	readonly options: SandboxOptions;
};

/** Resolves `startDate` and `stopDate`. Throws a Rejection if the start is too early or the range is reversed. */
export function withDates<Input extends Members>(input: Input, {today, oldest, method, options}: DateRules): Input {
	for (const name of ['startDate', 'stopDate'])
		if (String(input[name]).startsWith('NOW') && method !== 'GET' && options['relative-dates'] === 'get')
			reject(`${name}: relative dates require GET`);
	const dated = withDays(input, today);
	for (const {message} of findDateErrors(dated)) reject(message);
	const {startDate} = dated;
	if (typeof startDate !== 'string' || startDate >= oldest) return dated;
	if (options['old-start'] !== 'clamp') reject(`startDate ${startDate} is before the earliest allowed date ${oldest}`);
	const clamped = {...dated, startDate: oldest};
	for (const {message} of findDateErrors(clamped)) reject(message);
	return clamped;
}

/** Reduces a limit of keys per page that is too large, if the option says so. Otherwise the contract rejects it. */
export function clampLimit(paging: unknown, options: SandboxOptions): unknown {
	const above = isObject(paging) && typeof paging.limit === 'number' && paging.limit > maxKeysPerPage;
	return above && options['list-limit'] === 'clamp' ? {...paging, limit: maxKeysPerPage} : paging;
}

function namesLicenseKey({globalFilters, segmentBy, groupBy, levels}: Members): boolean {
	const levelProperties = Object.values((levels ?? {}) as Record<string, {property?: unknown} | undefined>);
	return (
		segmentBy === 'licenseKey' ||
		groupBy === 'licenseKey' ||
		levelProperties.some(level => level?.property === 'licenseKey') ||
		(globalFilters as Members | undefined)?.licenseKey !== undefined
	);
}

/** Throws a Rejection if the caller lacks the permission for license keys (docs/service.md#permission). */
export function validatePermission(input: Members, caller: Caller, options: SandboxOptions): void {
	if (!caller.licenseKeyPermission && namesLicenseKey(input))
		rejectPermission(`${caller.user} has no permission to filter or segment by licenseKey`, options);
}

/** Throws a Rejection for undocumented parts that the options reject. */
export function validateUndocumentedParts(input: Members, today: string, options: SandboxOptions): void {
	const parts = findUndocumented(input, today, name => findProperty(name, options));
	// Only the reports of installations count other things.
	const refusing = input.clientStatus === undefined ? ['refuse', 'count'] : ['refuse'];
	const refused = parts.filter(({option}) => refusing.includes(options[option]));
	if (refused.length > 0) reject(refused.map(({message}) => message).join('; '));
}
