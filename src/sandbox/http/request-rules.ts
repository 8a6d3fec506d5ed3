import {addDays} from '../../calendar.ts';
import type {Assumed} from '../assumptions/table.ts';
import type {Caller} from '../handler.ts';
import {refuse, refusePermission} from '../refusal.ts';

/** Rules for dates and license keys that all reports share. */

type Members = Readonly<Record<string, unknown>>;

/** The day of `NOW` or `NOW-<days>`; a plain day stays as it is (docs/service.md#relative-dates). */
export function resolveDay(text: string, today: string): string {
	if (!text.startsWith('NOW')) return text;
	return text === 'NOW' ? today : addDays(today, -Number(text.slice('NOW-'.length)));
}

export type DateRules = {
	readonly today: string;
	/** Oldest start that the plan permits (docs/service.md#oldest-date). */
	readonly oldest: string;
	readonly method: string;
	readonly assume: Assumed;
};

/** Resolves `startDate` and `stopDate` to plain days. Throws a Refusal for a start that is too old or a reversed range. */
export function withDates<Input extends Members>(input: Input, rules: DateRules): Input {
	const days = Object.fromEntries(
		['startDate', 'stopDate'].flatMap(name => {
			const value = input[name];
			return typeof value === 'string' ? [[name, permittedDay(name, value, rules)]] : [];
		}),
	);
	const {startDate, stopDate} = days;
	if (startDate !== undefined && stopDate !== undefined && stopDate < startDate)
		refuse(`stopDate ${stopDate} is before startDate ${startDate}`);
	return {...input, ...days};
}

function permittedDay(name: string, text: string, {today, oldest, method, assume}: DateRules): string {
	if (text.startsWith('NOW') && method !== 'GET' && assume['relative-dates'] === 'get')
		refuse(`${name}: relative dates are for GET`);
	const day = resolveDay(text, today);
	if (name !== 'startDate' || day >= oldest) return day;
	if (assume['old-start'] === 'clamp') return oldest;
	refuse(`startDate ${day} is before the oldest permitted date ${oldest}`);
}

/** True when the request filters, segments or groups by license key. */
function namesLicenseKey({globalFilters, segmentBy, groupBy, levels}: Members): boolean {
	const levelProperties = Object.values((levels ?? {}) as Record<string, {property?: unknown} | undefined>);
	return (
		segmentBy === 'licenseKey' ||
		groupBy === 'licenseKey' ||
		levelProperties.some(level => level?.property === 'licenseKey') ||
		(globalFilters as Members | undefined)?.licenseKey !== undefined
	);
}

/** Throws a Refusal when the caller lacks the permission for license keys (docs/service.md#permission). */
export function validatePermission(input: Members, caller: Caller, assume: Assumed): void {
	if (!caller.licenseKeyPermission && namesLicenseKey(input))
		refusePermission(`${caller.user} may not filter or segment by licenseKey`, assume);
}
