import {lists} from '../contract/operations/client-and-event-lists.ts';
import type {Input} from '../contract/operations/endpoint.ts';
import {CliError} from '../errors.ts';
import type {Client} from '../ports.ts';

export type ClientQuery = Omit<Input<typeof lists.clients>, 'startAtClientId'>;

/** Yields the installations of every page. Throws if a page names a start that was read already, which would repeat forever. */
export async function* readClientPages(client: Client, query: ClientQuery, signal: AbortSignal) {
	const seen = new Set<string>();
	let next: string | undefined;
	do {
		const start = next === undefined ? {} : {startAtClientId: next};
		const answer = await client.call(lists.clients, {...query, ...start}, {signal});
		yield answer.results;
		next = answer.reachedEnd ? undefined : (answer.nextClientId ?? undefined);
		if (!answer.reachedEnd && (next === undefined || seen.has(next)))
			throw new CliError('refused', 'the service reports more installations, but not where the next page begins', {
				hint: 'the rows so far are incomplete; narrow them with --filter',
				endpoint: lists.clients.path,
				code: 'no-next-page',
			});
		if (next !== undefined) seen.add(next);
	} while (next !== undefined);
}
