import type {Input} from '../../contract/operations/endpoint.ts';
import {licenseKeys} from '../../contract/operations/license-keys.ts';
import {CliError} from '../../errors.ts';
import type {Client} from '../../ports.ts';
import type {FetchPage, Page} from './page-queue.ts';

export type Query = Pick<Input<typeof licenseKeys.list>, 'filters' | 'sorting'>;

/** Requests a page that is too large for one response in halves. */
export function createFetchPage(client: Pick<Client, 'call'>, query: Query): FetchPage {
	const fetchPage: FetchPage = async (startAt, limit) => {
		try {
			const {results, matchingKeysCount} = await client.call(licenseKeys.list, {...query, paging: {startAt, limit}});
			return {rows: results, matchingCount: matchingKeysCount};
		} catch (error) {
			if (!(error instanceof CliError) || error.details.code !== 'too-large' || limit === 1) throw error;
			return joinHalves(startAt, limit);
		}
	};
	const joinHalves = async (startAt: number, limit: number): Promise<Page> => {
		const half = limit >> 1;
		const first = await fetchPage(startAt, half);
		const second = await fetchPage(startAt + half, limit - half);
		return {rows: [...first.rows, ...second.rows], matchingCount: second.matchingCount};
	};
	return fetchPage;
}
