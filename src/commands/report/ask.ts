import type {Endpoint, Input, Output} from '../../contract/endpoint.ts';
import {CliError} from '../../errors.ts';
import type {About, Column, Dataset, Pivot, Row} from '../../output/dataset.ts';
import type {Context, Outcome} from '../command.ts';
import {UnknownLayout} from './layouts/shapes.ts';

/** A report to ask for: its operation, the requests that make it up, and how the answers become rows. */
export type Question<E extends Endpoint> = {
	/** Loaded when something is sent: schemas cost more to load than a wrong flag takes to refuse. */
	readonly load: () => Promise<E>;
	readonly requests: readonly [Input<E>, ...Input<E>[]];
	readonly columns: readonly Column[];
	readonly read: (answers: readonly Output<E>[]) => Iterator<readonly Row[], void>;
	readonly about: Omit<About, 'request'>;
	/** How the rows are shown with `--wide`. */
	readonly pivot?: Pivot | undefined;
};

/** An answer in no known layout is shown as it came, and never guessed at. */
function toFailure(error: unknown, endpoint: Endpoint, body?: Uint8Array): unknown {
	if (!(error instanceof UnknownLayout)) return error;
	return new CliError(
		'refused',
		`the answer has none of the layouts that are known for this report: ${error.message}`,
		{
			hint: 'what the service sent stands on stdout as it came, as with --raw; please report it, without what is confidential',
			code: 'unknown-layout',
			endpoint: endpoint.path,
			...(body ? {body: `${Buffer.from(body).toString()}\n`} : {}),
		},
	);
}

/** The rest of the rows, once the first block was read. */
function* readOn(
	first: IteratorResult<readonly Row[], void>,
	rest: Iterator<readonly Row[], void>,
	endpoint: Endpoint,
) {
	try {
		for (let next = first; !next.done; next = rest.next()) yield next.value;
	} catch (error) {
		throw toFailure(error, endpoint);
	}
}

/**
 * Asks a report and lays it out as rows. The first block is read before anything is written, so that an answer in an
 * unknown layout leaves no half table. Nothing is sent with `--dry-run`. Throws CliError: auth, refused, network.
 */
export async function askReport<E extends Endpoint>(question: Question<E>, context: Context): Promise<Outcome> {
	const {requests, columns, about} = question;
	if (context.globals.dryRun) {
		await context.note(`nothing was sent: the request is in order (--print-request json shows it)`);
		return {};
	}
	const endpoint = await question.load();
	const client = await context.connect();
	const answers: Output<E>[] = [];
	// One at a time: how many calls at once the service bears, nobody says (wire-facts part 3).
	for (const request of requests) answers.push(await client.call(endpoint, request, {signal: context.signal}));
	const blocks = question.read(answers);
	const request = requests.length === 1 ? requests[0] : requests;
	try {
		const rows = readOn(blocks.next(), blocks, endpoint);
		const data: Dataset = {columns, blocks: rows, about: {...about, request}};
		return {dataset: question.pivot ? {...data, pivot: question.pivot} : data};
	} catch (error) {
		const {getBody} = await import('../../client/response.ts');
		throw toFailure(error, endpoint, answers.map(answer => getBody(answer as object)).find(Boolean));
	}
}
