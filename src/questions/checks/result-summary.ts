import type {Question} from '../file/question-file.ts';
import type {Answer} from '../results/result.ts';
import {findDifference} from '../results/result.ts';
import type {Kept} from '../results/result-history.ts';
import {earlierDays} from './baseline.ts';
import {type Judged, judgeChecks, type ReadAnswer, worstOf} from './check-outcome.ts';
import {readHeadline} from './headline.ts';

/** What an answer comes to: its headline, the change since the last day that has one, and the verdict on its checks. */
export type Result = Judged & {
	readonly what: string;
	readonly value: number | null;
	/** Null where there is no earlier answer to the same question. */
	readonly before: number | null;
	readonly beforeDay: string | null;
	readonly checks: readonly Judged[];
};

export async function getResult(
	question: Pick<Question, 'headline' | 'checks'>,
	answer: Answer,
	history: {readonly kept: readonly Kept[]; readonly read: ReadAnswer},
): Promise<Result> {
	const {what, value} = readHeadline(question, answer);
	const [last] = earlierDays(answer, history.kept);
	const earlier = last && (await history.read(last));
	const isComparable = earlier !== undefined && findDifference(answer, earlier) === undefined;
	const checks = await judgeChecks(question.checks, answer, history);
	return {
		...worstOf(checks),
		what,
		value,
		before: isComparable ? readHeadline(question, earlier).value : null,
		beforeDay: isComparable ? earlier.day : null,
		checks,
	};
}
