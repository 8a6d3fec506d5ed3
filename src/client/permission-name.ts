/**
 * Returns the name of the dashboard's permission that a call probably requires. The relation is inferred from the names
 * (docs/service.md#help-permissions).
 */
export function getPermissionName(path: string, input: object = {}): string {
	if (path.startsWith('/licenseKeys/')) return 'License Key Management';
	return JSON.stringify(input).includes('"licenseKey"') ? 'License Key Filtering' : 'Reporting';
}
