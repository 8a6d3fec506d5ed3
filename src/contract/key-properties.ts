import type {Property} from './properties.ts';
import {keyFlags} from './request-words.ts';

/** The properties of `filters` in listKeys (docs/service.md#list-keys), in its order. None of them supports null. */
export type KeyProperty = Pick<Property, 'name' | 'kind' | 'parts' | 'whole'> & {
	readonly friendlyName: string;
	readonly regex?: false;
	readonly integer?: true;
};

export const keyProperties: readonly KeyProperty[] = [
	{name: 'licenseKey', friendlyName: 'License Key', kind: 'text'},
	{name: 'addedDate', friendlyName: 'Added', kind: 'date'},
	{name: 'expiryDate', friendlyName: 'Expiry Date', kind: 'date'},
	{name: 'autoCollected', friendlyName: 'Collected by the SDK', kind: 'boolean'},
	{name: 'overQuotaCount', friendlyName: 'Installations over Quota', kind: 'number', whole: true, integer: true},
	{name: 'licenseType', friendlyName: 'License Type', kind: 'text', regex: false},
	{
		name: 'licenseStatus',
		friendlyName: 'License Status',
		kind: 'flags',
		parts: keyFlags,
	},
];

/** The columns of the dashboard's CSV of keys, which has no header; the order of flags is its own (docs/service.md#help-dashboard-csv). */
export const dashboardColumns = [
	'licenseKey',
	'licenseType',
	'whitelisted',
	'blacklisted',
	'activated',
	'expired',
	'expiryDate',
	'installQuota',
	'notes',
] as const;

export const dashboardComment = '###';
