import {type ClientQuery, readClientPages} from '../client/client-pages.ts';
import {nullLabel} from '../contract/rules/segment-rules.ts';
import {CliError} from '../errors.ts';
import type {Client} from '../ports.ts';
import type {DayOfUse, VersionUse} from './version-uses.ts';

/** Reads which version each installation used on each day (docs/service.md#newer-clients). */

type Day = Readonly<Record<string, unknown>>;

/** Figures of a day; a server may have other names for them. */
const figures = ['sessionCount', 'runtimeMinutes'] as const;

export type UsageQuery = {
	/** The days to count, in order; at least one. */
	readonly days: readonly string[];
	readonly filters: NonNullable<ClientQuery['globalFilters']>;
	/** A property by which the result is broken down. */
	readonly by: string | undefined;
	/** Properties to add to each use, if the server reports them by day. */
	readonly traits?: readonly string[];
};

const toText = (value: unknown): string | null =>
	value === undefined || value === null || value === '' || value === nullLabel ? null : String(value);
function toNumber(value: unknown): number | null {
	const text = toText(value);
	return text !== null && Number.isFinite(Number(text)) ? Number(text) : null;
}

const toDay = (day: Day): DayOfUse => ({
	day: String(day.date).slice(0, 10),
	sessions: toNumber(day.sessionCount),
	minutes: toNumber(day.runtimeMinutes),
});

type Installation = {readonly clientId: string; readonly dailyData?: readonly Day[] | undefined} & Day;

/** Returns a use for each version; days without a known version have none. */
function toUses(
	installation: Installation,
	isCounted: (day: string) => boolean,
	{by, traits = []}: UsageQuery,
): readonly VersionUse[] {
	const versions = new Map<string, Day[]>();
	for (const day of installation.dailyData ?? []) {
		const version = toText(day.prodVersion);
		if (version === null || !isCounted(String(day.date).slice(0, 10))) continue;
		versions.set(version, [...(versions.get(version) ?? []), day]);
	}
	return [...versions].map(([version, days]) => ({
		version,
		clientId: installation.clientId,
		days: days.map(toDay).toSorted((one, other) => (one.day < other.day ? -1 : 1)),
		system: toText(days[0]?.['os.version']),
		installed: toText(installation.dateInstalled)?.slice(0, 10) ?? null,
		value: by === undefined ? null : toText(days[0]?.[by]),
		traits: traits.map(name => toText(days[0]?.[name])),
	}));
}

const createQuery = ({days, filters, by}: UsageQuery, names: readonly string[]): ClientQuery => ({
	properties: ['dateInstalled'],
	// An installation that was last seen before the first day has no activity to count.
	globalFilters: {dateLastSeen: {type: 'dateRange', min: days[0] ?? ''}, ...filters},
	retDailyData: {
		startDate: days[0] ?? '',
		stopDate: days.at(-1) ?? '',
		properties: [...new Set(['prodVersion', 'os.version', ...(by === undefined ? [] : [by]), ...names])],
	},
});

/**
 * Yields the uses of each page, one installation after another. Throws CliError (refused) with code `absent` on an older server.
 */
export async function* readVersionUses(
	client: Client,
	query: UsageQuery,
	signal: AbortSignal,
): AsyncGenerator<readonly (readonly VersionUse[])[]> {
	const counted = new Set(query.days);
	const read = (names: readonly string[]) => readClientPages(client, createQuery(query, names), signal);
	const toPage = (page: readonly Installation[]) =>
		page.map(installation => toUses(installation, day => counted.has(day), query));
	let hasRead = false;
	try {
		for await (const page of read([...figures, ...(query.traits ?? [])])) {
			hasRead = true;
			yield toPage(page);
		}
	} catch (error) {
		// The names of the figures, and which properties have days, are unknown (docs/service.md#newer-clients): a server may reject them.
		const isRejected = error instanceof CliError && error.kind === 'refused' && error.details.code === 'refused';
		if (hasRead || !isRejected) throw error;
		for await (const page of read([])) yield toPage(page);
	}
}
