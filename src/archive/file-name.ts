import {createRejection} from './zip-rejection.ts';

/** The documented form of names (docs/service.md#file-names), with any harmless text as a date. */
const namePattern = /^\d{1,20}_(?:(?:exc|cust)_)?[\w-]{1,40}?(?:_to_[\w-]{1,40})?\.zip$/;

export const isFileName = (name: string): boolean => namePattern.test(name);

/** Throws a rejection unless the name is safe as a local file name (test/faults.md D1). */
export function validateFileName(name: string): void {
	if (!isFileName(name)) throw createRejection('unsafe', 'the service lists a file with an unexpected name');
}

export type RecordFileName = {
	readonly product: number;
	readonly code: string;
	readonly from: string;
	readonly to: string;
};

const recordPattern = /^(\d{1,20})_(exc|cust)_(\d{4}-\d\d-\d\d)(?:_to_(\d{4}-\d\d-\d\d))?\.(?:zip|csv)$/;

/** Parses the name of a zip or CSV file (docs/service.md#file-names). Returns undefined for other names. */
export function parseRecordFileName(name: string): RecordFileName | undefined {
	const [, product, code, from, to = from] = recordPattern.exec(name) ?? [];
	return product && code && from && to ? {product: Number(product), code, from, to} : undefined;
}
