import {CliError, collectErrors, exitCodes} from '../../errors.ts';
import {type Dataset, dataset} from '../../output/dataset.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {counted} from '../../text/wording.ts';
import type {Verdict} from '../checks/check-outcome.ts';
import type {ResultSummary} from '../checks/result-summary.ts';
import type {Question} from '../file/question-file.ts';
import type {Target} from '../notify/target-address.ts';
import type {Result} from '../results/result.ts';
import {type OpenedFile, openQuestions, openResults, type ValidatedQuestions} from './open-question-file.ts';
import {columnsFor, describeOutcomes, getVerdict, toRow} from './outcome-rows.ts';
import type {FileOptions, QuestionPorts} from './question-ports.ts';
import {type Outcome, runQuestions, withHistoryLock} from './run-questions.ts';

export type RunOptions = FileOptions & {
	/** Questions to run; none: all. */
	readonly names: readonly string[];
	readonly keep: boolean;
	/** Runs only questions that failed last time or have no result. */
	readonly onlyFailed: boolean;
	readonly notify: boolean;
	/** Counts the questions that are ok, and lists only the others. */
	readonly isBrief: boolean;
	/** Validates the file; with `notify`, also returns the messages that the latest results would cause. */
	readonly dryRun: boolean;
	/** A check that is unknown counts as failed. */
	readonly strict: boolean;
};

/** `exit` throws the failure to end with, if there is one. */
type RunResult =
	| {readonly dataset: Dataset; readonly exit: () => number}
	| {readonly text: string}
	| {readonly dataset?: never};

function validateNames(names: readonly string[], {file}: ValidatedQuestions): void {
	const questionNames = file.questions.map(({name}) => name);
	const wrong = names.filter(name => !questionNames.includes(name));
	const [first] = wrong;
	if (first === undefined) return;
	throw new CliError(
		'usage',
		`unknown question ${wrong.map(name => `'${name}'`).join(', ')}`,
		suggestion(nearNames(first, questionNames), `the questions are ${questionNames.join(', ')}`),
	);
}

/** The address of a target is secret, so the error does not repeat it. */
function validateTargets({notify, names}: RunOptions): void {
	if (!notify || !names.some(name => /[/:@]/.test(name))) return;
	throw new CliError('usage', '--notify takes no address: the file names the targets', {
		hint: 'name a target in the file, such as notify: [{webhook: name}], and set USAGECTL_NOTIFY_NAME to its address; see usagectl help questions',
	});
}

/** Opens the file, and the addresses of its targets if messages are sent. */
async function open(options: RunOptions, ports: QuestionPorts) {
	const {notify, names} = options;
	let targets: readonly Target[] = [];
	const findErrors = async (opened: OpenedFile) => {
		const {findTargets} = await import('../notify/notify-targets.ts');
		const found = await findTargets(opened, ports);
		targets = found.targets;
		return found.errors;
	};
	const [, validated] = await collectErrors(
		[async () => validateTargets(options), () => openQuestions(options, ports, notify ? findErrors : undefined)],
		'see usagectl help questions',
	);
	validateNames(names, validated);
	const named = names.length > 0 ? names : validated.file.questions.map(({name}) => name);
	return {validated, named, targets};
}

type Opened = Awaited<ReturnType<typeof open>>;

async function preview(
	{validated, named, targets}: Opened,
	{notify}: RunOptions,
	ports: QuestionPorts,
): Promise<RunResult> {
	if (notify) {
		const {previewMessages} = await import('../notify/notify-targets.ts');
		const latest = await judgeLatest(validated, ports);
		const judged = named.flatMap(name => (latest.get(name) ?? []).filter(each => each !== undefined));
		const text = await previewMessages(judged, {validated, targets, ports});
		const {getNextDigest} = await import('../notify/find-notices.ts');
		const [next] = targets.flatMap(target => getNextDigest(target, ports.today) ?? []).sort();
		const nothing = `there is no change to report${next === undefined ? '' : `; the next digest is due on ${next}`}`;
		const reason = judged.length === 0 ? 'there are no results yet (first: usagectl questions run)' : nothing;
		if (text === '[]\n') await ports.note(`no message would be sent: ${reason}`);
		return {text};
	}
	await ports.note(`${validated.path} is valid (${counted(named.length, 'question')}); nothing was run`);
	return {};
}

async function ask({validated, named, targets}: Opened, {onlyFailed, keep, notify}: RunOptions, ports: QuestionPorts) {
	const failed = onlyFailed ? await findFailed(validated, ports) : named;
	const names = named.filter(name => failed.includes(name));
	const outcomes = await runQuestions(names, validated, {ports, keep});
	if (!notify) return {outcomes};
	const {notifyTargets} = await import('../notify/notify-targets.ts');
	const judged = outcomes.filter(each => 'result' in each);
	return {outcomes, undelivered: await notifyTargets(judged, {validated, targets, ports})};
}

/** Returns 7 if a check fails, 6 if a question could not be run. Throws the first failure if none could. */
function getExit(outcomes: readonly Outcome[], strict: boolean): number {
	const failures = outcomes.flatMap(each => ('failure' in each ? [each.failure] : []));
	const [failure] = failures;
	if (failure && failures.length === outcomes.length) throw failure;
	const has = (verdict: Verdict) =>
		outcomes.some(each => 'result' in each && each.summary.checks.some(check => check.verdict === verdict));
	if (has('fail') || (strict && has('unknown'))) return exitCodes.assertion;
	return failure ? exitCodes.partial : 0;
}

async function explain(outcomes: readonly Outcome[], {footnote, detail}: QuestionPorts): Promise<void> {
	if (outcomes.length === 0) await footnote('nothing to run: no check failed last time', 'empty');
	for (const each of outcomes) if ('failure' in each) await detail(`${each.name}: ${each.failure.details.hint}`);
}

export async function runQuestionFile(options: RunOptions, ports: QuestionPorts): Promise<RunResult> {
	const opened = await open(options, ports);
	if (options.dryRun) return preview(opened, options, ports);
	const run = () => ask(opened, options, ports);
	const {outcomes, undelivered} = options.keep
		? await withHistoryLock(opened.validated.history, ports, run)
		: await run();
	await explain(outcomes, ports);
	const exit = () => {
		if (undelivered) throw undelivered;
		return getExit(outcomes, options.strict);
	};
	const listed = options.isBrief ? outcomes.filter(each => getVerdict(each) !== 'ok') : outcomes;
	const shown = dataset(columnsFor(outcomes), listed.map(toRow));
	return {dataset: options.isBrief ? {...shown, heading: describeOutcomes(outcomes, ports.today)} : shown, exit};
}

type Latest = {readonly question: Question; readonly result: Result; readonly summary: ResultSummary};

/** Judges the latest result of each question and product again. A result that is damaged is undefined. */
async function judgeLatest(
	validated: ValidatedQuestions,
	ports: QuestionPorts,
): Promise<ReadonlyMap<string, readonly (Latest | undefined)[]>> {
	const {ignoreDamaged} = await import('../results/read-results.ts');
	const {summarizeResult} = await import('../checks/result-summary.ts');
	const history = await openResults(validated, ports);
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
async function findFailed(validated: ValidatedQuestions, ports: QuestionPorts): Promise<readonly string[]> {
	const latest = await judgeLatest(validated, ports);
	const isFailed = (found: readonly (Latest | undefined)[]) =>
		found.length === 0 || found.some(each => each === undefined || each.summary.verdict === 'fail');
	return [...latest].filter(([, found]) => isFailed(found)).map(([name]) => name);
}
