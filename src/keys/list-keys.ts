import type {ColumnSort, Sort} from '../contract/reports.ts';
import {keySortFields, maxKeysPerPage} from '../contract/request-words.ts';
import {exitCodes} from '../errors.ts';
import {type Cell, type Column, type Dataset, gatherRows, type Sorting} from '../output/dataset.ts';
import type {FootnoteKind} from '../output/footnotes.ts';
import {sortRows} from '../output/rows/order-rows.ts';
import {findColumn, keepVisible} from '../output/rows/select-columns.ts';
import type {Client} from '../ports.ts';
import {counted} from '../text/wording.ts';
import {explainUnknownTypes} from './check/unknown-types.ts';
import {countKeys, getCountColumns} from './registry/count-keys.ts';
import {createFetchPage, type Query} from './registry/fetch-page.ts';
import {readListing} from './registry/read-listing.ts';
import {recordColumns, toRecordRow} from './rows/key-list-columns.ts';

type ServiceField = (typeof keySortFields)[number];
export type KeySort = Sort<ServiceField> | ColumnSort;

export type Listing = {
	readonly filters: Query['filters'];
	/** License types that the filters name. */
	readonly types: readonly string[];
	readonly limit: number | undefined;
	readonly concurrency: number;
	readonly sortPlan: SortPlan;
	readonly skip: number;
	readonly title: string;
	/** Says that no key matches. */
	readonly none?: string | undefined;
	/** Counts the keys by these columns instead of listing them. */
	readonly countBy?: readonly number[];
	readonly extra?: ExtraColumns | undefined;
};

/** Columns after those of the registry. */
export type ExtraColumns = {
	readonly columns: readonly Column[];
	readonly cells: (licenseKey: string) => readonly Cell[];
};

type ListPorts = {
	readonly connect: () => Promise<Client>;
	readonly footnote: (text: string, kind?: FootnoteKind) => Promise<void>;
	readonly caveat: (text: string, kind?: FootnoteKind) => Promise<void>;
};

type KeyList = {readonly dataset: Dataset; readonly exit: () => number};

const orders = {asc: 'ascending', desc: 'descending'} as const;

/** The service sorts by two columns only; the client sorts by all others. */
type SortPlan = {readonly serviceSort?: Query['sorting']; readonly clientSort?: Sorting};

/** Throws CliError (usage) if there is no such column. */
export function planSort(sort: KeySort | undefined, extra: readonly Column[] = []): SortPlan {
	if (!sort) return {};
	if ('sort' in sort)
		return {serviceSort: {field: sort.sort, ...(sort.sortDirection && {order: orders[sort.sortDirection]})}};
	const {isDescending} = sort;
	const columns = [...recordColumns, ...extra];
	const key = columns[findColumn(columns, sort.column, '--sort')]?.key ?? '';
	const field = keySortFields.find(each => each === key);
	return field
		? {serviceSort: {field, order: orders[isDescending ? 'desc' : 'asc']}}
		: {clientSort: {key, isDescending}};
}

/** The flags of licenseStatus are columns of their own. */
const listFiltered = ({licenseStatus = [], ...filters}: NonNullable<Query['filters']>): readonly string[] => [
	...Object.keys(filters),
	...licenseStatus.flatMap(flags => Object.keys(flags)),
	// The number over the quota is the difference of these.
	...(filters.overQuotaCount ? ['installQuota', 'installCount'] : []),
];

const columnsOf = ({sortPlan: {serviceSort, clientSort}, filters = {}, extra}: Listing): readonly Column[] =>
	keepVisible(
		[...recordColumns, ...(extra?.columns ?? [])],
		[serviceSort?.field ?? clientSort?.key ?? '', ...listFiltered(filters)],
	);

type ReadOptions = Pick<Listing, 'skip' | 'concurrency' | 'types' | 'none'> & {
	readonly query: Query;
	readonly limit: number;
	readonly serviceSort: Query['sorting'];
};

/** Reads the keys page by page, and collects what changed meanwhile (docs/service.md#list-keys). */
async function openListing(
	{query, serviceSort, limit, skip, concurrency, types, none = 'no key matches the filter'}: ReadOptions,
	ports: ListPorts,
) {
	const changes = new Set<string>();
	let matching: number | undefined;
	const client = await ports.connect();
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
		if (isEmpty && matching)
			await ports.footnote(`--skip leaves out ${counted(matching, 'key')} of ${matching}`, 'empty');
		else if (isEmpty && query.filters) {
			await ports.footnote(none, 'empty');
			for (const {text} of await explainUnknownTypes(types, client)) await ports.footnote(text, 'empty');
		}
		for (const what of changes) await ports.caveat(`${what} while the list was being read`, 'partial');
	};
	return {
		pages,
		explain,
		matching: () => matching,
		exit: () => (changes.size > 0 ? exitCodes.partial : 0),
	};
}

/** Puts the number of keys into the title if all of them are listed. */
function withCount({title, limit = Number.POSITIVE_INFINITY, skip}: Listing, total: number | undefined): string {
	if (total === undefined || total > limit || skip > 0) return title;
	return title.replace(/^License keys/, counted(total, 'license key'));
}

/** Lists or counts the keys that match. Sorting by the client holds all of them in memory. */
export async function listKeys(options: Listing, ports: ListPorts): Promise<KeyList> {
	const {countBy = [], sortPlan, extra} = options;
	const isCount = countBy.length > 0;
	const {serviceSort, clientSort} = sortPlan;
	const query = {...(options.filters && {filters: options.filters}), ...(serviceSort && {sorting: serviceSort})};
	const limit = (clientSort || isCount ? undefined : options.limit) ?? Number.POSITIVE_INFINITY;
	// The service cannot skip keys of an order that it does not know.
	const skip = clientSort ? 0 : options.skip;
	const {pages, explain, matching, exit} = await openListing({...options, skip, query, serviceSort, limit}, ports);
	const columns = columnsOf(options);
	const readRows = async function* () {
		for await (const records of pages)
			yield records.map(record => [...toRecordRow(record), ...(extra?.cells(record.licenseKey) ?? [])]);
	};
	const readSorted = async function* (sorting: Sorting) {
		yield sortRows(columns, await gatherRows(readRows()), sorting).slice(options.skip);
	};
	const rowBlocks = async function* () {
		let isEmpty = true;
		for await (const rows of clientSort ? readSorted(clientSort) : readRows()) {
			isEmpty &&= rows.length === 0;
			yield rows;
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
	if (isCount)
		return {
			dataset: {
				columns: getCountColumns(countBy),
				blocks: countBlocks(),
				total: () => counted,
				about: {
					title: `${options.title}, by ${countBy.map(at => (recordColumns[at]?.title ?? '').toLowerCase()).join(' and ')}`,
				},
			},
			exit,
		};
	return {
		dataset: {
			columns,
			blocks: rowBlocks(),
			total: () => {
				const all = matching();
				return all && all - options.skip;
			},
			noun: 'key',
			about: {
				// Known after the first page.
				get title() {
					return withCount(options, matching());
				},
			},
			...(clientSort ? {sorting: clientSort} : {}),
		},
		exit,
	};
}
