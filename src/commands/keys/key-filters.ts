import type {Context, Outcome} from '../../cli/definition/command.ts';
import {createFilterFlag} from '../../cli/definition/shared-flags.ts';
import {notSentNote} from '../../client/request-printed.ts';
import type {KeySort, Listing} from '../../keys/list-keys.ts';
import type {Query} from '../../keys/registry/fetch-page.ts';
import type {Source} from '../../language/source/source-text.ts';
import {readSources} from '../../reports/request/expression-sources.ts';
import {listFilterValues} from '../../reports/request/unknown-values.ts';
import {describeFilter} from '../../reports/run/report-title.ts';
import {readUsage, usageColumns} from './key-usage-flags.ts';

/** The filter of `keys list` and `keys expiring`, and what both do with it. */

export const filter = createFilterFlag(
	"Show only matching keys: 'licenseType=purchased and overQuotaCount>0', @file or API JSON; repeatable, all must match",
);

type Filtering = {readonly filter: readonly string[]; readonly ownFilter?: Source};

type KeyFilter = {
	/** Undefined without a filter. */
	readonly filters: Query['filters'];
	readonly texts: readonly string[];
	/** License types that the filter names. */
	readonly types: readonly string[];
};

export async function readKeyFilter(options: Filtering, context: Context): Promise<KeyFilter> {
	const typed = await readSources('--filter', options.filter, context);
	const sources = options.ownFilter ? [...typed, options.ownFilter] : typed;
	const {compileKeyFilter} = await import('../../language/compile-expressions.ts');
	const language = {today: context.today, anyCode: context.globals.anyCode};
	const compiled = compileKeyFilter(sources, language);
	for (const {message} of compiled.warnings) await context.warn(message);
	const filters = sources.length > 0 ? compiled.json : undefined;
	return {filters, texts: sources.map(({text}) => text), types: filters ? getTypes(filters) : []};
}

function getTypes({licenseType}: NonNullable<Query['filters']>): readonly string[] {
	const named = licenseType === undefined ? [] : listFilterValues({licenseType});
	return named.filter(({type}) => type === 'string').map(({value}) => value);
}

/** Lists or counts the keys that match. */
export async function listMatching(
	options: Filtering &
		Pick<Listing, 'concurrency' | 'skip' | 'countBy'> & {
			readonly sort: KeySort | undefined;
			readonly usage: boolean;
			readonly title?: string;
			readonly none?: string | undefined;
		},
	context: Context,
): Promise<Outcome> {
	const {listKeys, planSort} = await import('../../keys/list-keys.ts');
	const sortPlan = planSort(options.sort, options.usage ? usageColumns : []);
	const {filters, types} = await readKeyFilter(options, context);
	const {dryRun, quiet, limit} = context.globals;
	if (dryRun) {
		await context.note(notSentNote);
		return {};
	}
	const extra = options.usage ? await readUsage(context) : undefined;
	return listKeys(
		{
			title: `License keys${describeFilter(options.filter)}`,
			...options,
			extra,
			sortPlan,
			filters,
			types: quiet ? [] : types,
			limit,
		},
		context,
	);
}
