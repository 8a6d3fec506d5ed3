import {CliError} from '../../errors.ts';
import type {CheckedLine} from '../../lines/checked-line.ts';
import {version} from '../../version.ts';
import type {Question} from '../file/question-file.ts';
import type {Result} from '../results/result.ts';

/**
 * Runs a question for a product; undefined stands for the sandbox's first product, or for none. With `earlier`, asks as if it were
 * that day.
 */
export async function askQuestion(
	{name, title}: Pick<Question, 'name' | 'title'>,
	line: CheckedLine,
	{product, earlier}: {readonly product: number | undefined; readonly earlier?: string},
): Promise<Result> {
	const {columns, rows, requests, caveats, incomplete, notes, ...lineResult} = await line.ask(product, earlier);
	return {
		format: 1,
		usagectl: version,
		question: name,
		title: title ?? lineResult.title ?? null,
		command: line.words,
		service: lineResult.service,
		isSynthetic: lineResult.isSynthetic,
		isCut: lineResult.isCut,
		product: lineResult.product,
		taken: `${lineResult.taken.toISOString().slice(0, 19)}Z`,
		day: lineResult.day,
		...(earlier === undefined ? {} : {isLater: true}),
		requests,
		caveats,
		incomplete,
		notes,
		columns,
		rows,
	};
}

const endingKinds = ['interrupted', 'terminated', 'hangup', 'brokenPipe', 'auth', 'disk', 'locked'];
/** Tests whether the failure concerns one question only. All other failures end the run. */
export const isOwnFailure = (error: unknown): error is CliError =>
	error instanceof CliError && !endingKinds.includes(error.kind);
