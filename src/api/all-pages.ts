import type {Endpoint} from '../contract/operations/endpoint.ts';
import {licenseKeys} from '../contract/operations/license-keys.ts';
import {meta} from '../contract/operations/meta.ts';
import {maxKeysPerPage} from '../contract/request-words.ts';
import {CliError} from '../errors.ts';
import {locateItems} from '../text/json-text.ts';
import type {JsonObject} from './request-fields.ts';

type Page = {readonly results: readonly unknown[]; readonly [member: string]: unknown};
/** Sends a request and returns the body of the response. */
type Ask = (request: JsonObject) => Promise<string>;
/** Returns the request for the next page, or undefined after the last one. `count` is the number of results so far. */
type Next = (request: JsonObject, page: Page, count: number) => JsonObject | undefined;

const asObject = (value: unknown): JsonObject =>
	typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** listKeys: pages start where the last one ended, up to the number of matching keys (docs/service.md#list-keys). */
function nextKeys(request: JsonObject, {results, matchingKeysCount}: Page, count: number): JsonObject | undefined {
	const start = Number(asObject(request.paging).startAt ?? 0) + results.length;
	if (typeof matchingKeysCount !== 'number') throw broken('did not return the number of keys');
	if (start >= matchingKeysCount) return undefined;
	if (results.length === 0)
		throw broken(
			`ended its list after ${count} of ${matchingKeysCount} keys`,
			'run the command again; keys may have been removed meanwhile',
		);
	return {...request, paging: {...asObject(request.paging), startAt: start}};
}

const broken = (what: string, hint = 'omit --paginate to see the responses unchanged') =>
	new CliError('refused', `the service ${what}`, {hint, code: 'contract'});
const noNextPage = (count: number) =>
	broken(`reports more than ${count} values, but returned no link to the next page`);

/** Returns the request for the next page of propertyValues, which starts after the last value (docs/service.md#property-values). */
function nextValues(request: JsonObject, {results, truncated, lastValue}: Page, count: number): JsonObject | undefined {
	if (truncated !== true) return undefined;
	const last = typeof lastValue === 'string' ? lastValue : asObject(results.at(-1)).value;
	if (typeof last !== 'string') throw noNextPage(count);
	return {...request, startAfter: last};
}

const pagers = new Map<string, {readonly next: Next; readonly first: (request: JsonObject) => JsonObject}>([
	[
		licenseKeys.list.path,
		{next: nextKeys, first: request => ({...request, paging: {limit: maxKeysPerPage, ...asObject(request.paging)}})},
	],
	[meta.propertyValues.path, {next: nextValues, first: request => request}],
]);

export function validatePaging({path}: Endpoint): void {
	if (!pagers.has(path))
		throw new CliError('usage', `--paginate does not apply to ${path}`, {
			hint: `use it with ${[...pagers.keys()].join(' and ')}`,
		});
}

/**
 * Yields all pages as one JSON document, as they arrive: all `results`, and their number. Throws CliError (refused) for a list
 * that ends too early or repeats a page; the output is then not valid JSON.
 */
export async function* paginate({path}: Endpoint, request: JsonObject, ask: Ask): AsyncGenerator<string> {
	const pager = pagers.get(path);
	if (!pager) return;
	yield '{"status":"OK","results":[';
	let count = 0;
	const asked = new Set<string>();
	for (let next: JsonObject | undefined = pager.first(request); next; ) {
		const name = JSON.stringify(next);
		if (asked.has(name)) throw noNextPage(count);
		asked.add(name);
		const body = await ask(next);
		const page: Page = JSON.parse(body);
		if (!Array.isArray(page.results)) throw broken('responded without a list of results');
		// Copied from the response as text, because JSON.parse would round numbers.
		const items = locateItems(body, 'results').map(({start, end}) => body.slice(start, end));
		if (items.length < page.results.length) throw broken('returned results that are nested too deeply');
		yield items.map((item, at) => `${count + at === 0 ? '' : ','}\n${item}`).join('');
		count += page.results.length;
		next = pager.next(next, page, count);
	}
	yield `\n],"count":${count}}\n`;
}
