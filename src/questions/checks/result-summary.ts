import {describeRecentMarks} from '../calendar/marks.ts';
import type {Question} from '../file/question-file.ts';
import {ignoreDamaged} from '../results/read-results.ts';
import {findDifference, type Result} from '../results/result.ts';
import type {ResultHistory} from '../results/result-history.ts';
import {earlierDays} from './baseline.ts';
import {type CheckOutcome, readOwnVerdict, runChecks, type Verdict, worstOf} from './check-outcome.ts';
import {type Headline, readHeadline} from './headline.ts';

export type ResultSummary = CheckOutcome &
	Headline & {
		/** Null if there is no earlier result of the same question. */
		readonly before: number | null;
		readonly beforeDay: string | null;
		readonly checks: readonly CheckOutcome[];
	};

const goodVerdicts: ReadonlySet<Verdict> = new Set(['ok', 'unknown']);

/** Adds the recent marks to the reason of a change. */
const withMarks = (outcome: CheckOutcome, marks: string | undefined): CheckOutcome =>
	marks === undefined || goodVerdicts.has(outcome.verdict)
		? outcome
		: {...outcome, reason: [outcome.reason, marks].filter(text => text !== '').join('; ')};

/** A check over data that is not complete cannot pass. */
const withDoubt = (outcome: CheckOutcome, [reason]: readonly string[]): CheckOutcome =>
	reason === undefined || outcome.verdict !== 'ok' ? outcome : {verdict: 'unknown', reason};

export async function summarizeResult(
	question: Pick<Question, 'headline' | 'checks'>,
	result: Result,
	history: ResultHistory,
): Promise<ResultSummary> {
	const headline = readHeadline(question, result);
	const [last] = earlierDays(result, history.saved);
	const earlier = last && (await history.read(last).catch(ignoreDamaged));
	const isComparable = earlier !== undefined && findDifference(result, earlier) === undefined;
	const found = [...readOwnVerdict(result), ...(await runChecks(question.checks, result, history))];
	const checks = found.map(outcome => withDoubt(outcome, result.incomplete));
	const worst = withDoubt(worstOf(checks), result.incomplete);
	return {
		...withMarks(worst, describeRecentMarks(history.marks ?? [], result.day)),
		...headline,
		before: isComparable ? readHeadline(question, earlier).value : null,
		beforeDay: isComparable ? earlier.day : null,
		checks,
	};
}
