import {runSequentially} from '../../client/request-printed.ts';
import type {Endpoint, Input, Output} from '../../contract/operations/endpoint.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import {CliError} from '../../errors.ts';
import type {Row} from '../../output/dataset.ts';
import {UnknownLayout} from '../answer-layout.ts';
import type {ReportPorts} from '../report-ports.ts';

const blockLength = 2048;

export const resultsOf = (answers: readonly object[]): readonly Labeled[] =>
	answers.map(answer => (answer as {readonly results: Labeled}).results);

/** Sends the requests one by one, because the allowed number of concurrent requests is undocumented. */
export async function fetchAnswers<E extends Endpoint>(
	requests: readonly Input<E>[],
	endpoint: E,
	context: ReportPorts,
): Promise<Output<E>[]> {
	const client = await context.connect();
	return runSequentially(requests, request => client.call(endpoint, request, {signal: context.signal}));
}

/** Converts UnknownLayout to an error that prints the body unchanged. */
function toFailure(error: unknown, endpoint: Endpoint, bodies: readonly string[] = []): unknown {
	if (!(error instanceof UnknownLayout)) return error;
	return new CliError('refused', `the response has an unknown layout: ${error.message}`, {
		hint: 'the response was printed unchanged; to report it, add --record FILE, which replaces confidential values',
		code: 'unknown-layout',
		endpoint: endpoint.path,
		...(bodies.length > 0 ? {body: bodies.map(body => `${body}\n`).join('')} : {}),
	});
}

export async function readAnswers<Result>(
	answers: readonly object[],
	endpoint: Endpoint,
	read: (results: readonly Labeled[]) => Result,
): Promise<Result> {
	try {
		return read(resultsOf(answers));
	} catch (error) {
		const {getBody} = await import('../../client/answer/response.ts');
		throw toFailure(
			error,
			endpoint,
			answers.flatMap(answer => getBody(answer) ?? []),
		);
	}
}

function* inBlocks(rows: Iterable<Row>): Generator<readonly Row[], void> {
	let block: Row[] = [];
	for (const row of rows) {
		block.push(row);
		if (block.length < blockLength) continue;
		yield block;
		block = [];
	}
	yield block;
}

function* continueBlocks(
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

/** Returns the rows in blocks. Reads the first block at once, so that an unknown layout fails before any output. */
export const readRowBlocks = (
	answers: readonly object[],
	endpoint: Endpoint,
	read: (results: readonly Labeled[]) => Iterable<Row>,
): Promise<Iterable<readonly Row[]>> =>
	readAnswers(answers, endpoint, results => {
		const blocks = inBlocks(read(results));
		return continueBlocks(blocks.next(), blocks, endpoint);
	});
