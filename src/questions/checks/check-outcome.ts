import type {Check} from '../file/question-schema.ts';
import {isDamaged} from '../results/read-results.ts';
import type {Result} from '../results/result.ts';
import type {ResultHistory} from '../results/result-history.ts';
import {type CheckedDay, earlierDays, findBaseline, findRecentResults} from './baseline.ts';
import {getWantsNew} from './check-columns.ts';
import {readFigures} from './check-figures.ts';
import {readBaselineSides, readSeenRows} from './earlier-results.ts';
import {type Finding, type Findings, runCheck} from './run-check.ts';

const verdicts = ['ok', 'unknown', 'note', 'warn', 'fail'] as const;
export type Verdict = (typeof verdicts)[number];
export type CheckOutcome = {readonly verdict: Verdict; readonly reason: string};

export const worstOf = (outcomes: readonly CheckOutcome[]): CheckOutcome =>
	outcomes.reduce((worst, each) => (verdicts.indexOf(each.verdict) > verdicts.indexOf(worst.verdict) ? each : worst), {
		verdict: 'ok',
		reason: '',
	});

const maxNamedGroups = 3;
const name = (findings: readonly Finding[]) =>
	findings
		.slice(0, maxNamedGroups)
		.map(({text}) => text)
		.join('; ') + (findings.length > maxNamedGroups ? `; and ${findings.length - maxNamedGroups} more` : '');

function toVerdict(
	{level = 'fail', for: times = 1}: Pick<Check, 'level' | 'for'>,
	rounds: readonly Findings[],
): CheckOutcome {
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
			reason: `${name(bad.map(([, finding]) => finding))}; reported once it happens ${times} times in a row`,
		};
	const doubtful = found.filter(([, {state}]) => state === 'unknown').map(([, finding]) => finding);
	const [first] = doubtful;
	if (!first) return {verdict: 'ok', reason: ''};
	if (doubtful.length === found.length) return {verdict: 'unknown', reason: first.text};
	return {verdict: 'ok', reason: `${doubtful.length} of ${found.length} groups cannot be checked: ${first.text}`};
}

function findCheckedDay(check: Check, result: Result, {calendar}: ResultHistory): CheckedDay | undefined {
	const figures = calendar && readFigures(result, check);
	return figures && 'groups' in figures && figures.day !== undefined ? {day: figures.day, calendar} : undefined;
}

async function runCheckOn(check: Check, result: Result, history: ResultHistory): Promise<Findings> {
	const {saved, read} = history;
	const checked = findCheckedDay(check, result, history);
	const found =
		check.drop || check.rise ? findBaseline(check.against ?? 'previous', result, {saved, checked}) : undefined;
	const baseline =
		found && 'results' in found ? {sides: await readBaselineSides({check, result}, found.results, read)} : found;
	const isAboutNew = getWantsNew(check) !== undefined;
	const seen = isAboutNew ? await readSeenRows(result, findRecentResults(result, saved), read) : undefined;
	return runCheck(check, result, {baseline, seen});
}

async function runCheckWithHistory(check: Check, result: Result, history: ResultHistory): Promise<CheckOutcome> {
	const rounds = [await runCheckOn(check, result, history)];
	for (const saved of earlierDays(result, history.saved).slice(0, (check.for ?? 1) - 1))
		rounds.push(await runCheckOn(check, await history.read(saved), history));
	return toVerdict(check, rounds);
}

/** Returns the verdict of a command that judges itself, as `release check` does. */
export function readOwnVerdict({columns, rows}: Result): readonly CheckOutcome[] {
	const place = columns.findIndex(({isVerdict}) => isVerdict);
	if (place < 0) return [];
	const reasonAt = columns.findIndex(({key}) => key === 'reason');
	const [first = []] = rows;
	return [{verdict: verdicts.find(each => each === first[place]) ?? 'unknown', reason: String(first[reasonAt] ?? '')}];
}

/** A check is unknown if it needs a damaged result, or too much of the history. */
export async function runChecks(
	checks: readonly Check[],
	result: Result,
	history: ResultHistory,
): Promise<readonly CheckOutcome[]> {
	const outcomes: CheckOutcome[] = [];
	for (const check of checks)
		outcomes.push(
			await runCheckWithHistory(check, result, history).catch((error): CheckOutcome => {
				if (isDamaged(error)) return {verdict: 'unknown', reason: error.message};
				throw error;
			}),
		);
	return outcomes;
}
