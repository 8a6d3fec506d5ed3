import type {Endpoint} from '../../contract/operations/endpoint.ts';
import type {Labeled} from '../../contract/value-schemas.ts';
import {CliError} from '../../errors.ts';
import {UnknownLayout} from '../answer-layout.ts';

export const resultsOf = (answers: readonly object[]): readonly Labeled[] =>
	answers.map(answer => (answer as {readonly results: Labeled}).results);

/** Converts UnknownLayout to an error that prints the bodies unchanged. */
export async function readAnswers<Result>(
	answers: readonly object[],
	endpoint: Endpoint,
	read: (results: readonly Labeled[]) => Result,
): Promise<Result> {
	try {
		return read(resultsOf(answers));
	} catch (error) {
		if (!(error instanceof UnknownLayout)) throw error;
		const {getBody} = await import('../../client/answer/response.ts');
		const bodies = answers.flatMap(answer => getBody(answer) ?? []);
		throw new CliError('refused', `the response has an unknown layout: ${error.message}`, {
			hint: 'the response was printed unchanged; to report it, add --record FILE, which replaces confidential values',
			code: 'unknown-layout',
			endpoint: endpoint.path,
			...(bodies.length > 0 ? {body: bodies.map(body => `${body}\n`).join('')} : {}),
		});
	}
}
