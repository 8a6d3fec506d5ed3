import type {GlobalFilters} from '../contract/filter-schemas.ts';
import {reportRows, usualStart} from '../contract/reports.ts';
import {collectErrors, seeHelp} from '../errors.ts';
import type {RangeWords} from '../language/values/range-words.ts';
import type {Client} from '../ports.ts';
import {createExpressions, resolveFilters} from '../reports/request/report-expressions.ts';
import type {ReportOptions} from '../reports/request/report-options.ts';
import {getEnds, resolveRange} from '../reports/request/report-range.ts';
import {describeFilter} from '../reports/run/report-title.ts';
import {explainNew, findCountedDays, type ReleasePorts, validateArchive} from './release-archive.ts';

export type ReleaseOptions = RangeWords & ReportOptions & {readonly crashes: string};

export type OpenedReleases = {
	readonly client: Client;
	readonly product: number;
	readonly folder: string;
	readonly filters: GlobalFilters;
	/** The filter as part of a title, such as ` where country=US`. */
	readonly where: string;
	/** The days to count, in order. */
	readonly days: readonly string[];
};

/** The archive has no values of all properties, so a filter does not choose its crash groups. */
export async function explainGroups({where}: Pick<OpenedReleases, 'where'>, {caveat}: ReleasePorts): Promise<void> {
	if (where !== '') await caveat('crash groups are of all installations, also of those that the filter leaves out');
}

/** Resolves the flags that all release commands have. Throws CliError (usage). */
export async function openReleases(
	options: ReleaseOptions,
	path: string,
	context: ReleasePorts,
): Promise<OpenedReleases> {
	const {crashes: folder} = options;
	const {dryRun} = context.globals;
	const expressions = createExpressions(reportRows.range, context);
	const [ends, filters] = await collectErrors(
		[
			async () => getEnds(options, usualStart, context),
			() => resolveFilters(options, expressions, context),
			// A question can be checked before its archive exists.
			async () => (dryRun ? undefined : validateArchive(folder, context)),
		],
		seeHelp(path),
	);
	await explainNew(filters.json, context);
	const client = await context.connect();
	if (dryRun) await validateArchive(folder, context);
	const range = await resolveRange(ends, context);
	const product = await context.product();
	const {days} = await findCountedDays(folder, range, {product, context});
	return {client, product, folder, filters: filters.json, where: describeFilter(options.filter), days};
}
