/** The use of versions by installations, and their crash reports, day by day. Days are `YYYY-MM-DD`. */

export type DayOfUse = {
	readonly day: string;
	/** Null if the server does not report it. */
	readonly sessions: number | null;
	readonly minutes: number | null;
};

/** The use of one version by one installation. */
export type VersionUse = {
	readonly version: string;
	readonly clientId: string;
	/** In order; at least one. */
	readonly days: readonly DayOfUse[];
	/** The operating system on the first of these days; null if unknown. */
	readonly system: string | null;
	/** The day of the installation; null if unknown. */
	readonly installed: string | null;
	/** The value of the property that the list is broken down by, on the first day. */
	readonly value: string | null;
	/** The values of the traits of the query, on the first day. */
	readonly traits: readonly (string | null)[];
};

export type CrashDay = {
	readonly version: string;
	readonly clientId: string;
	readonly day: string;
	readonly reports: number;
};

export type DayReports = Pick<CrashDay, 'day' | 'reports'>;

/** Crash reports by version and installation. */
export type CrashIndex = {
	readonly find: (use: Pick<VersionUse, 'version' | 'clientId'>) => readonly DayReports[];
	readonly versions: ReadonlyMap<string, ReadonlyMap<string, readonly DayReports[]>>;
};

export function indexCrashes(crashDays: readonly CrashDay[]): CrashIndex {
	const versions = new Map<string, Map<string, DayReports[]>>();
	for (const {version, clientId, day, reports} of crashDays) {
		const clients = versions.get(version) ?? new Map<string, DayReports[]>();
		versions.set(version, clients);
		const days = clients.get(clientId);
		if (days) days.push({day, reports});
		else clients.set(clientId, [{day, reports}]);
	}
	return {versions, find: ({version, clientId}) => versions.get(version)?.get(clientId) ?? []};
}

/** A use of each day alone, for figures by day. */
export const splitByDay = <Use extends VersionUse>(use: Use): readonly Use[] =>
	use.days.map(day => ({...use, days: [day], value: day.day}));
