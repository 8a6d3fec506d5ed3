/** The enumerations in requests, apart from the schemas so that flags and the parser load without zod. */

/** The statuses of an installation, in the service's order (docs/service.md#states). */
export const clientStatuses = ['new', 'active', 'lost'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** The date of a loss: the last contact, or `daysUntilDeclaredLost` days later. */
export const lostDates = ['dateLastSeen', 'dateDeclaredLost'] as const;

/** The values of `segmentBy` that are not properties (docs/service.md#churn-retention). */
export const cohortSegments = ['installationMonth', 'installationWeek'] as const;

export const dateSplits = ['day', 'week', 'month'] as const;
export type DateSplit = (typeof dateSplits)[number];

export const levelSorts = ['alpha', 'new', 'active', 'lost'] as const;

export const sortDirections = ['asc', 'desc'] as const;

export const keyFlags = ['activated', 'blacklisted', 'expired', 'whitelisted'] as const;
export type KeyFlag = (typeof keyFlags)[number];

export const keySortFields = ['addedDate', 'overQuotaCount'] as const;
export const keyOrders = ['ascending', 'descending'] as const;

export const campaignChannels = ['auto', 'manual'] as const;

/** The values of `hcType` (docs/service.md#get). */
export const chartTypes = ['pie', 'bar', 'column', 'line'] as const;

/** The largest `paging.limit` of listKeys (docs/service.md#limits). */
export const maxKeysPerPage = 1000;

/** The properties with a full list of values, including values that no installation has. */
export const fullListProperties: readonly string[] = ['os', 'osLanguage', 'geography'];
