import {inTurn} from '../../client/in-turn.ts';
import type {Endpoint, Input, Output} from '../../contract/endpoint.ts';
import {CliError} from '../../errors.ts';
import type {Row} from '../../output/dataset.ts';
import type {Context} from '../command.ts';
import {UnknownLayout} from './layouts/shapes.ts';

/** An answer in no known layout is shown as it came, and never guessed at. */
function toFailure(error: unknown, endpoint: Endpoint, bodies: readonly Uint8Array[] = []): unknown {
	if (!(error instanceof UnknownLayout)) return error;
	return new CliError(
		'refused',
		`the answer has none of the layouts that are known for this report: ${error.message}`,
		{
			hint: 'what the service sent stands on stdout as it came, as with --raw; please report it, without what is confidential',
			code: 'unknown-layout',
			endpoint: endpoint.path,
			...(bodies.length > 0 ? {body: bodies.map(body => `${Buffer.from(body).toString()}\n`).join('')} : {}),
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

/** The answers to all requests, one at a time: how many calls at once the service bears, nobody says (wire-facts part 3). */
export async function askAll<E extends Endpoint>(
	requests: readonly Input<E>[],
	endpoint: E,
	context: Context,
): Promise<Output<E>[]> {
	const client = await context.connect();
	return inTurn(requests, request => client.call(endpoint, request, {signal: context.signal}));
}

/** What the answers come to; where their layout is unknown, a CliError that carries their bodies. */
export async function readAnswers<E extends Endpoint, Result>(
	answers: readonly Output<E>[],
	endpoint: E,
	read: (answers: readonly Output<E>[]) => Result,
): Promise<Result> {
	try {
		return read(answers);
	} catch (error) {
		const {getBody} = await import('../../client/response.ts');
		const bodies = answers.flatMap(answer => getBody(answer as object) ?? []);
		throw toFailure(error, endpoint, bodies);
	}
}

/** Rows of the answers; an answer in an unknown layout fails before the first of them. */
export const readRows = <E extends Endpoint>(
	answers: readonly Output<E>[],
	endpoint: E,
	read: (answers: readonly Output<E>[]) => Iterator<readonly Row[], void>,
) =>
	readAnswers(answers, endpoint, all => {
		const blocks = read(all);
		return readOn(blocks.next(), blocks, endpoint);
	});
