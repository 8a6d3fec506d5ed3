import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {choice} from '../../cli/definition/flag-values.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import type {Verdict} from '../../questions/checks/check-outcome.ts';
import type {ResultSummary} from '../../questions/checks/result-summary.ts';
import type {Question} from '../../questions/file/question-file.ts';
import type {Target} from '../../questions/notify/target-address.ts';
import type {Result} from '../../questions/results/result.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {counted, enumeration} from '../../text/wording.ts';
import type {Notifying} from './notify.ts';
import {fileFlags, type OpenedFile, openQuestions, openResults, type ValidatedQuestions} from './open-question-file.ts';
import {type Outcome, runQuestions, withHistoryLock} from './run-questions.ts';

const columns: readonly Column[] = [
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'product', title: 'Product', kind: 'text', hiddenByDefault: true},
	{key: 'figure', title: 'Figure', kind: 'text', layout: {priority: 3}},
	{key: 'value', title: 'Value', kind: 'number', hasMixedUnits: true},
	{key: 'change', title: 'Change', kind: 'number', hasMixedUnits: true},
	{key: 'changePercent', title: 'Change %', kind: 'percent', unit: '%', layout: {priority: 3}},
	{key: 'since', title: 'Since', kind: 'date', layout: {priority: 3}},
	{key: 'verdict', title: 'Outcome', kind: 'text', layout: {priority: 1}},
	{key: 'reason', title: 'Reason', kind: 'text', layout: {...sentenceLayout, priority: 1, minWidth: 28}},
];

function columnsFor(outcomes: readonly Outcome[]): readonly Column[] {
	const products = new Set(outcomes.flatMap(({product}) => product ?? []));
	return products.size > 1 ? columns.map(column => ({...column, hiddenByDefault: false})) : columns;
}

const round = (value: number) => Math.round(value * 10) / 10;

function toRow(outcome: Outcome): Row {
	const {name, product = null} = outcome;
	if ('failure' in outcome) return [name, product, null, null, null, null, null, 'error', outcome.failure.message];
	const {result, summary} = outcome;
	const {what, value, before, beforeDay, verdict, reason} = summary;
	const change = value !== null && before !== null ? Math.round((value - before) * 1e6) / 1e6 : null;
	const percent = change !== null && before ? round((100 * change) / Math.abs(before)) : null;
	return [name, result.product, what, value, change, percent, beforeDay, verdict, reason === '' ? null : reason];
}

type Latest = {readonly question: Question; readonly result: Result; readonly summary: ResultSummary};

