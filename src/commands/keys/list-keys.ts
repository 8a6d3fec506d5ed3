import type {Context, Outcome} from '../../cli/definition/command.ts';
import {createFilterFlag} from '../../cli/definition/range-flags.ts';
import {notSentNote} from '../../client/request-printed.ts';
import type {ColumnSort, Sort} from '../../contract/reports.ts';
import {keySortFields, maxKeysPerPage} from '../../contract/request-words.ts';
import {exitCodes} from '../../errors.ts';
import type {KeysClient} from '../../keys/keys-ports.ts';
import type {Query} from '../../keys/registry/fetch-page.ts';
import type {Source} from '../../language/source/source-text.ts';
import type {Column, Sorting} from '../../output/dataset.ts';
import {findColumn} from '../../output/rows/select-columns.ts';
import {readSources} from '../../reports/request/expression-sources.ts';
import {listFilterValues} from '../../reports/request/unknown-values.ts';
import {countKeys, getCountColumns} from './count-keys.ts';
import {recordColumns, toRecordRow} from './key-records.ts';

export const filter = createFilterFlag(
	"Show only matching keys: 'licenseType=purchased and overQuotaCount>0', @file or API JSON; repeatable, all must match",
);

type ServiceField = (typeof keySortFields)[number];
type KeySort = Sort<ServiceField> | ColumnSort;

export type Listing = {
	readonly filter: readonly string[];
	readonly concurrency: number;
	readonly sort: KeySort | undefined;
	readonly skip: number;
	readonly ownFilter?: Source;
	/** Counts the keys by these columns instead of listing them. */
	readonly countBy?: readonly number[];
};

const orders = {asc: 'ascending', desc: 'descending'} as const;

/** The service sorts by two columns only; the client sorts by all others. */
type SortPlan = {readonly serviceSort?: Query['sorting']; readonly clientSort?: Sorting};

function planSort(sort: KeySort | undefined): SortPlan {
	if (!sort) return {};
	if ('sort' in sort)
		return {serviceSort: {field: sort.sort, ...(sort.sortDirection && {order: orders[sort.sortDirection]})}};
	const {isDescending} = sort;
	const key = recordColumns[findColumn(recordColumns, sort.column, '--sort')]?.key ?? '';
	const field = keySortFields.find(each => each === key);
	return field
		? {serviceSort: {field, order: orders[isDescending ? 'desc' : 'asc']}}
		: {clientSort: {key, isDescending}};
}

/** Keeps the column that the rows are sorted by visible in a narrow table. */
const columnsOf = ({serviceSort, clientSort}: SortPlan): readonly Column[] =>
	recordColumns.map(column =>
		column.key === (serviceSort?.field ?? clientSort?.key)
			? {...column, layout: {...column.layout, priority: 0}}
			: column,
	);

async function readFilters(options: Listing, context: Context): Promise<Query> {
	const typed = await readSources('--filter', options.filter, context);
	const sources = options.ownFilter ? [...typed, options.ownFilter] : typed;
	const {compileKeyFilter} = await import('../../language/compile-expressions.ts');
	const language = {today: context.today, anyCode: context.globals.anyCode};
	const compiled = compileKeyFilter(sources, language);
	for (const {message} of compiled.warnings) await context.warn(message);
	return sources.length > 0 ? {filters: compiled.json} : {};
}

type ReadOptions = Pick<Listing, 'skip' | 'concurrency'> & {
	readonly query: Query;
	readonly limit: number;
	readonly serviceSort: Query['sorting'];
};

/** Returns a sentence for each type in the filter that no key has. */
async function explainFilterTypes(
	filters: NonNullable<Query['filters']>,
	client: Pick<KeysClient, 'call'>,
	{globals}: Context,
) {
	if (globals.quiet || filters.licenseType === undefined) return [];
	const {explainUnknownTypes} = await import('../../keys/check/unknown-types.ts');
	const named = listFilterValues({licenseType: filters.licenseType}).filter(({type}) => type === 'string');
	return explainUnknownTypes(
		named.map(({value}) => value),
		client,
	);
}

/** Reads the keys page by page, and collects what changed meanwhile (docs/service.md#list-keys). */
async function openListing({query, serviceSort, limit, skip, concurrency}: ReadOptions, context: Context) {
	const {createFetchPage} = await import('../../keys/registry/fetch-page.ts');
	const {readListing} = await import('../../keys/registry/read-listing.ts');
	const changes = new Set<string>();
	let matching: number | undefined;
	const client = await context.connect();
	const fetchPage = createFetchPage(client, query);
	const pages = readListing({
		fetch: async (start, count) => {
			const page = await fetchPage(start, count);
			matching = page.matchingCount;
			return page;
		},
		skip,
		limit,
		// At least two, because neighboring pages share a row.
		pageSize: Math.min(maxKeysPerPage, Math.max(2, limit)),
		prefetch: concurrency,
		sortValue: record => (serviceSort?.field === 'overQuotaCount' ? record.overQuotaCount : record.addedDate),
		onChange: what => changes.add(what),
	});
	const explain = async (isEmpty: boolean) => {
		if (isEmpty && query.filters) {
			await context.note('no key matches the filter');
			for (const text of await explainFilterTypes(query.filters, client, context)) await context.note(text);
		}
		for (const what of changes) await context.caveat(`${what} while the list was being read`);
	};
	return {
		pages,
		explain,
		total: () => matching && matching - skip,
		exit: () => (changes.size > 0 ? exitCodes.partial : 0),
	};
}

/** Lists or counts the keys that match. Sorting by the client holds all of them in memory. */
export async function listKeys(options: Listing, context: Context): Promise<Outcome> {
	const {countBy = []} = options;
	const isCount = countBy.length > 0;
	const sortPlan = planSort(options.sort);
	const {serviceSort, clientSort} = sortPlan;
	const query = {...(await readFilters(options, context)), ...(serviceSort ? {sorting: serviceSort} : {})};
	if (context.globals.dryRun) {
		await context.note(notSentNote);
		return {};
	}
	const limit = (clientSort || isCount ? undefined : context.globals.limit) ?? Number.POSITIVE_INFINITY;
	const {pages, explain, total, exit} = await openListing({...options, query, serviceSort, limit}, context);
	const rowBlocks = async function* () {
		let isEmpty = true;
		for await (const records of pages) {
			isEmpty &&= records.length === 0;
			yield records.map(toRecordRow);
		}
		await explain(isEmpty);
	};
	let counted: number | undefined;
	const countBlocks = async function* () {
		const rows = await countKeys(pages, countBy);
		counted = rows.length;
		yield rows;
		await explain(rows.length === 0);
	};
	if (isCount) return {dataset: {columns: getCountColumns(countBy), blocks: countBlocks(), total: () => counted}, exit};
	return {
		dataset: {
			columns: columnsOf(sortPlan),
			blocks: rowBlocks(),
			total,
			...(clientSort ? {sorting: clientSort} : {}),
		},
		exit,
	};
}
