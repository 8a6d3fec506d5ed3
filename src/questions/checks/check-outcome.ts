import type {Check} from '../file/question-schema.ts';
import type {Answer} from '../results/result.ts';
import type {Kept} from '../results/result-history.ts';
import {earlierDays, findBaseline, findSeen} from './baseline.ts';
import {getWantsNew} from './check-columns.ts';
import {type Finding, type Findings, judge} from './run-check.ts';

/** Verdicts of checks and of questions. */

export const verdicts = ['ok', 'unknown', 'warn', 'fail'] as const;
export type Verdict = (typeof verdicts)[number];
export type Judged = {readonly verdict: Verdict; readonly reason: string};

/** The worst of several; `ok` of none. */
export const worstOf = (judged: readonly Judged[]): Judged =>
	judged.reduce((worst, each) => (verdicts.indexOf(each.verdict) > verdicts.indexOf(worst.verdict) ? each : worst), {
		verdict: 'ok',
		reason: '',
	});

/** A reason names at most this many groups, and counts the others. */
const mostNamed = 3;
const name = (findings: readonly Finding[]) =>
	findings
		.slice(0, mostNamed)
		.map(({text}) => text)
		.join('; ') + (findings.length > mostNamed ? `; and ${findings.length - mostNamed} more` : '');

/** The verdict of what was found in an answer, and in those before where a check wants several in a row. */
function toVerdict(
	{level = 'fail', for: times = 1}: Pick<Check, 'level' | 'for'>,
	rounds: readonly Findings[],
): Judged {
	const [now = new Map<string, Finding>(), ...before] = rounds;
	const found = [...now];
	const bad = found.filter(([, {state}]) => state === 'bad');
	const lasting = bad.filter(
		([key]) => before.length >= times - 1 && before.every(round => round.get(key)?.state === 'bad'),
	);
	if (lasting.length > 0) return {verdict: level, reason: name(lasting.map(([, finding]) => finding))};
	if (bad.length > 0)
		return {
			verdict: 'ok',
			reason: `${name(bad.map(([, finding]) => finding))}; a verdict once it is so ${times} times in a row`,
		};
	const doubtful = found.filter(([, {state}]) => state === 'unknown').map(([, finding]) => finding);
	const [first] = doubtful;
	if (!first) return {verdict: 'ok', reason: ''};
	if (doubtful.length === found.length) return {verdict: 'unknown', reason: first.text};
	return {verdict: 'ok', reason: `${doubtful.length} of ${found.length} groups cannot be judged: ${first.text}`};
}

export type ReadAnswer = (kept: Kept) => Promise<Answer>;

async function judgeAt(
	check: Check,
	answer: Answer,
	{kept, read}: {readonly kept: readonly Kept[]; readonly read: ReadAnswer},
): Promise<Findings> {
	const readAll = (all: readonly Kept[]) => Promise.all(all.map(read));
	const found = check.drop || check.rise ? findBaseline(check.against ?? 'previous', answer, kept) : undefined;
	const baseline = found && 'answers' in found ? {answers: await readAll(found.answers)} : found;
	const seen = getWantsNew(check) === undefined ? [] : await readAll(findSeen(answer, kept));
	return judge(check, answer, {baseline, seen});
}

/** Judges the checks of an answer against those that are kept. */
export async function judgeChecks(
	checks: readonly Check[],
	answer: Answer,
	history: {readonly kept: readonly Kept[]; readonly read: ReadAnswer},
): Promise<readonly Judged[]> {
	const results: Judged[] = [];
	for (const check of checks) {
		const rounds = [await judgeAt(check, answer, history)];
		for (const kept of earlierDays(answer, history.kept).slice(0, (check.for ?? 1) - 1))
			rounds.push(await judgeAt(check, await history.read(kept), history));
		results.push(toVerdict(check, rounds));
	}
	return results;
}
