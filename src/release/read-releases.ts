import type {VersionCrashDay} from '../archive/crashes/version-crashes.ts';
import type {GlobalFilters} from '../contract/filter-schemas.ts';
import {CliError} from '../errors.ts';
import type {Client} from '../ports.ts';
import {countLatestVersions, countOnVersion} from '../reports/latest-versions.ts';
import type {ReleasePorts} from './release-archive.ts';
import {noteUnmatched} from './release-archive.ts';
import type {ReleaseCounts} from './release-counts.ts';
import {createUseCounter} from './use-counts.ts';
import {readVersionUses} from './version-usage.ts';
import {type CrashIndex, indexCrashes, splitByDay, type VersionUse} from './version-uses.ts';

/** The way in which the installations of a version were counted. */
export type Basis = 'daily' | 'latest';

export type ReleaseRequest = {
	readonly client: Client;
	/** The days to count, in order. */
	readonly days: readonly string[];
	readonly filters: GlobalFilters;
	/** A property of the service, or `date`. */
	readonly by: string | undefined;
	readonly traits?: readonly string[];
	readonly crashDays: readonly VersionCrashDay[];
};

export type Releases = {
	readonly basis: Basis;
	readonly counts: readonly ReleaseCounts[];
	/** Active installations of all versions. */
	readonly total: number;
};

/** Returns undefined on an older server, which lists no installations. */
export async function readUsesIfPossible(
	{client, days, filters, by, traits}: Omit<ReleaseRequest, 'crashDays'>,
	onUses: (uses: readonly VersionUse[]) => void,
	{signal, progress}: ReleasePorts,
): Promise<true | undefined> {
	const {advance, end} = progress.start({what: 'reading installations', unit: 'rows'});
	try {
		for await (const page of readVersionUses(
			client,
			{days, filters, by: by === 'date' ? undefined : by, ...(traits ? {traits} : {})},
			signal,
		)) {
			advance(page.length);
			for (const uses of page) onUses(uses);
		}
		return true;
	} catch (error) {
		if (error instanceof CliError && error.details.code === 'absent') return undefined;
		throw error;
	} finally {
		end();
	}
}

async function readDaily(
	request: ReleaseRequest,
	crashes: CrashIndex,
	context: ReleasePorts,
): Promise<Releases | undefined> {
	const isByDay = request.by === 'date';
	const crashesOf = (use: VersionUse) =>
		isByDay ? crashes.find(use).filter(({day}) => day === use.value) : crashes.find(use);
	const counter = createUseCounter(crashesOf, ({value}) => value);
	const withCrashes = new Set<string>();
	let total = 0;
	const addUse = (use: VersionUse) => {
		if (crashes.find(use).length > 0) withCrashes.add(`${use.version}\n${use.clientId}`);
		for (const part of isByDay ? splitByDay(use) : [use]) counter.add(part);
	};
	const onUses = (uses: readonly VersionUse[]) => {
		if (uses.length > 0) total++;
		for (const use of uses) addUse(use);
	};
	const found = await readUsesIfPossible(request, onUses, context);
	if (!found) return undefined;
	await noteUnmatched(crashes, {matched: withCrashes, filters: request.filters}, context);
	return {basis: 'daily', counts: counter.counts(), total};
}

async function readLatest(request: ReleaseRequest, crashes: CrashIndex, {signal}: ReleasePorts): Promise<Releases> {
	const {client, days, filters, by} = request;
	const query = {first: days[0] ?? '', filters, by};
	const latest = await countLatestVersions(client, query, signal);
	const counts: ReleaseCounts[] = [];
	for (const version of new Set(latest.map(each => each.version))) {
		const clients = crashes.versions.get(version) ?? new Map<string, readonly {readonly reports: number}[]>();
		const clientIds = [...clients.keys()].filter(id => id !== '');
		const crashed = await countOnVersion(client, {...query, version, clientIds}, signal);
		const reports = [...clients.values()].flat().reduce((sum, day) => sum + day.reports, 0);
		for (const {group, installations} of latest.filter(each => each.version === version))
			counts.push({
				version,
				group,
				installations,
				firstDay: null,
				days: null,
				sessions: null,
				minutes: null,
				reports: by === undefined && Object.keys(filters).length === 0 ? reports : null,
				crashed: crashed.get(group) ?? 0,
			});
	}
	const total = (await countLatestVersions(client, {...query, by: 'prodVersion'}, signal)).reduce(
		(sum, {installations}) => sum + installations,
		0,
	);
	return {basis: 'latest', counts, total};
}

/** Counts installations by version: by the version of each day on newer servers, else by their latest version. */
export async function readReleases(request: ReleaseRequest, context: ReleasePorts): Promise<Releases> {
	const crashes = indexCrashes(request.crashDays);
	const daily = await readDaily(request, crashes, context);
	if (daily) return daily;
	if (request.by === 'date')
		throw new CliError(
			'usage',
			'--by date needs a newer server: an older one does not tell which version was used on a day',
			{
				hint: 'omit --by date',
				code: 'absent',
			},
		);
	return readLatest(request, crashes, context);
}

const latestCaveat =
	'installations are counted under their latest version, because this server does not report the version of each day; installations active at any time from the first day until now are included; an installation counts as crashed only if it crashed under that version';

export async function explainBasis(basis: Basis, {caveat}: ReleasePorts): Promise<void> {
	if (basis === 'latest') await caveat(latestCaveat);
}
