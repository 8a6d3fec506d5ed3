import type {CrashIndex, DayReports, VersionUse} from './version-uses.ts';

type UseCounts = {
	readonly version: string;
	readonly group: string | null;
	readonly firstDay: string;
	readonly installations: number;
	/** Installation-days. */
	readonly days: number;
	/** Null if the server does not report it. */
	readonly sessions: number | null;
	readonly minutes: number | null;
	readonly reports: number;
	/** Installations with at least one crash report under this version. */
	readonly crashed: number;
};

const sumOrNull = (figures: readonly (number | null)[]): number | null =>
	figures.reduce((sum, figure) => (sum === null || figure === null ? null : sum + figure), 0);

type Sums = Omit<UseCounts, 'version' | 'group'>;

function countUse(use: VersionUse, found: readonly DayReports[]): Sums {
	return {
		firstDay: use.days[0]?.day ?? '',
		installations: 1,
		days: use.days.length,
		sessions: sumOrNull(use.days.map(({sessions}) => sessions)),
		minutes: sumOrNull(use.days.map(({minutes}) => minutes)),
		reports: found.reduce((sum, {reports}) => sum + reports, 0),
		crashed: found.length > 0 ? 1 : 0,
	};
}

const addSums = (one: Sums, other: Sums): Sums => ({
	firstDay: one.firstDay < other.firstDay ? one.firstDay : other.firstDay,
	installations: one.installations + other.installations,
	days: one.days + other.days,
	sessions: sumOrNull([one.sessions, other.sessions]),
	minutes: sumOrNull([one.minutes, other.minutes]),
	reports: one.reports + other.reports,
	crashed: one.crashed + other.crashed,
});

export type UseCounter<Use extends VersionUse> = {
	readonly add: (use: Use) => void;
	readonly counts: () => readonly UseCounts[];
};

/** Sums uses by version and group; each installation must be added at most once to each. */
export function createUseCounter<Use extends VersionUse>(
	crashesOf: (use: Use) => readonly DayReports[],
	groupOf: (use: Use) => string | null,
): UseCounter<Use> {
	const sums = new Map<string, Map<string | null, Sums>>();
	return {
		add: use => {
			const groups = sums.get(use.version) ?? new Map<string | null, Sums>();
			sums.set(use.version, groups);
			const group = groupOf(use);
			const [own, before] = [countUse(use, crashesOf(use)), groups.get(group)];
			groups.set(group, before ? addSums(before, own) : own);
		},
		counts: () =>
			[...sums].flatMap(([version, groups]) => [...groups].map(([group, each]) => ({version, group, ...each}))),
	};
}

/** Counts the crash reports and installations that no use belongs to. */
export function countUnmatched(
	{versions}: CrashIndex,
	hasUse: (version: string, clientId: string) => boolean,
): {readonly reports: number; readonly installations: number} {
	let reports = 0;
	const installations = new Set<string>();
	for (const [version, clients] of versions)
		for (const [clientId, days] of clients) {
			if (hasUse(version, clientId)) continue;
			installations.add(clientId);
			for (const day of days) reports += day.reports;
		}
	return {reports, installations: installations.size};
}
