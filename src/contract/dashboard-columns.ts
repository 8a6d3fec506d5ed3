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