/** Judges the latest result of each question and product again. A result that is damaged is undefined. */
async function judgeLatest(
	validated: ValidatedQuestions,
): Promise<ReadonlyMap<string, readonly (Latest | undefined)[]>> {
	const {ignoreDamaged} = await import('../../questions/results/read-results.ts');
	const {summarizeResult} = await import('../../questions/checks/result-summary.ts');
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
async function findFailed(validated: ValidatedQuestions): Promise<readonly string[]> {
	const latest = await judgeLatest(validated);
	const isFailed = (found: readonly (Latest | undefined)[]) =>
		found.length === 0 || found.some(each => each === undefined || each.summary.verdict === 'fail');
	return [...latest].filter(([, found]) => isFailed(found)).map(([name]) => name);
}

async function previewLatest(named: readonly string[], notifying: Notifying): Promise<string> {
	const {previewMessages} = await import('./notify.ts');
	const latest = await judgeLatest(notifying.validated);
	const judged = named.flatMap(name => (latest.get(name) ?? []).filter(each => each !== undefined));
	return previewMessages(judged, notifying);
}

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

/** Returns 7 if a check fails, 6 if a question could not be run. Throws the first failure if none could. */
function getExit(outcomes: readonly Outcome[], {globals}: Context): number {
	const failures = outcomes.flatMap(each => ('failure' in each ? [each.failure] : []));
	const [failure] = failures;
	if (failure && failures.length === outcomes.length) throw failure;
	const has = (verdict: Verdict) =>
		outcomes.some(each => 'result' in each && each.summary.checks.some(check => check.verdict === verdict));
	if (has('fail') || (globals.strict && has('unknown'))) return exitCodes.assertion;
	return failure ? exitCodes.partial : 0;
}

async function explainSums(outcomes: readonly Outcome[], {note}: Context): Promise<void> {
	const names = new Set(outcomes.flatMap(each => ('summary' in each && each.summary.isSum ? [each.name] : [])));
	if (names.size > 0)
		await note(`${enumeration([...names])}: the value is a sum of rows, which can be less than the total`);
}

export const command = defineCommand({
	description:
		'Runs all questions in usagectl.yaml, or the named ones, saves each result in the result history and runs its checks. Prints one row per question: its figure, the change since the previous result, the outcome, and the reason for it. The outcome is ok, note (news that needs no action), warn, fail, unknown if the data does not allow a decision, or error if the question could not be run. Exits with status 7 if a check fails (with --strict also if one is unknown) and with status 6 if a question could not be run. --dry-run only validates the file. With --notify, sends each changed outcome once to the targets that the file names, and exits with status 5 if a message could not be delivered; the next run sends it again. --notify --dry-run prints the messages that the latest results would cause.',
	examples: [
		{line: 'usagectl questions run', caption: 'all questions'},
		{line: 'usagectl questions run active crashes -o md', caption: 'two questions, as Markdown for a chat'},
		{
			line: 'usagectl questions run -o junit --out checks.xml',
			caption: 'a JUnit report for CI',
		},
		{line: 'usagectl questions run --out usage.prom', caption: 'metrics for the textfile collector of node_exporter'},
	],
	flags: {
		only: optional({
			flags: '--only <which>',
			summary: '`failed` runs only the questions that failed last time or have no result',
			parse: choice(['failed']),
			choices: ['failed'],
		}),
		keep: toggle({flags: '--no-keep', summary: 'Do not save the results'}),
		notify: toggle({
			flags: '--notify',
			summary:
				'Send changed outcomes, and daily or weekly digests, to the targets of the file: Slack, Teams, Discord, webhooks or email',
		}),
		notifyFile: profileFlags.notifyFile,
		...fileFlags,
	},
	args: [{name: '[names...]', summary: 'Questions to run (default: all)', complete: 'question'}],
	isJudged: true,
	columns: () => columns,
	run: async ({keep, only, notify: isNotifying, notifyFile: _, ...options}, names, context) => {
		if (isNotifying && !keep)
			throw new CliError(
				'usage',
				'--notify and --no-keep cannot be combined: the record of sent messages is saved with the results',
				{
					hint: 'omit one of them',
				},
			);
		let targets: readonly Target[] = [];
		const findErrors = async (opened: OpenedFile) => {
			const found = await (await import('./notify.ts')).findTargets(opened, context);
			targets = found.targets;
			return found.errors;
		};
		const validated = await openQuestions(options, context, isNotifying ? findErrors : undefined);
		validateNames(names, validated);
		const named = names.length > 0 ? names : validated.file.questions.map(({name}) => name);
		const notifying = {validated, targets, context};
		if (context.globals.dryRun && isNotifying) return {text: await previewLatest(named, notifying)};
		if (context.globals.dryRun) {
			await context.note(`${validated.path} is valid (${counted(named.length, 'question')}); nothing was run`);
			return {};
		}
		const ask = async () => {
			const failed = only === undefined ? named : await findFailed(validated);
			const outcomes = await runQuestions(
				named.filter(name => failed.includes(name)),
				validated,
				{context, keep},
			);
			const judged = outcomes.filter(each => 'result' in each);
			const undelivered = isNotifying ? await (await import('./notify.ts')).notify(judged, notifying) : undefined;
			return {outcomes, undelivered};
		};
		const {outcomes, undelivered} = keep ? await withHistoryLock(validated.history, context, ask) : await ask();
		await explainSums(outcomes, context);
		if (outcomes.length === 0) await context.note('nothing to run: no check failed last time');
		for (const each of outcomes)
			if ('failure' in each) await context.detail(`${each.name}: ${each.failure.details.hint}`);
		const exit = () => {
			if (undelivered) throw undelivered;
			return getExit(outcomes, context);
		};
		return {dataset: dataset(columnsFor(outcomes), outcomes.map(toRow)), exit};
	},
});
