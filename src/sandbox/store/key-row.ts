/** A row of the table `license_key`. Times are days and seconds since 1970-01-01. */
export type KeyRow = {
	readonly productId: number;
	readonly licenseKey: string;
	readonly licenseType: string;
	readonly activated: boolean;
	readonly blacklisted: boolean;
	readonly expired: boolean;
	readonly whitelisted: boolean;
	readonly expiryDate: number | null;
	readonly installQuota: number;
	readonly addedDate: number;
	readonly autoCollected: boolean;
	readonly lastEditedDate: number | null;
	readonly lastEditedBy: string | null;
	readonly notes: string;
};
