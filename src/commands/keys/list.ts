import {keySortFields, maxKeysPerPage} from '../../contract/words.ts';
import {exitCodes} from '../../errors.ts';
import type {Query} from '../../keys/registry/fetch-page.ts';
import {type Context, defineCommand} from '../command.ts';
import {optional, repeated, withDefault} from '../flag.ts';
import {parseSort, type Sort} from '../sort.ts';
import {type FilterFlags, readFilterSources} from '../sources.ts';
import {integer, text} from '../values.ts';
import {recordColumns, toRecordRow} from './records.ts';

const flags = {
	filter: repeated({
		flags: '--filter <expression>',
		summary: "which keys: 'licenseType=purchased and overQuotaCount>0'; repeatable, joined by and; @file",
		parse: text,
		complete: 'expression',
	}),
	filterFile: repeated({
		flags: '--filter-file <file>',
		summary: 'the same from a file, a clause a line',
		parse: text,
		complete: 'file',
	}),
	filterJson: repeated({
		flags: '--filter-json <json>',
		summary: "the service's own filters, or @file",
		parse: text,
	}),
	sort: optional({
		flags: '--sort <key>',
		summary: 'addedDate or overQuotaCount, with :asc or :desc behind it',
		parse: parseSort(keySortFields),
		choices: keySortFields,
	}),
	skip: withDefault({flags: '--skip <n>', summary: 'keys to skip', parse: integer({min: 0}), default: '0'}),
	concurrency: withDefault({
		flags: '--concurrency <n>',
		summary: 'pages requested at the same time',
		parse: integer({min: 1, max: 32}),
		default: '4',
	}),
};

const orders = {asc: 'ascending', desc: 'descending'} as const;

/** The filters and the order of a listing. Throws CliError usage with the place of a fault. */
async function readQuery(
	options: FilterFlags & {readonly sort: Sort<(typeof keySortFields)[number]> | undefined},
	context: Context,
): Promise<Query> {
	const sources = await readFilterSources(options, context);
	const {compileKeyFilter} = await import('../../language/compile.ts');
	const compiled = compileKeyFilter(sources, {today: context.today, anyCode: context.globals.anyCode});
	for (const {message} of compiled.warnings) await context.warn(message);
	const {sort} = options;
	return {
		...(sources.length > 0 ? {filters: compiled.json} : {}),
		...(sort ? {sorting: {field: sort.sort, ...(sort.sortDirection && {order: orders[sort.sortDirection]})}} : {}),
	};
}

/** `keys list`: the registry, all pages of it (docs/service.md#list-keys). */
export const list = defineCommand({
	description:
		'Lists every key that matches, page by page, without holding them in memory. When keys are added or removed meanwhile it ' +
		'says so and ends with 6; keys that are there throughout are listed exactly once. -o csv writes what keys update reads.',
	examples: [
		{line: 'usagectl keys list -p 5000000101 --limit 20', does: 'the first twenty'},
		{
			line: "usagectl keys list -p 5000000101 --filter 'overQuotaCount>0 and not licenseStatus.blacklisted' --sort overQuotaCount:desc",
			does: 'keys with more installations than they allow, worst first',
		},
		{line: 'usagectl keys list -p 5000000101 -o csv --out keys.csv', does: 'the registry as a file to edit and upload'},
	],
	flags,
	product: 'many',
	columns: () => recordColumns,
	run: async (options, _args, context) => {
		const query = await readQuery(options, context);
		if (context.globals.dryRun) return {};
		const {createFetchPage} = await import('../../keys/registry/fetch-page.ts');
		const {readListing} = await import('../../keys/registry/listing.ts');
		const {limit = Number.POSITIVE_INFINITY} = context.globals;
		const byQuota = query.sorting?.field === 'overQuotaCount';
		const changes = new Set<string>();
		const pages = readListing({
			fetch: createFetchPage(await context.connect(), query),
			skip: options.skip,
			limit,
			// Two at least: neighbouring pages share a row.
			pageSize: Math.min(maxKeysPerPage, Math.max(2, limit)),
			prefetch: options.concurrency,
			sortValue: record => (byQuota ? record.overQuotaCount : record.addedDate),
			onChange: what => changes.add(what),
		});
		const blocks = async function* () {
			for await (const records of pages) yield records.map(toRecordRow);
			for (const what of changes) await context.caveat(`${what} while the pages were read`);
		};
		return {
			dataset: {columns: recordColumns, blocks: blocks()},
			exit: () => (changes.size > 0 ? exitCodes.partial : 0),
		};
	},
});
