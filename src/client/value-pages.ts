import type {Input, Output} from '../contract/operations/endpoint.ts';
import {meta} from '../contract/operations/meta.ts';
import type {CallOptions, Client} from '../ports.ts';

type Answer = Output<typeof meta.propertyValues>;
type Query = Omit<Input<typeof meta.propertyValues>, 'startAfter'>;
type PropertyValue = Answer['results'][number];

export type ValuePages = {
	readonly pages: AsyncIterable<readonly PropertyValue[]>;
	/** True, after the last page, where the service said that there are more values and did not say where they begin. */
	readonly isCut: () => boolean;
};

/** The start of the next page: `lastValue`, or the last item if that is a boolean. */
const getNext = ({lastValue, results}: Answer): string | undefined =>
	typeof lastValue === 'string' ? lastValue : results.at(-1)?.value;

/**
 * All pages of a property's values (docs/service.md#property-values), one after the other. A page that names an earlier start
 * ends the list.
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
	return {pages: read(), isCut: () => cut};
}
