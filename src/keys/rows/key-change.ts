import {shiftDate} from '../../calendar.ts';
import type {KeyRecord, KeyUpdate} from '../../contract/operations/license-keys.ts';
import {isValueError, type ValueError, valueError} from './input-error.ts';
import {checkQuota} from './key-values.ts';
import type {Fields} from './upload-columns.ts';

/** The new values of keys. A shift depends on the present value of each key. */
export type KeyChange = {
	readonly fields: Fields;
	/** `+1y`. A key without an expiry date keeps none. */
	readonly expiryShift?: string | undefined;
	readonly quotaShift?: number | undefined;
};

export const isRelative = ({expiryShift, quotaShift}: KeyChange): boolean =>
	expiryShift !== undefined || quotaShift !== undefined;

/** Returns the update of a key. The record is undefined for a new key, which has the defaults of the service. */
export function applyChange(
	licenseKey: string,
	{fields, expiryShift, quotaShift}: KeyChange,
	record: KeyRecord | undefined,
): KeyUpdate | ValueError {
	const update: KeyUpdate = {licenseKey, ...fields};
	const {expiryDate = null, installQuota = 1} = record ?? {};
	if (quotaShift !== undefined) {
		const quota = checkQuota(installQuota + quotaShift);
		if (isValueError(quota)) return valueError(`the quota ${quota.message}`);
		update.installQuota = quota;
	}
	if (expiryShift === undefined || expiryDate === null) return update;
	const day = shiftDate(expiryDate, expiryShift);
	if (day === undefined) return valueError(`${expiryDate} ${expiryShift} lies outside the years 0001 to 9999`);
	return {...update, expiryDate: day};
}
