import type {Input, Output} from '../contract/operations/endpoint.ts';
import {meta} from '../contract/operations/meta.ts';
import type {CallOptions, Client} from '../ports.ts';

type Answer = Output<typeof meta.propertyValues>;
type Query = Omit<Input<typeof meta.propertyValues>, 'startAfter'>;
type PropertyValue = Answer['results'][number];

export type ValuePages = {
	readonly pages: AsyncIterable<readonly PropertyValue[]>;
	/** True after the last page if the service has more values but does not say where they begin. */
	readonly isTruncated: () => boolean;
};

/** The start is `lastValue`, or the last item if `lastValue` is a boolean. */
const getNext = ({lastValue, results}: Answer): string | undefined =>
	typeof lastValue === 'string' ? lastValue : results.at(-1)?.value;

/**
 * Reads the pages of a property's values (docs/service.md#property-values). Stops at a page that names an earlier
 * start.
 */
export function readValuePages(client: Client, query: Query, options: CallOptions = {}): ValuePages {
	const seen = new Set<string>();
	let cut = false;
	const ask = (startAfter: string | undefined) =>
		client.call(meta.propertyValues, {...query, ...(startAfter === undefined ? {} : {startAfter})}, options);
	async function* read() {
		let next: string | undefined;
		do {
			const answer = await ask(next);
			yield answer.results;
			next = answer.truncated ? getNext(answer) : undefined;
			cut = Boolean(answer.truncated) && (next === undefined || seen.has(next));
			if (next !== undefined) seen.add(next);
		} while (next !== undefined && !cut);
	}
	return {pages: read(), isTruncated: () => cut};
}
