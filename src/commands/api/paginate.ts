import type {Endpoint} from '../../contract/endpoint.ts';
import {licenseKeys} from '../../contract/license-keys.ts';
import {meta} from '../../contract/meta.ts';
import {maxKeysPerPage} from '../../contract/words.ts';
import {CliError} from '../../errors.ts';
import type {JsonObject} from './fields.ts';

type Page = {readonly results: readonly unknown[]; readonly [member: string]: unknown};
type Ask = (request: JsonObject) => Promise<Page>;
/** The request of the page after one, and how many results came before it; undefined when it was the last. */
type Next = (request: JsonObject, page: Page, count: number) => JsonObject | undefined;

const asObject = (value: unknown): JsonObject =>
	typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** listKeys: on by what came, until the count of all matching keys is reached (wire-facts 1.3). */
const nextKeys: Next = (request, {results, matchingKeysCount}, count) => {
	const start = Number(asObject(request.paging).startAt ?? 0) + results.length;
	if (results.length === 0 || start >= Number(matchingKeysCount)) {
		if (start < Number(matchingKeysCount)) throw shortList(count, Number(matchingKeysCount));
		return undefined;
	}
	return {...request, paging: {...asObject(request.paging), startAt: start}};
};

const shortList = (count: number, total: number) =>
	new CliError('refused', `the service ended its list after ${count} of ${total} keys`, {
		hint: 'call again; keys may have been removed meanwhile',
		code: 'contract',
	});

/** propertyValues: on from the last value, until one leads nowhere new (wire-facts part 6, 9 and 10). */
const nextValues: Next = (request, {results, truncated, lastValue}) => {
	const last = typeof lastValue === 'string' ? lastValue : asObject(results.at(-1)).value;
	return truncated === true && typeof last === 'string' && last !== request.startAfter
		? {...request, startAfter: last}
		: undefined;
};

const pagers = new Map<string, {readonly next: Next; readonly first: (request: JsonObject) => JsonObject}>([
	[
		licenseKeys.list.path,
		{next: nextKeys, first: request => ({...request, paging: {limit: maxKeysPerPage, ...asObject(request.paging)}})},
	],
	[meta.propertyValues.path, {next: nextValues, first: request => request}],
]);

export function validatePaging({path}: Endpoint): void {
	if (!pagers.has(path))
		throw new CliError('usage', `${path} answers in one piece`, {
			hint: `--paginate is for ${[...pagers.keys()].join(' and ')}`,
		});
}

/** All pages as one JSON document, written as they come: `results` whole, and how many there are. */
export async function* paginate({path}: Endpoint, request: JsonObject, ask: Ask): AsyncGenerator<string> {
	const pager = pagers.get(path);
	if (!pager) return;
	yield '{"status":"OK","results":[';
	let count = 0;
	for (let next: JsonObject | undefined = pager.first(request); next; ) {
		const page: Page = await ask(next);
		yield page.results.map((item, at) => `${count + at === 0 ? '' : ','}\n${JSON.stringify(item)}`).join('');
		count += page.results.length;
		next = pager.next(next, page, count);
	}
	yield `\n],"count":${count}}\n`;
}
