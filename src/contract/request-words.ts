/** Words of requests. They stand apart from the schemas so that flags and the parser load without zod. */

/** Client statuses of an installation, in the service's order (docs/service.md#states). */
export const clientStatuses = ['new', 'active', 'lost'] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** The date of a loss: that of the last contact, or `daysUntilDeclaredLost` days later. */
export const lostDates = ['dateLastSeen', 'dateDeclaredLost'] as const;

/** Values of `segmentBy` that are not properties: cohorts by month or week of installation (docs/service.md#churn-retention). */
export const cohortSegments = ['installationMonth', 'installationWeek'] as const;

export const dateSplits = ['day', 'week', 'month'] as const;
export type DateSplit = (typeof dateSplits)[number];

/** The orders of a level of the current report (docs/service.md#current). */
export const levelSorts = ['alpha', 'new', 'active', 'lost'] as const;

/** Sort direction of segments and events. */
export const sortDirections = ['asc', 'desc'] as const;

/** The four flags of a license key, in the order of the specification. */
export const keyFlags = ['activated', 'blacklisted', 'expired', 'whitelisted'] as const;
export type KeyFlag = (typeof keyFlags)[number];

/** The orders of listKeys (docs/service.md#list-keys). */
export const keySortFields = ['addedDate', 'overQuotaCount'] as const;
export const keyOrders = ['ascending', 'descending'] as const;

/** Kinds of outreach campaigns (docs/service.md#filter-kinds). */
export const campaignChannels = ['auto', 'manual'] as const;

/** The charts that `hcType` names (docs/service.md#get). */
export const chartTypes = ['pie', 'bar', 'column', 'line'] as const;

/** The greatest `paging.limit` of listKeys (docs/service.md#limits). */
export const maxKeysPerPage = 1000;

/** Properties whose full list of values the service knows, whether collected or not. */
export const fullListProperties: readonly string[] = ['os', 'osLanguage', 'geography'];
