import {hasManifest, readManifest} from '../archive/download/manifest.ts';
import {getDays} from '../archive/file-days.ts';
import {parseRecordFileName} from '../archive/file-name.ts';
import {logKinds} from '../archive/log-kinds.ts';
import {formatSyncCommand, suggestArchives} from '../archive/records/input-paths.ts';
import {useAndTellDates} from '../archive/records/record-dates.ts';
import type {RecordPorts} from '../archive/records/record-ports.ts';
import type {Records} from '../archive/records/records.ts';
import {withRecords} from '../archive/records/with-records.ts';
import {noFilter} from '../archive/sql/record-relations.ts';
import {addDays, countDays, describeRange} from '../calendar.ts';
import type {GlobalFilters} from '../contract/filter-schemas.ts';
import {CliError} from '../errors.ts';
import type {ReportPorts} from '../reports/report-ports.ts';
import {counted} from '../text/wording.ts';
import {countUnmatched} from './use-counts.ts';
import type {CrashIndex} from './version-uses.ts';

/** The ports that read a release: the service for installations, an archive for crash reports. */
export type ReleasePorts = ReportPorts & Omit<RecordPorts, 'kind'>;

/** Throws CliError (usage) unless the folder is an archive of crash reports. */
export async function validateArchive(folder: string, context: ReleasePorts): Promise<void> {
	if (await hasManifest(folder)) return;
	const hint = `create it: ${formatSyncCommand({...context, kind: 'exceptions'}, folder)}; or name another with --crashes`;
	throw new CliError('usage', `there is no archive in ${folder}`, {
		...(await suggestArchives(folder, hint)),
		code: 'no-crashes',
	});
}

export type Range = {readonly first: string; readonly last: string};

export type CountedDays = {
	/** The days of the range with a final file in the archive, in order. */
	readonly days: readonly string[];
	/** The days of the range without one, as ranges. */
	readonly missing: readonly Range[];
};

/** A day whose file is not final, such as today, is not counted: neither its crash reports nor its activity are complete. */
function chooseCountedDays(range: Range, isArchived: (day: string) => boolean): CountedDays {
	const days: string[] = [];
	const missing: {first: string; last: string}[] = [];
	const count = Math.max(0, countDays(range));
	for (let at = 0; at < count; at++) {
		const day = addDays(range.first, at);
		const open = missing.at(-1);
		if (isArchived(day)) days.push(day);
		else if (open && addDays(open.last, 1) === day) open.last = day;
		else missing.push({first: day, last: day});
	}
	return {days, missing};
}

const maxNamedRanges = 4;

/** Names ranges of days, or the first of them. */
export function nameRanges(ranges: readonly Range[]): string {
	const rest = ranges.length > maxNamedRanges ? ` and ${ranges.length - maxNamedRanges} more` : '';
	return `${ranges.slice(0, maxNamedRanges).map(describeRange).join(', ')}${rest}`;
}

/** Returns the days of which the archive has a final file. */
async function readArchivedDays(folder: string, product: number): Promise<ReadonlySet<string>> {
	const archived = new Set<string>();
	for (const file of (await readManifest(folder)).values()) {
		const parsed = parseRecordFileName(file.name);
		if (parsed?.product !== product || parsed.code !== logKinds.exceptions.code || file.kind === 'open') continue;
		for (const day of getDays(file)) archived.add(day);
	}
	return archived;
}

/** Returns the days of each range that the archive has in full. */
export async function readCountedDays(
	folder: string,
	product: number,
	ranges: readonly Range[],
): Promise<readonly CountedDays[]> {
	const archived = await readArchivedDays(folder, product);
	return ranges.map(range => chooseCountedDays(range, day => archived.has(day)));
}

/** Returns the days of the range that the archive has in full, and notes the others. Throws CliError (usage) if there are none. */
export async function findCountedDays(
	folder: string,
	range: Range,
	{product, context}: {readonly product: number; readonly context: ReleasePorts},
): Promise<CountedDays> {
	const archived = await readArchivedDays(folder, product);
	const found = chooseCountedDays(range, day => day < context.today && archived.has(day));
	if (found.days.length === 0)
		throw new CliError('usage', `${folder} has no complete day of product ${product} from ${describeRange(range)}`, {
			hint: `update it: ${formatSyncCommand({...context, kind: 'exceptions'}, folder)}; or choose other days with --from and --to`,
			code: 'no-days',
		});
	const missing = found.missing.filter(({first}) => first < context.today);
	if (missing.length > 0)
		await context.incomplete(
			`${folder} has no final crash file for ${nameRanges(missing)}: these days are left out of all figures`,
		);
	if (range.last >= context.today) await context.detail('today is not complete, so it is left out');
	return found;
}

type ArchiveRequest = {
	readonly folder: string;
	readonly product: number;
	/** The last day that is asked for. */
	readonly until: string | undefined;
};

export const readArchive = <Result>(
	{folder, product, until}: ArchiveRequest,
	context: ReleasePorts,
	use: (records: Records) => Promise<Result>,
): Promise<Result> =>
	withRecords(
		{paths: [folder], filter: noFilter, rejects: undefined, products: [product], until},
		{...context, kind: 'exceptions'},
		records => useAndTellDates(records, use, context),
	);

/** Notes the crash reports of installations that are not in `matched`, in the form VERSION\nID. */
export async function noteUnmatched(
	crashes: CrashIndex,
	{matched, filters}: {readonly matched: ReadonlySet<string>; readonly filters: object},
	{caveat}: ReleasePorts,
): Promise<void> {
	// With a filter, most crash reports belong to installations that it leaves out.
	if (Object.keys(filters).length > 0) return;
	const {reports, installations} = countUnmatched(crashes, (version, id) => matched.has(`${version}\n${id}`));
	if (reports === 0) return;
	await caveat(
		`${counted(reports, 'crash report')} from ${counted(installations, 'installation')} left out: according to the service, the installation that sent the report did not use that version on these days`,
	);
}

/** Says why new installations, which a filter chooses, look better than they are. */
export async function explainNew(
	{dateInstalled}: GlobalFilters,
	{caveat}: Pick<ReleasePorts, 'caveat'>,
): Promise<void> {
	if (dateInstalled !== undefined)
		await caveat(
			'crash-free of new installations is too high: one whose first start crashes before it has registered sends no report',
		);
}
