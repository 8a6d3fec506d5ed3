import type {CliError} from '../../errors.ts';
import {withFolderLock} from '../../files/with-lock.ts';
import {enumeration} from '../../text/wording.ts';
import type {ResultSummary} from '../checks/result-summary.ts';
import type {Question} from '../file/question-file.ts';
import type {Result} from '../results/result.ts';
import {askBaselines} from './ask-baselines.ts';
import {askQuestion, isOwnFailure} from './ask-question.ts';
import {openResults, type ValidatedQuestions} from './open-question-file.ts';
import type {QuestionPorts} from './question-ports.ts';

export type Outcome = {readonly name: string; readonly product: number | undefined} & (
	| {readonly question: Question; readonly result: Result; readonly summary: ResultSummary}
	| {readonly failure: CliError}
);

function toFailure(error: unknown): CliError {
	if (isOwnFailure(error)) return error;
	throw error;
}

/** Runs the `before` command lines in order, each once. Returns the failures of questions, by name. */
async function prepare(
	questions: readonly Question[],
	{preparations}: ValidatedQuestions,
): Promise<ReadonlyMap<string, CliError>> {
	const results = new Map<string, CliError | undefined>();
	const failures = new Map<string, CliError>();
	for (const {name} of questions) {
		const preparation = preparations.get(name);
		if (!preparation) continue;
		const key = JSON.stringify(preparation.line);
		if (!results.has(key)) results.set(key, await preparation.run().then(() => undefined, toFailure));
		const failure = results.get(key);
		if (failure) failures.set(name, failure);
	}
	return failures;
}

async function skipPreparations(
	questions: readonly Question[],
	{preparations}: ValidatedQuestions,
	{note}: Pick<QuestionPorts, 'note'>,
): Promise<ReadonlyMap<string, CliError>> {
	const names = questions.flatMap(({name}) => (preparations.has(name) ? [name] : []));
	if (names.length > 0) await note(`the \`before\` of ${enumeration(names)} was not run`);
	return new Map();
}

const maxConcurrent = 3;

/**
 * Runs questions, a few at once, and saves each result unless `keep` is false. Then runs the checks. A failure of one question is
 * its outcome and does not stop the others.
 */
export async function runQuestions(
	names: readonly string[],
	validated: ValidatedQuestions,
	{ports, keep}: {readonly ports: QuestionPorts; readonly keep: boolean},
): Promise<readonly Outcome[]> {
	const {default: pMap} = await import('p-map');
	const {saveResult} = await import('../results/result-history.ts');
	const {summarizeResult} = await import('../checks/result-summary.ts');
	const {file, lines, history} = validated;
	const questions = file.questions.filter(({name}) => names.includes(name));
	const failures = await (ports.isReadOnly ? skipPreparations : prepare)(questions, validated, ports);
	const tasks = questions.flatMap(question => {
		const line = lines.get(question.name);
		return line ? line.products.map(product => ({question, line, product})) : [];
	});
	const job = ports.progress.start({what: 'running questions', total: tasks.length});
	const stop = new AbortController();
	const signal = AbortSignal.any([ports.signal, stop.signal]);
	const runTask = async ({question, line, product}: (typeof tasks)[number]) => {
		const task = {name: question.name, product};
		try {
			signal.throwIfAborted();
			const failure = failures.get(question.name);
			if (failure) return {...task, failure};
			const result = await askQuestion(question, line, {product});
			if (keep) await saveResult(history, result);
			return {...task, question, result};
		} catch (error) {
			// Only the first reason counts: later failures follow from the abort.
			if (!isOwnFailure(error)) stop.abort(error);
			return {...task, failure: toFailure(error)};
		} finally {
			job.advance(1);
		}
	};
	// Waits for results that are being written, so that the end of the process truncates none.
	const found = await pMap(tasks, runTask, {concurrency: maxConcurrent, stopOnError: false})
		.catch(() => {
			throw stop.signal.reason;
		})
		.finally(job.end);
	if (keep)
		await askBaselines(
			found.filter(each => 'result' in each),
			validated,
			ports,
		);
	const results = await openResults(validated, ports);
	const outcomes: Outcome[] = [];
	for (const each of found) {
		if ('failure' in each) outcomes.push(each);
		else outcomes.push({...each, summary: await summarizeResult(each.question, each.result, results)});
	}
	return outcomes;
}

/** Allows one run at a time per history folder. Throws CliError (locked). */
export const withHistoryLock = <T>(
	history: string,
	{stateDir, clock, signal}: Pick<QuestionPorts, 'stateDir' | 'clock' | 'signal'>,
	work: () => Promise<T>,
): Promise<T> => withFolderLock(history, {name: 'questions', stateDir, clock, signal}, work);
