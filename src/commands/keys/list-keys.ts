import type {Context, Outcome} from '../../cli/definition/command.ts';
import {createConcurrencyFlag} from '../../cli/definition/concurrency-flag.ts';
import {createFilterFlags, type FilterFlags, readFilterSources} from '../../cli/definition/expression-sources.ts';
import {compileAsGiven} from '../../cli/definition/json-expressions.ts';
import type {ColumnSort, Sort} from '../../cli/definition/sort-flag.ts';
import {notSentNote} from '../../client/request-printed.ts';
import {keySortFields, maxKeysPerPage} from '../../contract/request-words.ts';
import {exitCodes} from '../../errors.ts';
import type {Query} from '../../keys/registry/fetch-page.ts';
import type {Source} from '../../language/source/source-text.ts';
import type {Column, Sorting} from '../../output/dataset.ts';
import {findColumn} from '../../output/rows/select-columns.ts';
import {recordColumns, toRecordRow} from './key-records.ts';

/** Listings of keys (docs/service.md#list-keys). */

export const listingFlags = {
	...createFilterFlags({
		filter: "which keys: 'licenseType=purchased and overQuotaCount>0'; repeatable, joined by and; @file",
		json: "the service's own filters, or @file",
	}),
	concurrency: createConcurrencyFlag('pages requested at the same time', {max: 32}),
};

type ServiceField = (typeof keySortFields)[number];
type KeySort = Sort<ServiceField> | ColumnSort;

export type Listing = FilterFlags & {
	readonly concurrency: number;
	readonly sort: KeySort | undefined;
	readonly skip: number;
	/** A filter of the command's own. */
	readonly also?: Source;
};

const orders = {asc: 'ascending', desc: 'descending'} as const;

type SplitSort = {readonly asked?: Query['sorting']; readonly sorting?: Sorting};

/** Splits a sort into that of the service or of the client. Throws CliError usage for an unknown column. */
function splitSort(sort: KeySort | undefined): SplitSort {
	if (!sort) return {};
	if ('sort' in sort)
		return {asked: {field: sort.sort, ...(sort.sortDirection && {order: orders[sort.sortDirection]})}};
	const {isDescending} = sort;
	const key = recordColumns[findColumn(recordColumns, sort.column, '--sort')]?.key ?? '';
	const field = keySortFields.find(each => each === key);
	return field ? {asked: {field, order: orders[isDescending ? 'desc' : 'asc']}} : {sorting: {key, isDescending}};
}

/** A narrow table keeps the column by which the rows are sorted. */
const columnsOf = ({asked, sorting}: SplitSort): readonly Column[] =>
	recordColumns.map(column =>
		column.key === (asked?.field ?? sorting?.key) ? {...column, layout: {...column.layout, priority: 0}} : column,
	);

/** The filters of a listing. Throws CliError usage with the place of a fault. */
async function readFilters(options: Listing, context: Context): Promise<Query> {
	const typed = await readFilterSources(options, context);
	const sources = options.also ? [...typed, options.also] : typed;
	const {compileKeyFilter} = await import('../../language/compile-expressions.ts');
	const language = {today: context.today, anyCode: context.globals.anyCode};
	const compiled = await compileAsGiven({kind: 'key'}, sources, each => compileKeyFilter(each, language));
	for (const {message} of compiled.warnings) await context.warn(message);
	return sources.length > 0 ? {filters: compiled.json} : {};
}

/** The keys that match, page by page; those that the client sorts are held in memory. */
export async function listKeys(options: Listing, context: Context): Promise<Outcome> {
	const split = splitSort(options.sort);
	const {asked, sorting} = split;
	const query = {...(await readFilters(options, context)), ...(asked ? {sorting: asked} : {})};
	if (context.globals.dryRun) {
		await context.note(notSentNote);
		return {};
	}
	// Below 200 MB, however many keys there are.
	context.limitMemory();
	const {createFetchPage} = await import('../../keys/registry/fetch-page.ts');
	const {readListing} = await import('../../keys/registry/read-listing.ts');
	const limit = (sorting ? undefined : context.globals.limit) ?? Number.POSITIVE_INFINITY;
	const changes = new Set<string>();
	let matching: number | undefined;
	const fetchPage = createFetchPage(await context.connect(), query);
	const pages = readListing({
		fetch: async (start, count) => {
			const page = await fetchPage(start, count);
			matching = page.matching;
			return page;
		},
		skip: options.skip,
		limit,
		// Two at least: neighbouring pages share a row.
		pageSize: Math.min(maxKeysPerPage, Math.max(2, limit)),
		prefetch: options.concurrency,
		sortValue: record => (asked?.field === 'overQuotaCount' ? record.overQuotaCount : record.addedDate),
		onChange: what => changes.add(what),
	});
	const blocks = async function* () {
		let isEmpty = true;
		for await (const records of pages) {
			isEmpty &&= records.length === 0;
			yield records.map(toRecordRow);
		}
		if (isEmpty && 'filters' in query) await context.note('no key passes the filter');
		for (const what of changes) await context.caveat(`${what} while the pages were read`);
	};
	return {
		dataset: {
			columns: columnsOf(split),
			blocks: blocks(),
			total: () => matching && matching - options.skip,
			...(sorting ? {sorting} : {}),
		},
		exit: () => (changes.size > 0 ? exitCodes.partial : 0),
	};
}
