import {CliError} from '../../errors.ts';
import {groupBy} from '../../text/group-by.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {type Basis, type ReleaseRequest, readReleases, readUsesIfPossible} from '../read-releases.ts';
import type {ReleasePorts} from '../release-archive.ts';
import {noteUnmatched} from '../release-archive.ts';
import type {ReleaseCounts} from '../release-counts.ts';
import {choosePrevious, chooseVersion, orderVersions, type VersionCount} from '../release-counts.ts';
import {createUseCounter} from '../use-counts.ts';
import {indexCrashes, splitByDay} from '../version-uses.ts';
import {type Comparison, compareReleases, type RiskCell, type Totals} from './compare-releases.ts';
import {type ObservedUses, traits} from './find-culprits.ts';
import {createRiskCounter, joinUses, type ObservedUse, trimUse} from './risk-cells.ts';

export type ComparisonRequest = Omit<ReleaseRequest, 'by'> & {
	/** A version or `latest`. */
	readonly version: string;
	/** A version, `previous` or `all-others`. */
	readonly against: string;
	readonly minInstallations: number;
};

export type ReadComparison = {
	readonly comparison: Comparison;
	readonly basis: Basis;
	readonly version: string;
	/** The version that it is compared with, `all others`, or `earlier versions` if there are none. */
	readonly against: string;
	/** The counts of both versions by day, or in total if the server does not report days. */
	readonly drawn: readonly ReleaseCounts[];
	/** The counted days from the first day of the version on. */
	readonly days: readonly string[];
	/** Undefined if the server does not report days. */
	readonly observed: ObservedUses | undefined;
};

export const allOthers = 'all others';
/** Stands for the previous version if there is none; nobody has used it. */
const noEarlier = 'earlier versions';

/** Throws CliError (usage) if no installation has a version. */
function chooseSides({version: word, against, minInstallations}: ComparisonRequest, counts: readonly VersionCount[]) {
	const versions = orderVersions(counts);
	const createError = (name: string) => {
		const inUse = versions.slice(0, 10).join(', ');
		return new CliError('usage', `no installation used version ${name} on these days`, {
			...suggestion(
				nearNames(name, versions),
				versions.length > 0 ? `versions in use: ${inUse}` : 'choose other days with --from and --to',
			),
			code: 'no-version',
		});
	};
	const version = chooseVersion(word, counts);
	if (version === undefined) throw createError(word);
	if (against === 'all-others') return {version, against: allOthers};
	const other =
		against === 'previous'
			? (choosePrevious(version, counts, minInstallations) ?? noEarlier)
			: chooseVersion(against, counts);
	if (other === undefined) throw createError(against);
	if (other === version)
		throw new CliError('usage', `--against: ${version} cannot be compared with itself`, {hint: 'name another version'});
	return {version, against: other};
}

const noUse: Totals = {installations: 0, crashed: 0, days: 0, reports: 0};

type Clients = readonly (readonly ObservedUse[])[];

const findFirstDay = (clients: Clients, version: string): string | undefined =>
	clients
		.flatMap(uses => uses.filter(use => use.version === version).map(({days}) => days[0]?.day ?? ''))
		.reduce<string | undefined>((first, day) => (first === undefined || day < first ? day : first), undefined);

function compareDaily(clients: Clients, request: ComparisonRequest): Omit<ReadComparison, 'basis'> {
	const counts = clients.flatMap(uses => uses.map(({version}) => ({version, installations: 1})));
	const {version, against} = chooseSides(request, counts);
	const first = findFirstDay(clients, version) ?? '';
	const isOther = (name: string) => name !== version && (against === allOthers || name === against);
	const sideOf = (name: string) => (name === version ? 'first' : isOther(name) ? 'second' : undefined);
	const risks = createRiskCounter(sideOf);
	const counter = createUseCounter<ObservedUse>(
		use => use.crashes,
		() => null,
	);
	const byDay = createUseCounter<ObservedUse>(
		({crashes, value}) => crashes.filter(({day}) => day === value),
		({value}) => value,
	);
	const kept = clients.map(uses => uses.flatMap(use => trimUse(use, first)));
	for (const uses of kept) {
		risks.add(uses);
		const others = uses.filter(use => isOther(use.version));
		const side = against === allOthers ? joinUses(others, allOthers) : others;
		for (const use of [...uses.filter(each => each.version === version), ...side]) {
			counter.add(use);
			for (const day of splitByDay(use)) byDay.add(day);
		}
	}
	const totalsOf = (name: string): Totals => counter.counts().find(each => each.version === name) ?? noUse;
	return {
		comparison: compareReleases({
			...{cells: risks.cells(), seconds: risks.seconds(), otherDays: risks.otherDays()},
			...{first: totalsOf(version), second: totalsOf(against)},
		}),
		drawn: byDay.counts(),
		version,
		against,
		days: request.days.filter(day => day >= first),
		observed: {clients: kept, sideOf},
	};
}

/** Compares by the latest version and the system, the only data that older servers report. */
async function compareLatest(
	request: ComparisonRequest,
	context: ReleasePorts,
): Promise<Omit<ReadComparison, 'basis'>> {
	const {counts} = await readReleases({...request, by: 'os.version'}, context);
	const {version, against} = chooseSides(request, counts);
	const isOther = (name: string) => name !== version && (against === allOthers || name === against);
	const rateOf = (some: readonly ReleaseCounts[]) => ({
		events: some.reduce((sum, {crashed}) => sum + crashed, 0),
		exposure: some.reduce((sum, {installations}) => sum + installations, 0),
	});
	const cells = [...groupBy(counts, ({group}) => group ?? '')].map(
		([stratum, own]): RiskCell => ({
			...{stratum, day: ''},
			first: rateOf(own.filter(each => each.version === version)),
			second: rateOf(own.filter(each => isOther(each.version))),
		}),
	);
	const toTotals = (side: 'first' | 'second'): Totals => ({
		...{days: null, reports: null},
		installations: cells.reduce((sum, cell) => sum + cell[side].exposure, 0),
		crashed: cells.reduce((sum, cell) => sum + cell[side].events, 0),
	});
	const comparison = compareReleases({cells, first: toTotals('first'), second: toTotals('second')});
	const unknown = {group: null, firstDay: null, sessions: null, minutes: null};
	return {
		comparison,
		drawn: [
			{version, ...unknown, ...comparison.first},
			{version: against, ...unknown, ...comparison.second},
		],
		version,
		against,
		days: request.days,
		observed: undefined,
	};
}

export async function readComparison(request: ComparisonRequest, context: ReleasePorts): Promise<ReadComparison> {
	const crashes = indexCrashes(request.crashDays);
	const clients: (readonly ObservedUse[])[] = [];
	const matched = new Set<string>();
	const isRead = await readUsesIfPossible(
		{...request, by: undefined, traits: traits.map(({property}) => property)},
		uses => {
			for (const use of uses) matched.add(`${use.version}\n${use.clientId}`);
			if (uses.length > 0) clients.push(uses.map(use => ({...use, crashes: crashes.find(use)})));
		},
		context,
	);
	if (!isRead) return {...(await compareLatest(request, context)), basis: 'latest'};
	await noteUnmatched(crashes, {matched, filters: request.filters}, context);
	return {...compareDaily(clients, request), basis: 'daily'};
}
