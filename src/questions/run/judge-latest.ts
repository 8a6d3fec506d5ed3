import type {ResultSummary} from '../checks/result-summary.ts';
import type {Question} from '../file/question-file.ts';
import type {Result} from '../results/result.ts';
import {openResults, type ValidatedQuestions} from './open-question-file.ts';

type Latest = {readonly question: Question; readonly result: Result; readonly summary: ResultSummary};

/** Judges the latest result of each question and product again. A result that is damaged is undefined. */
export async function judgeLatest(
	validated: ValidatedQuestions,
): Promise<ReadonlyMap<string, readonly (Latest | undefined)[]>> {
	const {ignoreDamaged} = await import('../results/read-results.ts');
	const {summarizeResult} = await import('../checks/result-summary.ts');
	const history = await openResults(validated);
	const latest = new Map<string, readonly (Latest | undefined)[]>();
	for (const question of validated.file.questions) {
		const own = history.saved.filter(each => each.question === question.name);
		const found: (Latest | undefined)[] = [];
		for (const each of new Map(own.map(each => [each.product, each])).values()) {
			const result = await history.read(each).catch(ignoreDamaged);
			const summary = result && (await summarizeResult(question, result, history));
			found.push(result && summary && {question, result, summary});
		}
		latest.set(question.name, found);
	}
	return latest;
}

/** Finds the questions whose latest result fails a check or is damaged, and those without a result. */
export async function findFailed(validated: ValidatedQuestions): Promise<readonly string[]> {
	const latest = await judgeLatest(validated);
	const isFailed = (found: readonly (Latest | undefined)[]) =>
		found.length === 0 || found.some(each => each === undefined || each.summary.verdict === 'fail');
	return [...latest].filter(([, found]) => isFailed(found)).map(([name]) => name);
}
