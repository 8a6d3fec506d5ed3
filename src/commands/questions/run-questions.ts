import {join} from 'node:path';
import type {CheckedLine, Context} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import type {ResultSummary} from '../../questions/checks/result-summary.ts';
import type {Question} from '../../questions/file/question-file.ts';
import type {Result} from '../../questions/results/result.ts';
import {enumeration} from '../../text/wording.ts';
import {version} from '../../version.ts';
import {openResults, type ValidatedQuestions} from './open-question-file.ts';

/** Runs a question for a product; undefined stands for the sandbox's first product, or for none. */
async function runQuestion(
	{name, title}: Pick<Question, 'name' | 'title'>,
	line: CheckedLine,
	product: number | undefined,
): Promise<Result> {
	const {columns, rows, requests, caveats, notes, ...lineResult} = await line.ask(product);
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
		requests,
		caveats,
		notes,
		columns,
		rows,
	};
}

export type Outcome = {readonly name: string; readonly product: number | undefined} & (
	| {readonly question: Question; readonly result: Result; readonly summary: ResultSummary}
	| {readonly failure: CliError}
);

const endingKinds = ['interrupted', 'terminated', 'hangup', 'brokenPipe', 'auth', 'disk', 'locked'];
/** Tests whether the failure concerns one question only. All other failures end the run. */
const isOwnFailure = (error: unknown): error is CliError =>
	error instanceof CliError && !endingKinds.includes(error.kind);

function toFailure(error: unknown): CliError {
	if (isOwnFailure(error)) return error;
	throw error;
}

/** Runs the `before` command lines in order, each once. Returns the failures of questions, by name. */
async function prepare(
	questions: readonly Question[],
	{preparations}: ValidatedQuestions,
	context: Context,
): Promise<ReadonlyMap<string, CliError>> {
	const {globals} = context;
	const service = globals.sandbox
		? ['--sandbox']
		: ['--profile', globals.profile, ...(globals.baseUrl ? ['--base-url', globals.baseUrl] : [])];
	const run = async (words: readonly string[]) => {
		try {
			await context.runLine([...service, '-q', '-o', 'json', ...words], {onOutput: () => {}, shared: context});
			return undefined;
		} catch (error) {
			return toFailure(error);
		}
	};
	const results = new Map<string, CliError | undefined>();
	const failures = new Map<string, CliError>();
	for (const {name} of questions) {
		const words = preparations.get(name)?.absoluteWords;
		if (!words) continue;
		const key = words.join('\0');
		if (!results.has(key)) results.set(key, await run(words));
		const failure = results.get(key);
		if (failure) failures.set(name, failure);
	}
	return failures;
}

async function skipPreparations(
	questions: readonly Question[],
	{preparations}: ValidatedQuestions,
	{note}: Context,
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
	{context, keep}: {readonly context: Context; readonly keep: boolean},
): Promise<readonly Outcome[]> {
	const {default: pMap} = await import('p-map');
	const {saveResult} = await import('../../questions/results/result-history.ts');
	const {summarizeResult} = await import('../../questions/checks/result-summary.ts');
	const {file, lines, history} = validated;
	const questions = file.questions.filter(({name}) => names.includes(name));
	const failures = await (context.isReadOnly ? skipPreparations : prepare)(questions, validated, context);
	const tasks = questions.flatMap(question => {
		const line = lines.get(question.name);
		return line ? line.products.map(product => ({question, line, product})) : [];
	});
	const job = context.progress.start({what: 'running questions', total: tasks.length});
	const stop = new AbortController();
	const signal = AbortSignal.any([context.signal, stop.signal]);
	const runTask = async ({question, line, product}: (typeof tasks)[number]) => {
		const task = {name: question.name, product};
		try {
			signal.throwIfAborted();
			const failure = failures.get(question.name);
			if (failure) return {...task, failure};
			const result = await runQuestion(question, line, product);
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
	const results = await openResults(validated);
	const outcomes: Outcome[] = [];
	for (const each of found) {
		if ('failure' in each) outcomes.push(each);
		else outcomes.push({...each, summary: await summarizeResult(each.question, each.result, results)});
	}
	return outcomes;
}

/** Allows one run at a time per history folder on this machine. Throws CliError (locked). */
export async function withHistoryLock<T>(
	history: string,
	{stateDir, clock, signal}: Pick<Context, 'stateDir' | 'clock' | 'signal'>,
	work: () => Promise<T>,
): Promise<T> {
	const [{withLock}, {createHash}] = await Promise.all([import('../../files/with-lock.ts'), import('node:crypto')]);
	const name = `questions-${createHash('sha256').update(history).digest('hex').slice(0, 16)}`;
	return withLock({folder: join(stateDir, 'locks'), name, clock, signal}, work);
}
